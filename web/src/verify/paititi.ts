/** Paititi as far as chance is concerned: which cards lie face down where. Cards are numbered as the box lists them. */

import { type Dice, choose, deal } from "./dice";
import { type Fold, Impossible, numbers } from "./games";
import type { Json, Tree } from "./json";

type Form = "opening" | "travelling" | "permanent";
interface Site {
  back: number;
  stock: number;
}
interface Show {
  card: number;
  chosen: (number[] | null)[];
  given: (number[] | null)[] | null;
}

/** The box as boxes.json has it: lists, since their order numbers the cards. */
export interface Box {
  turn: { dealt: number; row: number; drawn: number; needs: number; gives: number; most_gives: number; after_stop: number };
  permanent: number;
  digging: [string, number][];
  backs: [string, number][];
  kinds: [string, string][];
  artifacts: [string, string[]][];
  exhibitions: [string[], string[], string[]];
}

const NO_KIND = -1;

/** What the cards are: read from the box, which the log names by the digest of its edition. */
class Cards {
  readonly digging: number[];
  readonly picks: number[];
  readonly artifacts: number[] = [];
  readonly kind: number[] = [];
  readonly pieces: number[] = [];
  readonly back: number[] = [];
  readonly backPicks: number[];
  readonly decks: [number[], number[]];
  readonly halves: [number, number][] = [];
  readonly forms: [Form, Form][] = [];
  readonly stop: number;

  constructor(box: Box) {
    this.digging = box.digging.map(([, copies]) => copies);
    this.picks = box.digging.map(([name]) => Number(name.split("/")[0]));
    this.backPicks = box.backs.map(([, picks]) => picks);
    const kinds = box.kinds.map(([one]) => one);
    const many = box.kinds.map(([, several]) => several);
    const known = new Map<string, number>();
    for (const [kind, cards] of box.artifacts) {
      for (const card of cards) {
        const name = `${kind} ${card}`;
        if (!known.has(name)) {
          known.set(name, known.size);
          const [pieces = "", back = ""] = card.split("@");
          this.artifacts.push(0);
          this.kind.push(kinds.indexOf(kind));
          this.pieces.push(Number(pieces || 0));
          this.back.push(box.backs.findIndex(([name]) => name === back));
        }
        this.artifacts[known.get(name)!]!++;
      }
    }
    const [, second, third] = box.exhibitions;
    const names = [...new Set(box.exhibitions.flat().filter((name) => name !== "stop"))];
    this.stop = names.length;
    for (const name of names) {
      const sign = name.includes("+") ? "+" : "/";
      const [one = "", other = ""] = name.split(sign);
      this.halves.push([many.indexOf(one), many.indexOf(other)]);
      this.forms.push(sign === "+" ? ["opening", "opening"] : ["travelling", "permanent"]);
    }
    const sorted = (cards: string[]) =>
      cards.map((name) => (name === "stop" ? this.stop : names.indexOf(name))).sort((a, b) => a - b);
    this.decks = [sorted(second), sorted(third)];
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);

export class Paititi implements Fold {
  private readonly cards: Cards;
  private pile: number[];
  private discard: number[];
  /** Artifact cards face down, by the shuffle they come from; the last is that of the pile. */
  private stocks: number[][];
  private readonly row: (Site | null)[];
  private top: Site | null = null;
  private thrown: number[];
  private readonly decks: [number[], number[]];
  private readonly displayed: number[][];
  private readonly owned: number[][];
  private dealt = 0;
  private left = 0;
  private dug: { seat: number; site: number } | null = null;
  private show: Show | null = null;
  private ending: number | null = null;

  private readonly needs: number;

  constructor(
    private readonly box: Box,
    private readonly seats: number,
    options: { [name: string]: Json },
  ) {
    this.cards = new Cards(box);
    this.needs = options["guests_need_two"] === true ? box.turn.needs : 1;
    this.pile = [...this.cards.digging];
    this.discard = this.pile.map(() => 0);
    this.stocks = [[...this.cards.artifacts]];
    this.thrown = this.cards.artifacts.map(() => 0);
    this.row = new Array<null>(this.box.turn.row).fill(null);
    this.decks = [[...this.cards.decks[0]], [...this.cards.decks[1]]];
    this.displayed = Array.from({ length: seats }, () => []);
    this.owned = Array.from({ length: seats }, () => []);
  }

