/** A browser's part in the dice: a nonce for each of its seats, which it commits to when it sits down and reveals when the list
 * of all commitments is closed. See docs/fair-dice.md. Also keeps the last seal that a table showed, for the check of its game. */

import { nonceCommitment } from "../verify/dice";
import { hex, sha256, utf8 } from "../verify/sha256";
import { newId } from "./link";
import { recall, store } from "./shelf";
import type { Table } from "./table";
import type { Command, Frame } from "./wire";

const KEY = "yupana.nonces";
/** Of one seat: several pages of this browser may each make one, and the server takes the first. */
const MOST_OF_SEAT = 4;

type Nonces = Record<string, string[]>;

/** A new nonce, and what is shown of it. */
export function newPart(table: string): { nonce: string; commit: string } {
  const nonce = newId(16);
  return { nonce, commit: nonceCommitment(table, nonce) };
}

/** What is sent of the secret by which a request may be made again. */
export const retryHash = (secret: string): string => hex(sha256(utf8(`retry-v1|${secret}`)));

export function keepPart(table: string, seat: number, nonce: string): void {
  const found = recall<Nonces>(KEY, table) ?? {};
  store(KEY, table, { ...found, [seat]: [nonce, ...(found[seat] ?? [])].slice(0, MOST_OF_SEAT) });
}

const partsOf = (table: string, seat: number): string[] => recall<Nonces>(KEY, table)?.[seat] ?? [];

/** The nonce of a seat that is to be revealed now: the closed list has its commitment. */
export function partToReveal(table: string, { draw }: Frame, seat: number): string | undefined {
  if (!draw?.commits || !draw.waiting.includes(seat)) return undefined;
  const listed = draw.commits[seat];
  return partsOf(table, seat).find((nonce) => nonceCommitment(table, nonce) === listed);
}

/** Whether the server has closed the list without the commitment that this seat had made. Where an earlier draw is void, only those
 * who committed anew are listed. */
function isLeftOut(table: string, { draw }: Frame, seat: number, anew: boolean): boolean {
  if (!draw?.commits || (draw.number > 1 && !anew)) return false;
  const parts = partsOf(table, seat);
  return parts.length > 0 && !parts.some((nonce) => nonceCommitment(table, nonce) === draw.commits?.[seat]);
}

/** Does once what a draw asks of the seats of one table in this browser. */
export class Part {
  private readonly done = new Set<string>();
  /** Seats that committed anew, by the number of the draw that was void. */
  private readonly anew = new Set<string>();

  constructor(private readonly table: Table) {}

  take(frame: Frame): void {
    for (const seat of frame.draw ? frame.mine : []) this.takeFor(frame, seat);
  }

  private takeFor(frame: Frame, seat: number): void {
    const id = this.table.given.table;
    const { number, commits, waiting } = frame.draw!;
    const phase = `${number}/${commits ? "reveal" : "commit"}/${seat}`;
    if (this.done.has(phase)) return;
    if (!commits) {
      if (!waiting.includes(seat)) return;
      const { nonce, commit } = newPart(id);
      keepPart(id, seat, nonce);
      this.anew.add(`${number}/${seat}`);
      this.done.add(phase);
      return this.send({ do: "commit", commit, seat });
    }
    const nonce = partToReveal(id, frame, seat);
    if (nonce) {
      this.done.add(phase);
      this.send({ do: "reveal", nonce, seat });
    } else if (isLeftOut(id, frame, seat, this.anew.has(`${number - 1}/${seat}`))) {
      this.done.add(phase);
      this.table.refuse({ t: "no", cid: null, code: "web-draw-left-out", facts: {}, said: "", head: 0, clause: null, n: null });
    }
  }

  /** Silently: a refusal means that the draw has gone on meanwhile. */
  private send(cmd: Command): void {
    void this.table.link.send(cmd);
  }
}
