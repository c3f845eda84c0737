/** What Wiraqocha shows and has in its box, as view.py and boxes.py write it, and small questions about it. */

import { signal } from "@preact/signals";

import type { Ground, Pawn, Technology, Terrain } from "../../art/wiraqocha";
import { cellsIn, has, type Cells } from "../../core/cells";
import type { Table as AnyTable } from "../../core/table";

export interface Stand {
  seat: number;
  pawn: number;
  /** The die in defence; 0 for none. */
  die: number;
  /** Whether the natural defence of this Camp is turned. */
  probed: boolean;
}

export interface Player {
  /** How many pawns of each kind. */
  reserve: number[];
  graveyard: number[];
  cubes: number;
  crystals: number;
  artifacts: Cells;
  cards: Cells;
  prisoner: { seat: number; pawn: number } | null;
}

export type Phase =
  | { type: "laying" | "revealing" | "drawing" | "preparing" }
  | { type: "rolling"; count: number; dice: number[] }
  | { type: "acting"; dice: number[] }
  | { type: "over"; winner: number; why: Goal };

export interface View {
  seat: number | null;
  phase: Phase;
  turn: { number: number; seat: number; rerolls: number };
  /** The tile on each place; empty before they are laid. */
  valley: number[];
  /** By tile. */
  stands: (Stand | null)[];
  players: Player[];
  market: Cells;
  deck: Cells;
  /** Artifacts not yet found. */
  ruins: Cells;
  /** Tiles, or below 0: with its owner, or out of the game. */
  field: number;
  fortress: number;
  devastated: number;
}

export interface TileData {
  ground: Ground;
  terrain: Terrain;
  sum?: number;
  faces?: number[];
  cubes?: number;
  /** From 1. */
  artifact?: number;
}

interface Price {
  cubes: number;
  crystals: number;
}

export interface Box {
  edition: {
    supply: { dice: number };
    turn: Record<"dice" | "cubes_kept" | "change" | "buy_back" | "sacrifice" | "village" | "camp", number>;
    technology: Record<"factory" | "fortress" | "exoskeleton" | "probe" | "tanks", number>;
    ransom: Price;
    goals: { artifacts: number; crystals: Record<string, number>; leviathan: Record<string, Price> };
    board: { graveyard: [number, number] };
    tiles: Record<string, TileData>;
    cards: Record<Technology, Price & { kind: "building" | "invention" }>;
  };
  options: { strict_dice: boolean };
  seats: number;
  tiles: string[];
  cards: Technology[];
  pawns: Pawn[];
  /** Column, and height in half hexes. */
  places: [number, number][];
  /** By place those that share a side with it. */
  touching: number[][];
}

export type Table = AnyTable<View, Box>;

/** The name of the Machine Graveyard among those of the tiles. */
export const GRAVEYARD = "graveyard";
export type Goal = "artifacts" | "crystals" | "leviathan";
export const GOALS: readonly Goal[] = ["artifacts", "crystals", "leviathan"];

// Moves as deeds: their texts taken apart, so that they can be sorted by tile, dice, pawn and loot

export interface Deed {
  text: string;
  verb: string;
  /** The tile it is done to. */
  tile: string | null;
  /** What makes the condition, or the die that is meant. */
  dice: number[];
  /** What beats the defence; a 7 is a 6 raised for it. */
  beating: number[];
  /** A kind of pawn out of the Reserve or the Graveyard. */
  by: Pawn | null;
  /** The tile that a pawn leaves. */
  from: string | null;
  loot: string | null;
  capture: boolean;
  card: Technology | null;
}

const KEYWORDS = new Set(["by", "from", "with", "beating", "for", "on", "capturing"]);
const ON_A_TILE = new Set(["take", "pillage", "tunnel", "defend", "swap", "lift", "caves", "probe", "fortress", "ray"]);
const ON_A_DIE = new Set(["raise", "lower", "reroll", "exoskeleton"]);