  // What chance does

  drawn(outcome: Tree, dice: Dice): Tree {
    switch (outcome["type"]) {
      case "appoint":
        return { type: "appoint", dealer: dice.below(this.seats) };
      case "deal": {
        const wanted = this.dealt < this.seats ? this.box.turn.dealt : this.left;
        const count = Math.min(wanted, sum(this.pile));
        if (count < 1) throw new Impossible("deal");
        return { type: "deal", cards: deal(dice, this.pile, count) };
      }
      case "lay": {
        const backs = this.backs();
        if (!backs.length) throw new Impossible("lay");
        return { type: "lay", back: choose(dice, backs) };
      }
      case "find": {
        const faces = this.hidden();
        if (!faces.length) throw new Impossible("find");
        return { type: "find", card: choose(dice, faces) };
      }
      case "turn": {
        const deck = this.decks[0].length ? this.decks[0] : this.decks[1];
        if (!deck.length) throw new Impossible("turn");
        return { type: "turn", card: choose(dice, deck) };
      }
    }
    throw new Impossible(String(outcome["type"]));
  }

  /** The backs of the pile's cards, one by one in the order of the cards, less those that lie open in the row. */
  private backs(): number[] {
    const last = this.stocks.length - 1;
    const backs = this.stocks[last]!.flatMap((copies, card) => new Array<number>(copies).fill(this.cards.back[card]!));
    for (const site of [...this.row, this.top]) {
      if (site?.stock === last) backs.splice(backs.indexOf(site.back), 1);
    }
    return backs;
  }

  /** The cards that may lie where somebody digs: of that shuffle, with that back. */
  private hidden(): number[] {
    const site = this.dug && this.at(this.dug.site);
    if (!site) return [];
    return this.stocks[site.stock]!.flatMap((copies, card) =>
      this.cards.back[card] === site.back ? new Array<number>(copies).fill(card) : [],
    );
  }

  private at(site: number): Site | null {
    return site === 0 ? this.top : (this.row[site - 1] ?? null);
  }

  // What has happened

  take(seat: number, move: Tree): void {
    switch (move["type"]) {
      case "deal":
        return this.deals(numbers(move["cards"]));
      case "draw":
        return this.draws(this.box.turn.drawn);
      case "display":
        this.displayed[seat]!.push(Number(move["card"]));
        return this.endTurn();
      case "dig":
        return this.digs(seat, Number(move["site"]), numbers(move["cards"]));
      case "find":
        return this.finds(Number(move["card"]));
      case "lay":
        this.top = { back: Number(move["back"]), stock: this.stocks.length - 1 };
        return this.endTurn();
      case "discard":
        for (const card of numbers(move["cards"])) this.discard[card]!++;
        return;
      case "exhibit":
        return this.exhibits(Number(move["card"]));
      case "choose":
        return this.chooses(seat, numbers(move["cards"]));
      case "give":
        return this.gives(seat, numbers(move["cards"]));
      case "turn":
        return this.turns(Number(move["card"]));
      case "appoint":
      case "pass":
        return;
    }
    throw new Impossible(String(move["type"]));
  }

  private deals(cards: number[]): void {
    for (const card of cards) this.pile[card]!--;
    if (this.dealt < this.seats) {
      if (++this.dealt === this.seats) this.endTurn();
    } else {
      this.draws(this.left - cards.length);
    }
  }

  /** So many cards are to come from the pile, which is made of the discard when it is empty. */
  private draws(left: number): void {
    this.left = left;
    if (left && !sum(this.pile)) [this.pile, this.discard] = [this.discard, this.pile.map(() => 0)];
    if (!left || !sum(this.pile)) this.endTurn();
  }

  private digs(seat: number, site: number, cards: number[]): void {
    const at = this.at(site);
    if (!at) throw new Impossible("dig");
    let missing = this.cards.backPicks[at.back]!;
    const laid = this.displayed[seat]!;
    while (missing > 0 && laid.length) {
      const card = laid.shift()!;
      missing -= this.cards.picks[card]!;
      this.discard[card]!++;
    }
    for (const card of cards) this.discard[card]!++;
    this.dug = { seat, site };
  }

