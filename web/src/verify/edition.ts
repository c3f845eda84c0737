/** The edition that a log holds: its digest worked out again, and what lies in its box as far as chance is concerned.
 *
 * Logs from before hold no tables; of those, and of a game that is not known here, the page knows what boxes.json says.
 */

import type { Boxes } from "./games";
import { BadJson, type Json, type Orders, type Tree, isTree, readJson, writeJson } from "./json";
import type { Box as PaititiBox } from "./paititi";
import { hex, sha256, utf8 } from "./sha256";

/** What says something about an edition and is no part of what is played with. */
const ABOUT = ["name", "title", "source", "expect"];
const DIGITS = 12;
/** No number of a box comes near this; what does would only keep the browser busy. */
const LARGEST = 10_000;

export interface Edition {
  tables: Tree;
  /** By which cards are numbered. */
  orders: Orders;
}

/** The edition in the text of a log's first entry; null if it is not such a text. */
export function readEdition(text: string): Edition | null {
  const orders: Orders = new WeakMap();
  try {
    const tables = readJson(text, orders);
    return isTree(tables) ? { tables, orders } : null;
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    return null;
  }
}

export function digestOf({ tables }: Edition): string {
  const played = Object.fromEntries(Object.entries(tables).filter(([key]) => !ABOUT.includes(key)));
  return hex(sha256(utf8(writeJson(played)))).slice(0, DIGITS);
}

/** The boxes with that of this edition among them; as they are where it cannot be told. */
export function withBox(boxes: Boxes, game: string, digest: string, edition: Edition): Boxes {
  if (!Object.hasOwn(boxes, game) || !isSmall(edition.tables)) return boxes;
  try {
    const box = boxOf(game as keyof Boxes, edition);
    return { ...boxes, [game]: { ...boxes[game as keyof Boxes], [digest]: box } };
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    return boxes;
  }
}

function isSmall(value: Json): boolean {
  if (typeof value === "number") return Math.abs(value) <= LARGEST;
  if (Array.isArray(value)) return value.every(isSmall);
  return isTree(value) ? Object.values(value).every(isSmall) : true;
}

/** As src/yupana/web/chances.py has it for the editions that come with the games. */
function boxOf(game: keyof Boxes, edition: Edition): Boxes[keyof Boxes][string] {
  const { tables } = edition;
  switch (game) {
    case "valley":
    case "temple":
      return { faces: [...numbers(part(tables, "dice")["numbers"]), 0] };
    case "wiraqocha": {
      const tiles = Object.values(part(tables, "tiles")).filter((tile) => !(isTree(tile) && tile["replaces"]));
      return { tiles: tiles.length, cards: Object.keys(part(tables, "cards")).length };
    }
    case "paititi":
      return paititi(edition);
  }
}

function paititi(edition: Edition): PaititiBox {
  const { tables } = edition;
  const turn = part(tables, "turn");
  const exhibitions = part(tables, "exhibitions");
  const named = ["dealt", "row", "drawn", "needs", "gives", "most_gives", "after_stop"] as const;
  return {
    turn: Object.fromEntries(named.map((name) => [name, number(turn[name])])) as PaititiBox["turn"],
    permanent: number(part(tables, "points")["permanent"]),
    digging: pairs(edition, "digging", number),
    backs: pairs(edition, "backs", (back) => number(isTree(back) ? back["picks"] : undefined)),
    kinds: pairs(edition, "kinds", text),
    artifacts: pairs(edition, "artifacts", texts),
    exhibitions: [texts(exhibitions["A"]), texts(exhibitions["B"]), texts(exhibitions["C"])],
  };
}

function wrong(): never {
  throw new BadJson("not a table of this game");
}

function part(tables: Tree, name: string): Tree {
  const found = tables[name];
  return isTree(found) ? found : wrong();
}

function pairs<T>({ tables, orders }: Edition, name: string, read: (value: Json | undefined) => T): [string, T][] {
  const found = part(tables, name);
  return (orders.get(found) ?? wrong()).map((key) => [key, read(found[key])]);
}

const number = (value: Json | undefined): number => (typeof value === "number" ? value : wrong());
const text = (value: Json | undefined): string => (typeof value === "string" ? value : wrong());
const numbers = (value: Json | undefined): number[] => (Array.isArray(value) ? value.map(number) : wrong());
const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(text) : wrong());
