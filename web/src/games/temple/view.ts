/** What the temple shows and has in its box, as view.py and boxes.py write it, and small questions about it. */

import type { Cells } from "../../core/cells";
import type { Table as AnyTable } from "../../core/table";
import type { Grid } from "../paper/cells";

export interface SheetSeen {
  /** By cell; 0 where none is written. */
  numbers: number[];
  mummies: Cells;
  filled: Cells;
  last: number | null;
}

export type Phase =
  | { type: "rolling" | "swapping" | "over" }
  | { type: "writing"; faces: number[]; mine: { number: number; cell: number } | null; waiting: number[] }
  | { type: "haunting"; holds: number[]; mine: { cell: number } | null; waiting: number[] };

export interface View {
  seat: number | null;
  round: number;
  sheets: SheetSeen[];
  phase: Phase;
}

export interface Box {
  edition: { score: { beaten: number; unbeaten: number; beats_mummies: number } };
  grid: Grid;
  doors: number[];
}

export type Table = AnyTable<View, Box>;

export const SPECIAL = ["penny", "lockpick", "mummy"] as const;

/** The seat whose sheet lies before us: one's own, or the one in hand; a spectator looks at the first. */
export function shownSeat(view: View): number {
  if (view.seat === null) return 0;
  return view.phase.type === "haunting" ? (view.phase.holds[view.seat] ?? view.seat) : view.seat;
}

/** The mark one has made in this round: a number and its cell, or a cell for a mummy. */
export function markOf(view: View): { number: number | null; cell: number } | null {
  const { phase } = view;
  if (phase.type === "writing") return phase.mine;
  return phase.type === "haunting" && phase.mine ? { number: null, cell: phase.mine.cell } : null;
}

/** The number and the cell of a move `7 b4`; a mummy has no number. */
export function wordsOf(text: string): { number: string | null; cell: string } {
  const [first = "", cell = ""] = text.split(" ");
  return { number: first === "mummy" ? null : first, cell };
}

export const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** What was tapped first, while anything can be done with it: what other dice do not give is forgotten. */
export function picked(table: Table): { number: string | null; cell: string | null } {
  const pick = table.matching(table.pick.value).length ? table.pick.value : [];
  return { number: pick.find(isNumber) ?? null, cell: pick.find((word) => !isNumber(word)) ?? null };
}

/** The numbers that can be written at all, in order. */
export function numbersOf(table: Table): string[] {
  const found = new Set(table.moves.value.flatMap((text) => wordsOf(text).number ?? []));
  return [...found].sort((a, b) => Number(a) - Number(b));
}

/** The cells that can be marked, given what was picked first. */
export function cellsOf(table: Table): Set<string> {
  const { number } = picked(table);
  return new Set(table.matching(number === null ? [] : [number]).map((text) => wordsOf(text).cell));
}
