/** What is open on the screen: local to this page, and nobody else's business. */

import { signal } from "@preact/signals";

import type { Board } from "../core/board";
import type { Table } from "../core/table";

export type Panel = "end" | "moves" | "others" | "score" | "log";

/** The panels there are now: nobody else at a solo table, nothing to do when it is over. */
export function panelsOf(table: Table): Panel[] {
  const frame = table.frame.value;
  const others: Panel[] = (frame?.seats.length ?? 1) > 1 ? ["others"] : [];
  return frame?.phase === "over" ? ["end", ...others, "log"] : ["moves", ...others, "score", "log"];
}

/** The panel in front; on a phone null means that none covers the board. */
export const panel = signal<Panel | null>(null);
/** The last line of the log that was in front of somebody. */
export const read = signal(-1);
/** The table whose scoring has been told already. */
export const told = signal("");
/** The moment that is looked back at; null: the game as it is now. */
export const replay = signal<number | null>(null);
/** Whether looking back runs by itself. */
export const running = signal(false);
/** How well the bots play that a host puts on seats. */
export const LEVELS: readonly string[] = ["novice", "scout", "guide", "amauta"];
export const level = signal("scout");
export const menu = signal(false);
export const help = signal(false);
export const command = signal(false);
/** On a shared device: the seat on whose side of the curtain we are. */
export const looking = signal<number | null>(null);

/** On a shared device whose holder is done: who is to have it next, and how it is passed. */
export const passing = signal<{ to: number; act: () => void } | null>(null);
/** The seat for which the curtain is to be opened; null: whichever is waited for. */
export const behind = signal<number | null>(null);

export interface Props {
  table: Table;
  board: Board;
}

export const wide = signal(false);
const query = matchMedia("(min-width: 60rem)");
const measure = () => (wide.value = query.matches);
query.addEventListener("change", measure);
measure();
