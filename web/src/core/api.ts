/** The plain requests: everything about a table that is not play. */

import { ask, Refused } from "./ask";
import { keepPart, newPart, partToReveal, retryHash } from "./draw";
import { newId } from "./link";
import type { Ack, Command, Frame, ScoreTree } from "./wire";

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
export interface Followed {
  table: string;
  code: string | null;
  held: Held[];
}
/** To the table where the same people play on (`next` in the view), with what one holds here and a part in its dice. */
export async function follow(table: string, next: string): Promise<Followed> {
  const { nonce, commit } = newPart(next);
  const found = await ask<Followed>("POST", `/api/tables/${table}/follow`, { commit });
  for (const { seat } of found.held) if (seat !== null) keepPart(found.table, seat, nonce);
  await revealParts(found.table);
  return found;
}
export const rename = (table: string, name: string, seat?: number) =>
  ask<{ seat: number; name: string }>("POST", `/api/tables/${table}/name`, seat === undefined ? { name } : { name, seat });
export const link = (table: string, role: "host" | "spectator" | "seat" | "replay", seat?: number) =>
  ask<Held>("POST", `/api/tables/${table}/links`, seat === undefined ? { role } : { role, seat });

/** A secret that is in force, as a host sees it. */
export interface LinkSeen {
  key: string;
  role: string;
  seat: number | null;
  made_ms: number;
  yours: boolean;
}
export const links = (table: string) => ask<LinkSeen[]>("GET", `/api/tables/${table}/links`);
export const revoke = (table: string, key: string) => ask<{ revoked: string }>("POST", `/api/tables/${table}/revoke`, { key });
/** A seat that the host gave to somebody else, back to whoever had it. */
export const reclaim = (table: string) => ask<Seated>("POST", `/api/tables/${table}/reclaim`, {});

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
  /** How everybody stood then; empty at a large table. */
  standing: ScoreTree[];
  /** Who was to decide then; empty while the game is on. */
  pending: number[];
}
/** A new table that stands as this finished one stood after so many moments, with a seat left for oneself. */
export const branch = (table: string, n: number, seat: number) => ask<Opened>("POST", `/api/tables/${table}/branch`, { n, seat });
export const moments = (table: string) => ask<Moment[]>("GET", `/api/tables/${table}/moments`);
export const past = (table: string, n: number, look: number | null) =>
  ask<Past>("GET", `/api/tables/${table}/moments/${n}${look === null ? "" : `?look=${look}`}`);

const MOST_TRIES = 4;
const PAUSE = 700;

/** A seat with a part in the dice: its nonce is made here and stays here until the list of commitments is closed. If no
 * answer comes it is asked again, which takes the same seat. */
export async function sit(table: string, name: string | null, seat?: number): Promise<Seated> {
  const { nonce, commit } = newPart(table);
  const secret = newId(16);
  const wish = { name, commit, cid: newId(), ...(seat === undefined ? {} : { seat }) };
  const seated = await insistently((first) =>
    ask<Seated>("POST", `/api/tables/${table}/sit`, { ...wish, ...(first ? { retry: retryHash(secret) } : { secret }) }),
  );
  keepPart(table, seated.seat, nonce);
  return seated;
}

/** Asks until an answer comes, a few times. */
async function insistently<T>(request: (first: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request(tries === 1);
    } catch (error) {
      const answered = error instanceof Refused && error.no.code !== "server.unavailable";
      if (answered || tries === MOST_TRIES) throw error;
      await new Promise((done) => setTimeout(done, PAUSE * tries));
    }
  }
}

/** Begins the game, and reveals the parts in the dice of the seats of this browser at once: nobody waits until its page has loaded. */
export async function begin(table: string, bot?: string): Promise<void> {
  await command(table, { do: "begin", ...(bot ? { bot } : {}) });
  await revealParts(table);
}

/** What fails here is done by the page of the table. */
async function revealParts(table: string): Promise<void> {
  try {
    const frame = await ask<Frame>("GET", `/api/tables/${table}`);
    for (const seat of frame.mine) {
      const nonce = partToReveal(table, frame, seat);
      if (nonce) await command(table, { do: "reveal", nonce, seat });
    }
  } catch {
    return;
  }
}