  private finds(card: number): void {
    const { seat, site } = this.dug!;
    this.stocks[this.at(site)!.stock]![card]!--;
    if (site === 0) this.top = null;
    else this.row[site - 1] = null;
    this.dug = null;
    if (this.cards.kind[card] === NO_KIND) {
      this.thrown[card]!++;
      this.draws(this.box.turn.drawn);
    } else {
      this.owned[seat]!.push(card);
      this.endTurn();
    }
  }

  /** The row is filled from the pile; an empty pile is made of what was thrown away. */
  private endTurn(): void {
    const gap = this.row.indexOf(null);
    if (this.top && gap >= 0) {
      this.row[gap] = this.top;
      this.top = null;
    }
    if (!this.top && !this.backs().length && sum(this.thrown)) {
      const kept = this.stocks.map((_, at) => at).filter((at) => sum(this.stocks[at]!));
      for (const site of this.row) if (site) site.stock = kept.indexOf(site.stock);
      this.stocks = [...kept.map((at) => this.stocks[at]!), this.thrown];
      this.thrown = this.thrown.map(() => 0);
    }
  }

  // Exhibitions: what is given up there comes back some day

  private exhibits(card: number): void {
    const chosen = this.owned.map((cards) => (cards.length >= this.needs ? null : []));
    this.show = { card, chosen, given: null };
  }

  private chooses(seat: number, cards: number[]): void {
    this.show!.chosen[seat] = cards;
    if (this.show!.chosen.includes(null)) return;
    this.show!.given = this.show!.chosen.map((_, each) => (this.hasChoice(each) ? null : []));
    this.closes();
  }

  private gives(seat: number, cards: number[]): void {
    this.show!.given![seat] = cards;
    this.closes();
  }

  private closes(): void {
    const show = this.show!;
    if (show.given!.includes(null)) return;
    show.given!.forEach((chosen, seat) => {
      const given = [...chosen!];
      for (const half of [0, 1]) {
        const cards = this.used(half, seat);
        const number = this.owed(half, seat);
        if (!severalWays(cards, number)) given.push(...cards.slice(0, number));
      }
      for (const card of given) {
        this.thrown[card]!++;
        this.owned[seat]!.splice(this.owned[seat]!.indexOf(card), 1);
      }
    });
    this.show = null;
    if (this.ending === null) return; // a card is turned up first
    if (--this.ending) this.endTurn();
  }

  private used(half: number, seat: number): number[] {
    const kind = this.cards.halves[this.show!.card]![half];
    return this.show!.chosen[seat]!.filter((card) => this.cards.kind[card] === kind);
  }

  /** How many cards of a half the seat gives up: all for a travelling exhibition, for a permanent one a few. */
  private owed(half: number, seat: number): number {
    const cards = this.used(half, seat).length;
    const form = this.cards.forms[this.show!.card]![half];
    if (form === "opening" || !cards) return 0;
    if (form === "travelling") return cards;
    const points = (each: number) =>
      this.box.permanent * sum(this.used(half, each).map((card) => this.cards.pieces[card]!));
    const most = Math.max(...this.show!.chosen.map((_, each) => points(each)));
    const more = points(seat) === most ? this.box.turn.most_gives : 0;
    return Math.min(this.box.turn.gives + more, cards);
  }

  private hasChoice(seat: number): boolean {
    return [0, 1].some((half) => severalWays(this.used(half, seat), this.owed(half, seat)));
  }

  private turns(card: number): void {
    const deck = this.decks[0].length ? this.decks[0] : this.decks[1];
    deck.splice(deck.indexOf(card), 1);
    if (card === this.cards.stop) this.ending = this.box.turn.after_stop;
    this.endTurn();
  }

  faces(): [] {
    return []; // a game of cards
  }
}

/** Whether so many of these cards can be picked in more than one way, equal cards being equal. */
function severalWays(cards: number[], number: number): boolean {
  return number > 0 && number < cards.length && new Set(cards).size > 1;
}
