/** The dice: from a seed and the seats' nonces to every number that chance was made of. See docs/fair-dice.md. */

import { hex, hmac, joined, sha256, unhex, utf8 } from "./sha256";

export const commitment = (seed: Uint8Array): string => hex(sha256(joined(utf8("commit-v1|"), seed)));

/** What the server must have taken for a seat that sent nothing. */
export function serverNonce(seed: Uint8Array, table: string, seat: number): string {
  return hex(hmac(seed, utf8(`nonce-v1|${table}|${seat}`)).slice(0, 16));
}

/** What a seat shows of its nonce until the list of all commitments is closed. */
export const nonceCommitment = (table: string, nonce: string): string => hex(sha256(utf8(`nonce-commit-v1|${table}|${nonce}`)));

/** What players are shown of an entry's hash: it says nothing until the seed is published. */
export const sealOf = (seed: Uint8Array, seq: number, hash: string): string =>
  hex(hmac(seed, utf8(`seal-v1|${seq}|${hash}`)).slice(0, 16));

export function diceKey(seed: Uint8Array, table: string, nonces: string[]): Uint8Array {
  const parts = [...nonces].sort().map((nonce) => joined(Uint8Array.of(0, 16), unhex(nonce)));
  return hmac(seed, joined(utf8(`key-v1|${table}|`), ...parts));
}

const MOST_FOLLOWERS = 100;

/** What tables can be called at which the dice of this one fall again: their names are not in the dice. */
export function followers(seed: Uint8Array, table: string): string[] {
  const found: string[] = [];
  for (let time = 0; time < MOST_FOLLOWERS; time++) {
    for (const turned of [0, 1]) found.push(hex(hmac(seed, utf8(`next-v1|${table}|${time}|${turned}|1`)).slice(0, 10)));
  }
  return found;
}

/** The numbers of one outcome, the `number`-th (from 0) that stands at the table. */
export class Dice {
  private counter = 0;
  private bytes = new Uint8Array(0);
  private at = 0;

  constructor(
    private readonly key: Uint8Array,
    private readonly table: string,
    private readonly number: number,
  ) {}

  /** A number from 0 up to `stop`: as few bytes as can say it, drawn again while they would favour some. */
  below(stop: number): number {
    if (stop < 1 || stop > 2 ** 32) throw new RangeError(`below ${stop}`);
    let width = 0;
    while (256 ** width < stop) width++;
    const fair = 256 ** width - (256 ** width % stop);
    for (;;) {
      let value = 0;
      for (let i = 0; i < width; i++) value = value * 256 + this.byte();
      if (value < fair) return value % stop;
    }
  }

  private byte(): number {
    if (this.at === this.bytes.length) {
      this.bytes = hmac(this.key, utf8(`dice-v1|${this.table}|${this.number}|${this.counter++}`)) as Uint8Array<ArrayBuffer>;
      this.at = 0;
    }
    return this.bytes[this.at++]!;
  }
}

// What can be done with them

export function choose<T>(dice: Dice, things: readonly T[]): T {
  return things[dice.below(things.length)]!;
}

/** So many cards at once from a stock, given by how many there are of each; in rising order. */
export function deal(dice: Dice, stock: readonly number[], count: number): number[] {
  const left = [...stock];
  let total = left.reduce((sum, copies) => sum + copies, 0);
  const dealt: number[] = [];
  while (dealt.length < count && total > 0) {
    let at = dice.below(total);
    let card = 0;
    while (at >= left[card]!) at -= left[card++]!;
    left[card]!--;
    total--;
    dealt.push(card);
  }
  return dealt.sort((a, b) => a - b);
}

/** 0, 1, 2 ... in an order of chance: each from the last down changes places with one up to it. */
export function arrange(dice: Dice, count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let last = count - 1; last > 0; last--) swap(order, last, dice.below(last + 1));
  return order;
}

/** The same, but nobody gets their own: begun again as soon as somebody has. */
export function derange(dice: Dice, count: number): number[] {
  for (;;) {
    const order = Array.from({ length: count }, (_, at) => at);
    let last = count - 1;
    for (; last > 0; last--) {
      swap(order, last, dice.below(last + 1));
      if (order[last] === last) break;
    }
    if (last <= 0 && order[0] !== 0) return order;
  }
}

function swap(order: number[], one: number, other: number): void {
  [order[one], order[other]] = [order[other]!, order[one]!];
}
