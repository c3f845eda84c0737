/** Asking the server something outside the socket. A refusal is thrown as `Refused`. */

import { parse } from "./cells";
import type { No } from "./wire";

export class Refused extends Error {
  constructor(
    readonly no: No,
    readonly status: number,
  ) {
    super(no.said || no.code);
  }
}

export async function ask<T>(method: string, address: string, body?: object): Promise<T> {
  const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
  const init: RequestInit = { method, credentials: "same-origin", headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(address, init);
  const said = parse(await answer.text());
  if (!answer.ok) throw new Refused(said as No, answer.status);
  return said as T;
}

export const login = (table: string, secret: string) =>
  ask<{ seats: number[]; host: boolean }>("POST", "/api/session", { table, secret });
export const look = (table: string) => ask<unknown>("GET", `/api/tables/${table}`);
