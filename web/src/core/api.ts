/** The plain requests: everything about a table that is not play. */

import { ask } from "./ask";
import { newId } from "./link";
import type { Ack, Command, ScoreTree } from "./wire";

export { login, Refused } from "./ask";

export interface Opened {
  table: string;
  code: string | null;
  host: string;
  spectator: string;
}

export interface Seated {
  seat: number;
  name: string;
  secret: string;
  resume: string;
}

export interface Listed {
  table: string;
  code: string | null;
  game: string;
  status: string;
  created_ms: number;
}

export interface Wish {
  game: string;
  seats: number;
  edition?: string;
  options?: Record<string, string | number | boolean>;
  policy?: Record<string, string | number | boolean>;
  bots?: Record<string, string>;
}

export const openTable = (wish: Wish) => ask<Opened>("POST", "/api/tables", wish);
export const openTables = () => ask<Listed[]>("GET", "/api/tables");
export const byCode = (code: string) => ask<Listed>("GET", `/api/codes/${encodeURIComponent(code)}`);
export const command = (table: string, cmd: Command) =>
  ask<Ack>("POST", `/api/tables/${table}/do`, { t: "cmd", cid: newId(), cmd });
export const resume = (table: string, code: string) => ask<Seated>("POST", `/api/tables/${table}/resume`, { code });
export interface Held {
  role: string;
  secret: string;
  seat: number | null;
  resume: string | null;
}
/** To the table where the same people play on, with what one holds here. */
export const follow = (table: string) =>
  ask<{ table: string; code: string | null; held: Held[] }>("POST", `/api/tables/${table}/follow`, { nonce: newId(16) });
export const rename = (table: string, name: string, seat?: number) =>
  ask<{ seat: number; name: string }>("POST", `/api/tables/${table}/name`, seat === undefined ? { name } : { name, seat });
export const link = (table: string, role: "host" | "spectator" | "seat", seat?: number) =>
  ask<Held>("POST", `/api/tables/${table}/links`, seat === undefined ? { role } : { role, seat });

/** A secret by which anybody may look on, where the table is open to all. */
export const watch = (table: string) => ask<Held>("POST", `/api/tables/${table}/watch`, {});

/** Something that can be gone back to. */
export interface Moment {
  heading: string;
  seat: number;
  did: string;
}

/** The table as it stood after so many of them. */
export interface Past {
  n: number;
  total: number;
  look: number | null;
  view: unknown;
  score: ScoreTree | null;
  scores: number[] | null;
}
/** A new table that stands as this finished one stood after so many moments, with a seat left for oneself. */
export const branch = (table: string, n: number, seat: number) => ask<Opened>("POST", `/api/tables/${table}/branch`, { n, seat });
export const moments = (table: string) => ask<Moment[]>("GET", `/api/tables/${table}/moments`);
export const past = (table: string, n: number, look: number | null) =>
  ask<Past>("GET", `/api/tables/${table}/moments/${n}${look === null ? "" : `?look=${look}`}`);

/** A seat with a hand of one's own in the dice: the nonce is made here, before the server shows anything. */
export function sit(table: string, name: string | null, seat?: number): Promise<Seated> {
  const wish = { name, nonce: newId(16), cid: newId(), ...(seat === undefined ? {} : { seat }) };
  return ask<Seated>("POST", `/api/tables/${table}/sit`, wish);
}
