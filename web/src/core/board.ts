/** The contract of a board: what a game adds to the table. Everything else is the same for all games. */

import type { ComponentType } from "preact";

import type { Table } from "./table";
import type { News } from "./wire";

/** The button at the bottom right: always in the same place, whatever it is for. */
export interface Done {
  label: string;
  /** What it does; absent: nothing can be done now, and the label says why. */
  act?: () => void;
  /** Whether it is the natural next step, and may be stressed. */
  ripe?: boolean;
}

/** One step of the scoring that is told at the end: points, their words, and what lights up. */
export interface Step {
  points: number;
  text: string;
  where: readonly string[];
}

export interface Board<V = any, B = any> {
  /** The sheet, map or table itself; fills the board slot and scales to it. */
  Sheet: ComponentType<{ table: Table<V, B> }>;
  /** Dice, chips, hand: what stands between the board and the bar. Keep it below 120 px on a phone. */
  Tools?: ComponentType<{ table: Table<V, B> }>;
  /** Another seat's sheet or holdings, small; in the panel of the others. */
  Other?: ComponentType<{ table: Table<V, B>; seat: number }>;
  /** One line about a seat that everybody may know, such as points or cards in hand. */
  about?(table: Table<V, B>, seat: number): string;
  /** What now? One sentence. Shown above the board and read out. */
  prompt(table: Table<V, B>): string;
  /** Which round or turn it is, short: `R9`, and in full for readers. */
  heading(table: Table<V, B>): { short: string; full: string };
  done(table: Table<V, B>): Done;
  /** The group of a move in the list of moves: a key of the game's catalogue. */
  kind(text: string): string;
  /** A move in words of the language, for the list of moves and the log. */
  label(table: Table<V, B>, text: string): string;
  /** What an event says in the log; null for one that is not worth a line. */
  line?(table: Table<V, B>, news: News): string | null;
  /** Called for every event as it comes, to animate it; the view is already the new one. */
  animate?(table: Table<V, B>, news: readonly News[]): void;
  /** Keys of the game while its board has the focus; true if it was one. */
  key?(table: Table<V, B>, event: KeyboardEvent): boolean;
  /** Lines about those keys for the help: [key, what it does]. */
  keys?(table: Table<V, B>): readonly (readonly [string, string])[];
  /** What a part of the score is about or where it stands, in words of the language; without it as the engine names it. */
  called?(table: Table<V, B>, code: string): string;
  /** The scoring as it is told at the end; without it the score tree is told part by part. */
  steps?(table: Table<V, B>): readonly Step[];
  /** The levels of the solo game with the least points of each; without it those of the edition. */
  ranks?(table: Table<V, B>): readonly (readonly [string, number])[];
  /** The final sheet as one SVG element to share as a picture. */
  picture?(table: Table<V, B>): SVGSVGElement | null;
  /** What falls by chance, for the words of the shell; dice where it is not said. */
  luck?: "cards";
  /** Whether people at one device must not see each other's view: a curtain falls in between. */
  secret?: boolean;
}