/** `take 5 by drill with 2 3` in its parts. */
export function deedOf(text: string): Deed {
  const [verb = "", ...rest] = text.split(" ");
  const parts = new Map<string, string[]>([["", []]]);
  let under = "";
  for (const word of rest) {
    if (KEYWORDS.has(word)) parts.set((under = word), []);
    else parts.get(under)?.push(word);
  }
  const words = parts.get("") ?? [];
  const first = words[0] ?? null;
  const numbers = (key: string) => (parts.get(key) ?? []).map(Number);
  return {
    text,
    verb,
    tile: ON_A_TILE.has(verb) ? first : (parts.get("on")?.[0] ?? null),
    dice: ON_A_DIE.has(verb) ? words.map(Number) : verb === "ransom" ? [] : numbers("with"),
    beating: numbers("beating"),
    by: (parts.get("by")?.[0] ?? (verb === "workshop" ? first : verb === "buy" ? words[1] : null) ?? null) as Pawn | null,
    from: parts.get("from")?.[0] ?? null,
    loot: parts.get("for")?.join(" ") ?? null,
    capture: parts.has("capturing"),
    card: verb === "build" ? (first as Technology) : null,
  };
}

/** Moves beyond those that a view lists, for a view of this head. */
const beyond = signal<{ head: number; texts: readonly string[] }>({ head: -1, texts: [] });

/** Asks for the moves that the view does not list: many dice and many pawns make many conquests. */
export async function fetchMore(table: Table): Promise<void> {
  const head = table.frame.value?.head ?? -1;
  if (!table.more.value || beyond.value.head === head) return;
  const texts: string[] = [];
  beyond.value = { head, texts };
  for (let more = true; more; ) {
    const page = await table.page("", texts.length);
    if (!page?.texts.length || table.frame.value?.head !== head) return;
    texts.push(...page.texts);
    more = texts.length < page.total || page.more;
  }
  beyond.value = { head, texts: [...texts] };
}

let known: { texts: readonly string[]; deeds: Deed[] } = { texts: [], deeds: [] };

/** All that one may do now. */
export function deedsOf(table: Table): Deed[] {
  const { head, texts } = beyond.value;
  const moves = head === table.frame.value?.head && texts.length > table.moves.value.length ? texts : table.moves.value;
  if (known.texts !== moves) known = { texts: moves, deeds: moves.map(deedOf) };
  return known.deeds;
}

// What was tapped first

/** Deeds that begin with a card or the like, and then want a tile. */
export const AIMED = ["probe", "fortress", "tunnel", "ray", "build"] as const;
export type Aim = (typeof AIMED)[number];

export interface Picked {
  tile: string | null;
  /** Which of the dice on the table, counted from 0. */
  dice: number[];
  aim: Aim | null;
}

export function picked(table: Table): Picked {
  const found: Picked = { tile: null, dice: [], aim: null };
  for (const word of table.pick.value) {
    const [kind, what = ""] = word.split(":");
    if (kind === "tile") found.tile = what;
    else if (kind === "die") found.dice.push(Number(what));
    else if (kind === "aim") found.aim = what as Aim;
  }
  return found;
}

export function pick(table: Table, to: Partial<Picked>): void {
  const { tile, dice, aim } = { ...picked(table), ...to };
  table.pick.value = [...(tile === null ? [] : [`tile:${tile}`]), ...dice.map((die) => `die:${die}`), ...(aim === null ? [] : [`aim:${aim}`])];
}

/** The dice on the table, not yet used. */
export const diceOf = (view: View): number[] => (view.phase.type === "acting" || view.phase.type === "rolling" ? view.phase.dice : []);

/** Dice as they lie on the table: a 7 is a 6. */
export const spentBy = (deed: Deed): number[] => [...deed.dice, ...deed.beating.map((die) => Math.min(die, 6))];

