/** One table as this browser knows it: what the server showed last, what is on its way, what is picked.
 *
 * There are no rules in here: what may be done is the list of moves that comes with every view, and what a
 * move would do is asked of the server. `V` is the game's own view, `B` the contents of its box. */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";

import { insist, tell } from "./announce";
import { Refused } from "./ask";
import { Link, type Status } from "./link";
import { ring } from "./ring";
import type { Seal } from "./seals";
import { spend } from "./twice";
import { readable, type Facts, type Words } from "./words";
import type { Command, Frame, FromServer, MovePage, News, No, Prospect, Reply, SeatSeen, Welcome } from "./wire";

/** What the page brings along: constant for the life of a table. */
export interface Given<B = unknown> {
  table: string;
  game: string;
  language: string;
  /** The components of the edition in play: see src/yupana/web/boxes.py. */
  box: B;
  /** Addresses: of the catalogue, of the chunk with the game's board, of the rules. */
  words: string;
  board: string;
  rules: string;
  extras: { js: string; css: string };
  /** The address under which others find this server; null if they cannot. */
  invite: string | null;
  /** Whether this browser came with a key to the table. */
  known: boolean;
  /** The page for those who have none. */
  enter: string;
}

const MOST_LINES = 400;
const MOST_FRESH = 60;
const MOST_ASKED = 64;
const MOST_WAIT = 700;

/** A line of the log: what happened, and in which round or turn, in words. */
export interface Line extends News {
  heading: string;
}

export class Table<V = any, B = any> {
  readonly game: string;
  readonly box: B;
  readonly link: Link;
  /** Null until the first view has come. */
  readonly frame = signal<Frame | null>(null);
  readonly welcome = signal<Welcome | null>(null);
  /** The last refusal, to be shown and explained; null when it has been seen. */
  readonly refusal = signal<No | null>(null);
  /** Texts of moves that were sent and are not in a view yet: draw them in pencil. */
  readonly sent = signal<readonly string[]>([]);
  /** What was tapped first, as the words it would have in a move: the filter for the second tap. */
  readonly pick = signal<readonly string[]>([]);
  /** Names of cells, tiles or cards to light up, as in the `where` of a score. */
  readonly lit = signal<ReadonlySet<string>>(new Set());
  readonly log = signal<readonly Line[]>([]);
  /** What the others did since one's own last move. */
  readonly fresh = signal<readonly Line[]>([]);
  /** The game's own view, or null while people gather. */
  readonly view = computed(() => (this.frame.value?.view ?? null) as V | null);
  /** The seat whose eyes the view has; null for a spectator. */
  readonly seat = computed(() => this.frame.value?.look ?? null);
  /** When the last view came, on the clock of this page: clocks count down from there. */
  shownAt = 0;
  /** Why the server ended the connection, as a code. */
  bye = "";
  /** The last seal that was shown, with the entry of the log that it is for; null where none is shown. */
  readonly sealed = signal<Seal | null>(null);
  readonly moves = computed<readonly string[]>(() => this.frame.value?.moves ?? []);
  /** Whether there are more moves than are listed. */
  readonly more = computed(() => this.frame.value?.more_moves ?? false);
  /** Whether this seat is to decide something now. */
  readonly mine = computed(() => this.seat.value !== null && this.moves.value.length > 0);
  readonly over = computed(() => this.frame.value?.phase === "over");
  private prospects = new Map<string, Prospect>();
  /** Of several seats on this device, the one that moved last: Undo is for that one. */
  private moved: number | null = null;
  /** Commands without an answer: the same one is not sent a second time. */
  private readonly asked = new Map<string, Promise<Reply>>();
  /** Moves that are in no view yet, by seat: with them counted in, a later decision says what it was based on. */
  private readonly underWay: number[] = [];

