/** What chance does in each game, told again from the log alone and written without a look at the server's code.
 *
 * Not the rules of the games: whether a move was allowed, or how many dice somebody had a right to, is checked by
 * `yupana verify`. Here it is only known what lay in the box, what has left it since, and so what could come up.
 */

import { type Dice, arrange, choose, deal, derange } from "./dice";
import { type Json, type Tree, isTree } from "./json";
import { type Box as PaititiBox, Paititi } from "./paititi";

/** A game as far as chance is concerned. */
export interface Fold {
  /** What chance must have done, where the log says that it did `outcome`: only its kind and size are believed. */
  drawn(outcome: Tree, dice: Dice): Tree;
  /** One more event that stands; seat -1 is chance. */
  take(seat: number, move: Tree): void;
  /** The dice in an outcome: the place among those rolled together (0: none has one) and the face. */
  faces(outcome: Tree): Face[];
}

export interface Face {
  die: number;
  face: string;
  /** Every face of the die, and how many of its sides show it. */
  sides: [string, number][];
}

export class Impossible extends Error {}

/** What is in the boxes, as far as chance is concerned: by game, and by the digest of the edition. */
export interface Boxes {
  valley: Record<string, { faces: number[] }>;
  temple: Record<string, { faces: number[] }>;
  wiraqocha: Record<string, { tiles: number; cards: number }>;
  paititi: Record<string, PaititiBox>;
}

/** The game of a table, nothing drawn yet; null for a game or an edition whose box is not known here. */
export function foldOf(boxes: Boxes, game: string, digest: string, seats: number, options: Tree): Fold | null {
  const known = <T>(of: Record<string, T>): T | undefined => (Object.hasOwn(of, digest) ? of[digest] : undefined);
  switch (game) {
    case "valley":
    case "temple": {
      const box = known(boxes[game]);
      return box ? new Penny(box.faces, seats) : null;
    }
    case "wiraqocha": {
      const box = known(boxes.wiraqocha);
      return box ? new Wiraqocha(box.tiles, box.cards, seats) : null;
    }
    case "paititi": {
      const box = known(boxes.paititi);
      return box ? new Paititi(box, seats, options) : null;
    }
    default:
      return null;
  }
}

export function numbers(value: Json | undefined): number[] {
  if (!Array.isArray(value) || !value.every((each): each is number => typeof each === "number")) {
    throw new Impossible("numbers");
  }
  return value;
}

/** The Valley and the Temple: three dice, and sheets that change hands. */
class Penny implements Fold {
  private readonly sides: [string, number][];

  constructor(
    private readonly die: number[],
    private readonly seats: number,
  ) {
    const faces = [...new Set(die)];
    this.sides = faces.map((face) => [String(face), die.filter((each) => each === face).length]);
  }

  drawn(outcome: Tree, dice: Dice): Tree {
    switch (outcome["type"]) {
      case "roll":
        return { type: "roll", faces: [0, 1, 2].map(() => choose(dice, this.die)) };
      case "swap":
        if (this.seats < 2) throw new Impossible("swap");
        return { type: "swap", holds: derange(dice, this.seats) };
    }
    throw new Impossible(String(outcome["type"]));
  }

  take(): void {
    // nothing ever leaves the box
  }

  faces(outcome: Tree): Face[] {
    if (outcome["type"] !== "roll") return [];
    return numbers(outcome["faces"]).map((face, at) => ({ die: at + 1, face: String(face), sides: this.sides }));
  }
}

/** Dice that are all alike, tiles laid out once, and a deck of cards that only shrinks. */
class Wiraqocha implements Fold {
  private readonly deck: number[];
  private readonly sides = ["1", "2", "3", "4", "5", "6"].map((face): [string, number] => [face, 1]);

  constructor(
    private readonly tiles: number,
    cards: number,
    private readonly seats: number,
  ) {
    this.deck = new Array<number>(cards).fill(1);
  }

  drawn(outcome: Tree, dice: Dice): Tree {
    switch (outcome["type"]) {
      case "rolled": {
        const count = numbers(outcome["dice"]).length;
        if (count < 1 || count > 100) throw new Impossible("dice");
        const faces = Array.from({ length: count }, () => dice.below(6) + 1);
        return { type: "rolled", dice: faces.sort((a, b) => a - b) };
      }
      case "revealed":
        return { type: "revealed", cards: deal(dice, this.deck, numbers(outcome["cards"]).length) };
      case "laid":
        return { type: "laid", valley: arrange(dice, this.tiles) };
      case "first":
        return { type: "first", seat: dice.below(this.seats) };
    }
    throw new Impossible(String(outcome["type"]));
  }

  take(seat: number, move: Tree): void {
    if (seat === -1 && move["type"] === "revealed") for (const card of numbers(move["cards"])) this.deck[card] = 0;
  }

  faces(outcome: Tree): Face[] {
    if (outcome["type"] !== "rolled") return [];
    return numbers(outcome["dice"]).map((face) => ({ die: 0, face: String(face), sides: this.sides }));
  }
}

export const isMove = (value: Json | undefined): value is Tree => isTree(value) && typeof value["type"] === "string";