/** Whether all of these faces are among the others, each as often. */
export function among(faces: readonly number[], others: readonly number[]): boolean {
  const left = [...others];
  return faces.every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** What may be done to tiles, as far as it goes with what was tapped first. */
export function fittingDeeds(table: Table): Deed[] {
  const view = table.view.value;
  if (!view) return [];
  const { dice, aim } = picked(table);
  const faces = dice.map((at) => diceOf(view)[at] ?? 0);
  return deedsOf(table).filter((deed) => deed.tile !== null && (aim === null || deed.verb === aim) && (!faces.length || among(faces, spentBy(deed))));
}

/** Deeds that nobody is invited to by a glow, though they can be done: the Ray strikes anywhere. */
const UNASKED = new Set(["ray", "defend", "fortress", "build", "probe"]);

/** The tiles that glow: conquest and theft by themselves, anything that was asked for by a die or a card. */
export function glowing(table: Table): Set<string> {
  const { dice, aim } = picked(table);
  const asked = dice.length > 0 || aim !== null;
  const graves = !asked && deedsOn(table, GRAVEYARD).length ? [GRAVEYARD] : [];
  const shown = fittingDeeds(table).filter((deed) => (asked ? aim !== null || deed.verb !== "ray" : !UNASKED.has(deed.verb)));
  return new Set([...graves, ...shown.map((deed) => deed.tile ?? "")]);
}

/** All that may be done to a tile; the Ray only where it was asked for, or beside something else. */
export function deedsOn(table: Table, tile: string): Deed[] {
  if (tile === GRAVEYARD) return deedsOf(table).filter((deed) => deed.verb === "buy" || deed.verb === "workshop");
  const found = fittingDeeds(table).filter((deed) => deed.tile === tile);
  return picked(table).aim === null && found.every((deed) => deed.verb === "ray") ? [] : found;
}

// The table

export const tileNamed = (box: Box, name: string): number => box.tiles.indexOf(name);
export const dataOf = (box: Box, tile: number): TileData => box.edition.tiles[box.tiles[tile] ?? ""] as TileData;
export const standOn = (view: View, box: Box, name: string): Stand | null => view.stands[tileNamed(box, name)] ?? null;

/** What defends a tile: how much, and by how many dice. */
export function defenceOf(view: View, box: Box, tile: number): { value: number; dice: number; natural: boolean } | null {
  const stand = view.stands[tile];
  if (!stand) return null;
  const natural = box.pawns[stand.pawn] !== "camp" ? 0 : stand.probed ? box.edition.technology.probe : box.edition.turn.camp;
  const value = Math.max(stand.die, natural);
  return value ? { value, dice: tile === view.fortress ? box.edition.technology.fortress : 1, natural: natural > stand.die } : null;
}

export const heldBy = (view: View, seat: number): number[] => view.stands.flatMap((stand, tile) => (stand?.seat === seat ? [tile] : []));

/** The seat whose things lie before us: one's own; a spectator looks at whoever has the turn. */
export const shownSeat = (view: View): number => view.seat ?? view.turn.seat;

export const ownTurn = (view: View): boolean => view.seat !== null && view.turn.seat === view.seat;

/** Cubes that the territories of a seat give in its Preparation, with the Tanks. */
export function harvestOf(view: View, box: Box, seat: number): number {
  const tanks = has(view.players[seat]?.cards ?? 0, box.cards.indexOf("production-tanks")) ? box.edition.technology.tanks : 0;
  return heldBy(view, seat).reduce((sum, tile) => sum + (dataOf(box, tile).cubes ?? 0), tanks);
}

/** How many dice a seat would roll as things stand. */
export function rollOf(view: View, box: Box, seat: number): { dice: number; villages: number; kept: number } {
  const { turn, supply } = box.edition;
  const held = heldBy(view, seat);
  const villages = held.filter((tile) => dataOf(box, tile).terrain === "village").length;
  const kept = held.filter((tile) => view.stands[tile]?.die).length;
  const dice = Math.max(0, turn.dice + turn.village * villages - kept);
  const standing = view.stands.filter((stand) => stand?.die).length;
  return { dice: box.options.strict_dice ? Math.min(dice, supply.dice - standing) : dice, villages, kept };
}

/** What the cards of a seat cost together: that is what builds the Leviathan. */
export function costsOf(view: View, box: Box, seat: number): Price {
  const cards = cellsIn(view.players[seat]?.cards ?? 0).map((card) => box.edition.cards[box.cards[card] as Technology]);
  return cards.reduce((sum, card) => ({ cubes: sum.cubes + card.cubes, crystals: sum.crystals + card.crystals }), { cubes: 0, crystals: 0 });
}

/** What lies over the tools: the cards, or the question whether to end with dice unused. */
export const open = signal<"cards" | "end" | null>(null);