  constructor(
    readonly given: Given<B>,
    readonly words: Words,
    stillWelcome: () => Promise<boolean>,
  ) {
    this.game = given.game;
    this.box = given.box;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/tables/${given.table}/ws`;
    this.link = new Link(address, (message) => this.hear(message), stillWelcome);
  }

  get status(): ReadonlySignal<Status> {
    return this.link.status;
  }

  say(key: string, facts?: Facts): string {
    return this.words.say(key, facts);
  }

  /** What the game calls itself. */
  get title(): string {
    return this.words.named(`${this.game}-title`, this.game);
  }

  seatAt(seat: number): SeatSeen | undefined {
    return this.frame.value?.seats[seat];
  }

  /** What a seat is called. */
  nameOf(seat: number): string {
    const seen = this.seatAt(seat);
    return seen?.name || this.say(seen?.player === "bot" ? "web-bot-number" : "web-seat-number", { seat: seat + 1 });
  }

  // What one does

  /** Of several seats on this device, only this one looks from now on: it is not even told what the others did in secret. */
  lookFrom(seat: number): void {
    if (seat !== this.link.look) {
      this.moved = null;
      batch(() => (this.log.value = this.fresh.value = []));
    }
    this.link.lookFrom(seat);
  }

  /** Makes a move, given as text: `7 b4`. A refusal is shown and explained by itself. */
  async send(text: string): Promise<Reply> {
    const move = { do: "move", text, ...this.forSeat() } as const;
    const before = this.asked.get(JSON.stringify(move));
    if (before) return before;
    const seat = (this.moved = this.seat.value);
    batch(() => {
      this.sent.value = [...this.sent.value, text];
      this.pick.value = [];
    });
    const asked = this.command(move);
    if (seat !== null) this.underWay.push(seat);
    const reply = await asked;
    if (reply.t === "ack") await this.shown(reply.seq);
    if (seat !== null) this.underWay.splice(this.underWay.indexOf(seat), 1);
    this.sent.value = this.sent.value.filter((each) => each !== text);
    if (reply.t === "ack") ring("pencil");
    return reply;
  }

  /** Waits for the view that has this entry in it, so that nothing blinks between pencil and ink. */
  private shown(seq: number): Promise<void> {
    return new Promise((done) => {
      let stop = () => {};
      const end = () => {
        clearTimeout(timer);
        stop();
        done();
      };
      const timer = setTimeout(end, MOST_WAIT);
      stop = this.frame.subscribe((frame) => {
        if (frame && frame.head >= seq) queueMicrotask(end);
      });
    });
  }

  undo(): Promise<Reply> {
    this.pick.value = [];
    return this.command({ do: "undo", ...this.forSeat(this.moved) });
  }

  /** Sends a command; the same one that has no answer yet is that one. */
  command(cmd: Command): Promise<Reply> {
    spend();
    const key = JSON.stringify(cmd);
    const before = this.asked.get(key);
    if (before) return before;
    const asked = this.link.send(cmd, this.revFor(cmd)).then((reply) => {
      this.asked.delete(key);
      if (reply.t === "no") this.refuse(reply);
      return reply;
    });
    this.asked.set(key, asked);
    return asked;
  }

  /** What a command of a seat is based on: how many of its moves stand. */
  private revFor(cmd: Command): number | undefined {
    const frame = this.frame.value;
    const seat = "seat" in cmd ? cmd.seat : frame?.mine[0];
    const rev = frame?.rev[frame.mine.indexOf(seat ?? -1)];
    return rev === undefined ? undefined : rev + this.underWay.filter((each) => each === seat).length;
  }

  /** What each of these moves would come to; nothing is done. Remembered until the next view. */
  async what(texts: readonly string[]): Promise<ReadonlyMap<string, Prospect>> {
    const known = this.prospects;
    const missing = texts.filter((text) => !known.has(text));
    for (let at = 0; at < missing.length; at += MOST_ASKED) {
      const some = missing.slice(at, at + MOST_ASKED);
      const answer = await this.link.ask({ t: "what", texts: some, ...this.forSeat() });
      if (answer?.t !== "would") break;
      for (const each of answer.each) if (each) known.set(each.text, each);
    }
    return known;
  }

  /** Why a move cannot be made: shown as a refusal. Does nothing if it can be. */
  async why(text: string): Promise<void> {
    const no = (await this.what([text])).get(text)?.no;
    if (no) this.refuse({ t: "no", cid: null, head: 0, n: null, ...no });
  }

  /** Moves beyond the few hundred that a view lists: those that begin so, from a number on. */
  async page(prefix: string, from = 0): Promise<MovePage | null> {
    const answer = await this.link.ask({ t: "moves", prefix, from, ...this.forSeat() });
    return answer?.t === "moves" ? answer : null;
  }

  /** Shows a refusal, of the server or of our own making. */
  refuse(no: No): void {
    this.refusal.value = no;
    ring("no");
    insist(this.explain(no));
  }

  /** Shows that a plain request failed, whatever the reason. */
  failed(error: unknown): void {
    const silent = { t: "no", cid: null, code: "web-no-answer", facts: {}, said: "", head: 0, clause: null, n: null } as const;
    this.refuse(error instanceof Refused ? error.no : silent);
  }

  /** A refusal in the words of this page's language. */
  explain(no: No): string {
    const facts = { ...no.facts };
    const problem = facts["problem"];
    if (typeof problem === "string" && this.words.has(problem)) facts["problem"] = this.say(problem);
    return this.words.has(no.code) ? this.say(no.code, facts) : no.said || readable(no.code);
  }

  /** The moves that have all of these words in them. */
  matching(words: readonly string[]): string[] {
    return this.moves.value.filter((move) => {
      const has = move.split(" ");
      return words.every((word) => has.includes(word));
    });
  }

  private forSeat(other: number | null = null): { seat?: number } {
    const several = (this.frame.value?.mine.length ?? 0) > 1;
    const seat = other ?? this.seat.value;
    return several && seat !== null ? { seat } : {};
  }

  // What one hears

  private hear(message: FromServer): void {
    switch (message.t) {
      case "welcome":
        this.welcome.value = message;
        break;
      case "view":
        if (message.seal) this.sealed.value = { seq: message.head, seal: message.seal };
        this.show(message);
        break;
      case "ack":
        if (message.seal && message.seq > (this.sealed.value?.seq ?? 0)) this.sealed.value = { seq: message.seq, seal: message.seal };
        break;
      case "tick": {
        const frame = this.frame.value;
        if (!frame) break;
        const seats = message.here.length
          ? frame.seats.map((seat, at) => ({ ...seat, here: message.here[at] ?? seat.here }))
          : frame.seats;
        this.frame.value = { ...frame, head: message.head, pending: message.pending, seats };
        break;
      }
      case "bye":
        this.bye = message.code;
        tell(this.words.has(message.code) ? this.say(message.code) : message.code);
        break;
    }
  }

  private show(frame: Frame): void {
    const wasMine = this.mine.value;
    const before = this.frame.value;
    this.prospects = new Map();
    this.shownAt = performance.now();
    // who comes or comes back is told what happened before, to read and not to watch
    const { look, seen } = this.link;
    const now = frame.events.filter((each) => seen && each.seq > seen);
    batch(() => {
      this.frame.value = { ...frame, events: now };
      if (look === undefined || look === frame.look) this.note(frame.events);
    });
    if (before && !wasMine && this.mine.value && frame.phase === "playing") {
      ring("turn");
      insist(this.say("web-your-turn"));
    }
    if (before?.phase === "playing" && frame.phase === "over") ring("end");
  }

  private note(events: readonly News[]): void {
    if (!events.length) return;
    const all = new Map([...this.log.value, ...events.map((each) => ({ ...each, heading: this.headed(each.in) }))].map((line) => [line.seq, line]));
    const lines = [...all.values()].sort((one, other) => one.seq - other.seq).slice(-MOST_LINES);
    const own = lines.findLastIndex((each) => this.frame.value?.mine.includes(each.seat) && each.did);
    this.fresh.value = lines.slice(own + 1).slice(-MOST_FRESH);
    this.log.value = this.welcome.value?.by_memory && !this.over.value ? this.fresh.value : lines;
  }

  private headed(code: string): string {
    const [kind = "", number = ""] = code.split(" ");
    return this.words.named(`web-${kind}`, code, { [kind]: Number(number) });
  }
}
