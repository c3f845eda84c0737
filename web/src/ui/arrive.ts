/** Coming to a table: by the secret of a link, or by what this browser has kept; whoever has nothing that opens it is told what to do. */

import * as api from "../core/ask";
import { keep, kept } from "../core/kept";
import type { Given } from "../core/table";

/** `secret`: of the link, if there is one. Ends only when the table is open to us; else another page follows. */
export async function arrive({ table, enter }: Given, secret: string | null): Promise<void> {
  if (!secret) {
    if (!(await loginByKept(table))) await leaveFor(enter);
    return;
  }
  if (!(await login(table, secret))) await leaveFor(`${enter}?old`);
  keep(table, { secrets: [secret] });
}

/** Goes to another page; what would follow on this one never does. */
function leaveFor(address: string): Promise<never> {
  location.replace(address);
  return new Promise(() => undefined);
}

const PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** Whether the secret opens the table; asked until the server says yes or no. */
async function login(table: string, secret: string): Promise<boolean> {
  for (let pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      await api.login(table, secret);
      return true;
    } catch (error) {
      if (error instanceof api.Refused && error.status < 429) return false;
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** Whether a secret of ours still opens the table; those kept here are tried when the cookie has none. */
export async function stillWelcome({ table }: Given): Promise<boolean> {
  try {
    await api.look(table);
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused) || error.status !== 401) return true;
  }
  return loginByKept(table);
}

async function loginByKept(table: string): Promise<boolean> {
  let welcome = false;
  for (const secret of kept(table)?.secrets ?? []) {
    try {
      await api.login(table, secret);
      welcome = true;
    } catch {
      // this one does not open it any more
    }
  }
  return welcome;
}
