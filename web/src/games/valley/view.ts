/** What the valley shows and has in its box, as view.py and boxes.py write it, and small questions about it. */

import { signal } from "@preact/signals";

import type { Discovery, Structure } from "../../art/valley";
import { cellsIn, has, type Cells } from "../../core/cells";
import type { Table as AnyTable } from "../../core/table";
import type { Grid } from "../paper/cells";

export interface SheetSeen {
  /** By cell; 0 where none is written. */
  numbers: number[];
  filled: Cells;
  /** Where the hut, the statue and the mine stand. */
  structures: (number | null)[];
  snakes: Cells;
  crossed: Cells;
  discoveries: { kind: Discovery; cells: Cells }[];
  fresh: Cells;
}

export interface Turn {
  sheet: SheetSeen;
  used: number[];
  penny: boolean;
  dakota: boolean;
  step: "marking" | "revealed" | "done";
}

export type Phase =
  | { type: "rolling" | "swapping" | "over" }
  | { type: "writing"; faces: number[]; mine: Turn | null; waiting: number[] }
  | { type: "placing"; holds: number[]; mine: { cell: number } | null; waiting: number[] };

export interface View {
  seat: number | null;
  round: number;
  sheets: SheetSeen[];
  phase: Phase;
}

export interface Box {
  edition: {
    discoveries: Record<Discovery, { stars: number }>;
    structures: Record<Structure, { beside: Discovery; stars: number }>;
    snakes: { escape: number };
    solo: { rounds: number };
  };
  grid: Grid;
  seats: number;
}

export type Table = AnyTable<View, Box>;

export const SPECIAL = ["penny", "dakota", "snake"] as const;
export const STRUCTURES: readonly Structure[] = ["hut", "statue", "mine"];
export const KINDS: readonly Discovery[] = ["jungle", "town", "range", "pyramid"];

/** The seat whose sheet lies before us: one's own, or the one in hand; a spectator looks at the first. */
export function shownSeat(view: View): number {
  if (view.seat === null) return 0;
  return view.phase.type === "placing" ? (view.phase.holds[view.seat] ?? view.seat) : view.seat;
}

/** That sheet as it stands, with one's own marks of this round. */
export function shownSheet(view: View): SheetSeen {
  const own = view.phase.type === "writing" ? view.phase.mine?.sheet : undefined;
  return own ?? (view.sheets[shownSeat(view)] as SheetSeen);
}

/** The cells that one has marked in this round: still in pencil. */
export function pencilled(view: View): ReadonlySet<number> {
  if (view.seat === null || view.phase.type !== "writing" || !view.phase.mine) return new Set();
  const before = view.sheets[view.seat] as SheetSeen;
  const now = view.phase.mine.sheet;
  const marked = cellsIn(now.filled).filter((cell) => !has(before.filled, cell));
  const crossed = cellsIn(now.crossed).filter((cell) => !has(before.crossed, cell));
  return new Set([...marked, ...crossed]);
}

/** A move as a tool and the cell it is used on: `7`, `penny 9`, `hut`, `cross`, `snake`; a discovery has cells. */
export interface Mark {
  text: string;
  tool: string;
  cell: string;
}

export function markOf(text: string): Mark | null {
  const [first = "", second = "", third = ""] = text.split(" ");
  if (first === "done" || first === "reveal") return null;
  if (first === "penny") return { text, tool: `penny ${second}`, cell: third };
  return { text, tool: first, cell: second };
}

/** Moves beyond those that a view lists, for a view of this head. */
const beyond = signal<{ head: number; texts: readonly string[] }>({ head: -1, texts: [] });

/** Asks for the moves that the view does not list; there are many only with Penny and large groups. */
export async function fetchMore(table: Table): Promise<void> {
  const head = table.frame.value?.head ?? -1;
  if (!table.more.value || beyond.value.head === head) return;
  const texts: string[] = [];
  beyond.value = { head, texts };
  for (let at = 0; at < 20_000; ) {
    const page = await table.page("", at);
    if (!page || table.frame.value?.head !== head) return;
    texts.push(...page.texts);
    at += page.texts.length;
    if (!page.texts.length || (at >= page.total && !page.more)) break;
  }
  beyond.value = { head, texts: [...texts] };
}

export function movesOf(table: Table): readonly string[] {
  const { head, texts } = beyond.value;
  return head === table.frame.value?.head && texts.length > table.moves.value.length ? texts : table.moves.value;
}

export function marksOf(table: Table): Mark[] {
  return movesOf(table).flatMap((text) => markOf(text) ?? []);
}

const TOOL = /^(\d+|penny|cross|snake|hut|statue|mine)/;

/** What was tapped first, while anything can be done with it: a tool such as `penny 9`, or a cell. */
export function picked(table: Table): { tool: string | null; cell: string | null } {
  const word = table.pick.value[0];
  if (word === undefined || !marksOf(table).some((mark) => mark.tool === word || mark.cell === word)) return { tool: null, cell: null };
  return TOOL.test(word) ? { tool: word, cell: null } : { tool: null, cell: word };
}

/** The tools that there are, each once: numbers first, in order. */
export function toolsOf(marks: readonly Mark[]): string[] {
  const rank = (tool: string) => (/^\d/.test(tool) ? Number(tool) : 100 + TOOLS.indexOf(tool.split(" ")[0] ?? ""));
  return [...new Set(marks.map((mark) => mark.tool))].sort((a, b) => rank(a) - rank(b) || Number(a.split(" ")[1]) - Number(b.split(" ")[1]));
}
const TOOLS = ["penny", "hut", "statue", "mine", "cross", "snake"];

/** Discoveries that are being looked for: null while one makes marks. */
export const looking = signal<{ kind: Discovery; at: number; with: readonly string[]; without: readonly string[] } | null>(null);

export interface Candidate {
  text: string;
  kind: Discovery;
  cells: string[];
}

export function candidatesOf(table: Table): Candidate[] {
  return movesOf(table).flatMap((text) => {
    const [first, kind, ...cells] = text.split(" ");
    return first === "reveal" ? [{ text, kind: kind as Discovery, cells }] : [];
  });
}
