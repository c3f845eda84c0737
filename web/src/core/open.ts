/** Opening a table from a page of ours: sit down, take the keys along, go there. */

import * as api from "./api";
import { keep } from "./kept";

export interface Party {
  /** Names of the people at this device; an empty one gets a name made up. */
  people: readonly string[];
  bots: number;
  bot?: string;
  /** Seats for others. */
  free?: number;
  /** Whether the game begins at once. */
  begin?: boolean;
  /** Whether nobody of us plays, and the game is shown from its beginning. */
  watch?: boolean;
}

export async function openParty(wish: Omit<api.Wish, "seats" | "bots">, party: Party): Promise<void> {
  const { people, bots, free = 0, bot = "scout" } = party;
  const seats = people.length + bots + free;
  const placed = Object.fromEntries(Array.from({ length: bots }, (_, at) => [String(people.length + at), bot]));
  const opened = await api.openTable({ ...wish, seats, bots: placed });
  const secrets = [opened.host];
  const names: string[] = [];
  let code: string | undefined;
  for (const [seat, name] of people.entries()) {
    const seated = await api.sit(opened.table, name.trim() || null, seat);
    secrets.push(seated.secret);
    names.push(seated.name);
    if (people.length === 1) code = seated.resume;
  }
  for (const secret of secrets) await api.login(opened.table, secret);
  keep(opened.table, { game: wish.game, code: opened.code, name: names.join(", "), secrets, ...(code ? { resume: code } : {}) });
  if (party.begin) await api.begin(opened.table, bot);
  location.assign(`/t/${opened.table}${party.watch ? "#m=0&run" : ""}`);
}
