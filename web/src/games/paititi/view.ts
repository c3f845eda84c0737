/** What Paititi shows and has in its box, as view.py and boxes.py write it, and small questions about it. */

import { signal } from "@preact/signals";

import type { Form, Kind } from "../../art/paititi";
import type { Table as AnyTable } from "../../core/table";

export interface Expedition {
  in_hand: number;
  /** Null where it is hidden. */
  hand: number[] | null;
  displayed: number[];
  owned: number;
  artifacts: number[] | null;
}

export type Phase =
  | { type: "exhibiting"; card: number; mine: number[] | null; waiting: number[] }
  | { type: "giving"; shown: number[][]; mine: number[] | null; waiting: number[] }
  | { type: "acting" | "discarding" | "over" | "dealing" | "drawing" | "digging" | "turning" | "laying" | "appointing" };

export type Found = { type: "find"; seat: number; card: number };

export interface View {
  seat: number | null;
  turn: number;
  on_turn: number;
  expeditions: Expedition[];
  in_pile: number;
  row: ({ back: number } | null)[];
  top: { back: number } | null;
  stock_sizes: number[];
  open: number[];
  decks: [number[], number[]];
  /** Exhibitions that are left once Stop is open. */
  ending: number | null;
  /** The exhibitions so far; while cards are given up, the last one is the one that runs. */
  ledger: { card: number }[];
  news: Found | { type: "showing"; shown: number[][]; given: number[][] } | null;
  phase: Phase;
}

export interface Box {
  edition: { backs: Record<string, { picks: number; shovels: number }>; kinds: Record<string, string> };
  digging: string[];
  backs: string[];
  artifacts: string[];
  worth: number[];
  exhibitions: string[];
  /** What pieces score in a half of this form, by how many there are. */
  points: Record<Form, number[]>;
}

export type Table = AnyTable<View, Box>;

/** What was tapped first: a card of the hand, a site, an exhibition. */
export type Aim = { at: "hand"; card: number } | { at: "site"; site: string } | { at: "exhibition"; card: number };
export const aim = signal<Aim | null>(null);

/** Places of cards that are laid aside for a dig, a choice, a gift or a discard: by their place in the row of cards. */
export const chosen = signal<readonly number[]>([]);

export const picksOf = (box: Box, card: number): number => Number(box.digging[card]?.split("/")[0]);
export const shovelsOf = (box: Box, card: number): number => Number(box.digging[card]?.split("/")[1]);

/** What an artifact card shows. */
export interface Piece {
  kind: Kind | "shards";
  pieces: number;
}

export function artifactOf(box: Box, card: number): Piece {
  const [kind = "shards", rest = ""] = (box.artifacts[card] ?? "").split(" ");
  return { kind: kind as Kind | "shards", pieces: Number(rest.split("@")[0]) || 0 };
}

/** The kind that exhibitions and the score name in the plural. */
export const kindOf = (box: Box, many: string): Kind => Object.entries(box.edition.kinds).find(([, plural]) => plural === many)?.[0] as Kind;

/** The two halves of an exhibition card; null for Stop. */
export function halvesOf(box: Box, card: number): { kinds: [Kind, Kind]; forms: [Form, Form] } | null {
  const name = box.exhibitions[card] ?? "stop";
  const opening = name.includes("+");
  const [first = "", second = ""] = name.split(opening ? "+" : "/");
  if (!second) return null;
  return { kinds: [kindOf(box, first), kindOf(box, second)], forms: opening ? ["opening", "opening"] : ["travelling", "permanent"] };
}

/** The exhibition that takes place now. */
export function runningOf({ phase, ledger }: View): number | null {
  if (phase.type === "exhibiting") return phase.card;
  return phase.type === "giving" ? (ledger.at(-1)?.card ?? null) : null;
}

const sorted = (words: readonly string[]): string => [...words].sort().join(" ");

/** The ways to dig at a site, as cards of the hand by name; the least waste first, then the fewest cards. */
export function waysTo(table: Table, site: string): string[][] {
  const start = `dig ${site} with `;
  const ways = table.moves.value.filter((text) => text.startsWith(start)).map((text) => text.slice(start.length).split(" "));
  const spent = (way: string[]) => way.reduce((sum, card) => sum + Number(card.split("/")[1]), 0);
  return ways.sort((a, b) => spent(a) - spent(b) || a.length - b.length);
}

/** The places in the hand that hold these cards. */
export function placesIn(names: readonly string[], wanted: readonly string[]): number[] {
  const left = [...wanted];
  return names.flatMap((name, at) => {
    const found = left.indexOf(name);
    if (found < 0) return [];
    left.splice(found, 1);
    return [at];
  });
}

export const handOf = (table: Table): string[] => {
  const view = table.view.value;
  const hand = view && view.seat !== null ? view.expeditions[view.seat]?.hand : null;
  return (hand ?? []).map((card) => table.box.digging[card] ?? "");
};

export const artifactsOf = (table: Table): number[] => {
  const view = table.view.value;
  return (view && view.seat !== null ? view.expeditions[view.seat]?.artifacts : null) ?? [];
};

/** What is asked for now: cards of one's own, to be chosen one by one; null if it is none of these. */
export function asks(table: Table): "choose" | "give" | "discard" | null {
  const first = table.moves.value[0]?.split(" ")[0];
  return first === "choose" || first === "give" || first === "discard" ? first : null;
}

/** Of the cards that were used for the permanent half one gives up some: those that a move names. */
export function givable(table: Table): string[] {
  return table.moves.value.flatMap((text) => cardsIn(text));
}

/** The artifact or digging cards that a move names, each by its full name. */
export function cardsIn(text: string): string[] {
  let kind = "";
  return text
    .split(" ")
    .slice(1)
    .flatMap((word) => {
      if (word.includes("/")) return [word];
      if (word.includes("@")) return [`${kind} ${word}`];
      kind = word;
      return [];
    });
}

/** The move that lays aside just these cards, if there is one. */
export function moveWith(table: Table, cards: readonly string[], start: string): string | undefined {
  const wanted = sorted(cards);
  return table.moves.value.find((text) => text.startsWith(start) && sorted(cardsIn(text.replace(/^dig \S+ with/, "dig"))) === wanted);
}
