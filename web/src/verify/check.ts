/** A check of a finished game by a browser that trusts nobody, from the export alone: the chain of hashes, the
 * commitment, the nonces, the key, and every outcome of chance worked out anew.
 *
 * Not checked here: the rules of the game, that is whether each move was allowed, the game was played to its end,
 * and chance was asked when it should be. `yupana verify` does that as well. Of a game that goes on from a moment of
 * another one, the beginning was not rolled here: its dice are not checked, and not counted. What no file can show by
 * itself: that this is the game that was played. For that, it is compared with a seal that was shown at the table.
 */

import { Dice, commitment, diceKey, followers, nonceCommitment, sealOf, serverNonce } from "./dice";
import { digestOf, readEdition, withBox } from "./edition";
import { type DieCount, Tally } from "./faces";
import { type Boxes, type Fold, Impossible, foldOf, isMove } from "./games";
import { BadJson, type Json, type Tree, isTree, readJson, same, writeJson } from "./json";
import { hex, sha256, unhex, utf8 } from "./sha256";

export type Facts = Record<string, string | number>;
export interface Finding {
  code: string;
  facts: Facts;
}

/** The parts of the check, in the order in which they are told. */
export const STEPS = ["file", "chain", "story", "commitment", "nonces", "outcomes", "end"] as const;
export type Step = (typeof STEPS)[number];
/** `skipped`: something before it made it meaningless, or this page does not know what is in the box. */
export type Verdict = "right" | "wrong" | "skipped";

export interface Report {
  steps: Record<Step, Verdict>;
  findings: Finding[];
  table: string;
  game: string;
  edition: string;
  /** Whether it was played with an edition that does not come with the game, but that the file holds. */
  ownEdition: boolean;
  seats: number;
  /** Seats that brought a nonce of their own; `committed`: those of them that revealed it only when the list of
   * commitments was closed. */
  ownNonces: number;
  committed: number;
  voidDraws: number;
  /** By seat: how many draws are void since it did not reveal its nonce. */
  silent: number[];
  /** Seals from the table that were compared with the log. */
  seals: number;
  entries: number;
  moves: number;
  outcomes: number;
  takenBack: number;
  diceAgain: boolean;
  /** The table from a moment of whose game this one goes on, and how much was taken from it. */
  branch: string;
  copied: number;
  headHash: string;
  commitment: string;
  dice: DieCount[];
  ok: boolean;
}

const MOST_FINDINGS = 100;
const MOST_SEATS = 1000;
const HEX_32 = /^[0-9a-f]{32}$/;
const HEX_64 = /^[0-9a-f]{64}$/;
const CHANCE = -1;
/** Where the log says that the game goes on from another table's, if it does. */
const BRANCHED = 2;

const ASIDE = new Set([
  "stood-in", "covered", "came-back", "asked", "answered", "said", "readied", "waited", "set", "followed", "keyed", "revoked",
  "offered", "consented",
]); // prettier-ignore

class Stop extends Error {}

/** What was shown at the table of an entry's hash. */
export interface Seal {
  seq: number;
  seal: string;
}

/** `noted`: the head hash that somebody wrote down at the table, if anybody did. `seals`: what was shown there. */
export function check(data: Uint8Array, boxes: Boxes, noted?: string, seals: Seal[] = []): Report {
  const checking = new Check(boxes);
  try {
    checking.run(data, noted, seals);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return checking.finished();
}

interface Entry {
  at_ms: number;
  body: Tree;
  cid: string | null;
  kind: string;
  seat: number | null;
  seq: number;
  hash: string;
}
interface Seat {
  nonce: string;
  player: string;
  madeBy: string;
  commit: string | null;
}
interface Happened {
  seat: number;
  move: Tree;
}

class Check {
  private readonly report: Report = {
    steps: Object.fromEntries(STEPS.map((step) => [step, "skipped"])) as Record<Step, Verdict>,
    findings: [],
    table: "",
    game: "",
    edition: "",
    ownEdition: false,
    seats: 0,
    ownNonces: 0,
    committed: 0,
    voidDraws: 0,
    silent: [],
    seals: 0,
    entries: 0,
    moves: 0,
    outcomes: 0,
    takenBack: 0,
    diceAgain: false,
    branch: "",
    copied: 0,
    headHash: "",
    commitment: "",
    dice: [],
    ok: false,
  };

  constructor(private readonly boxes: Boxes) {}

  private found(step: Step, code: string, facts: Facts = {}): void {
    this.report.steps[step] = "wrong";
    if (this.report.findings.length < MOST_FINDINGS) this.report.findings.push({ code, facts });
  }

  private stop(step: Step, code: string, facts: Facts = {}): never {
    this.found(step, code, facts);
    throw new Stop();
  }

  /** Those steps that were gone through without a finding are right. */
  private passed(...steps: Step[]): void {
    for (const step of steps) if (this.report.steps[step] === "skipped") this.report.steps[step] = "right";
  }

  finished(): Report {
    this.report.ok = STEPS.every((step) => this.report.steps[step] === "right");
    return this.report;
  }

  // In order

  run(data: Uint8Array, noted: string | undefined, seals: Seal[]): void {
    const file = this.read(data);
    this.passed("file");
    const entries = this.chain(file, noted);
    this.passed("chain");
    this.story(file, entries, seals);
  }

  private read(data: Uint8Array): Tree {
    let file: Json;
    try {
      file = readJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
    } catch (error) {
      if (!(error instanceof BadJson || error instanceof TypeError)) throw error;
      this.stop("file", "fairness.unreadable", { problem: error.message.slice(0, 100) });
    }
    if (!isTree(file) || file["format"] !== "yupana table" || file["v"] !== 1) this.stop("file", "fairness.no-export");
    this.fields("file", file, { format: "string", v: "number", table: "tree", entries: "list", head_hash: "string", names: "tree", seed: "any" });
    this.fields("file", file["table"] as Tree, { id: "string", game: "string", rules: "number", created_ms: "number" });
    return file;
  }

  /** Exactly these fields, of these kinds. */
  private fields(step: Step, value: Json | undefined, form: Record<string, string>, seq = 0): Tree {
    if (!isTree(value)) this.stop(step, "fairness.form", { field: "{}", seq });
    for (const key of Object.keys(value)) if (!(key in form)) this.stop(step, "fairness.form", { field: key.slice(0, 40), seq });
    for (const [key, kind] of Object.entries(form)) {
      const field = value[key];
      const isSo =
        kind === "any" ? field !== undefined
        : kind.startsWith("maybe ") ? field === undefined || typeof field === kind.slice(6)
        : kind === "list" ? Array.isArray(field)
        : kind === "tree" ? isTree(field)
        : kind.endsWith("?") ? field === null || typeof field === kind.slice(0, -1)
        : typeof field === kind; // prettier-ignore
      if (!isSo) this.stop(step, "fairness.form", { field: key, seq });
    }
    return value;
  }

  /** Every entry in its place, and its hash the one that follows from all before it. */
  private chain(file: Tree, noted?: string): Entry[] {
    let previous = "0".repeat(64);
    let time = 0;
    const cids = new Set<string>();
    const entries = (file["entries"] as Json[]).map((raw, at) => {
      const form = { at_ms: "number", body: "tree", cid: "string?", kind: "string", seat: "number?", seq: "number", hash: "string" };
      const entry = this.fields("chain", raw, form, at + 1) as unknown as Entry;
      const { hash, ...hashed } = entry;
      if (entry.seq !== at + 1) this.found("chain", "fairness.sequence", { seq: entry.seq, expected: at + 1 });
      if (hex(sha256(utf8(previous + writeJson(hashed as unknown as Tree)))) !== hash) {
        this.found("chain", "fairness.hash", { seq: at + 1 });
      }
      if (entry.at_ms < time) this.found("chain", "fairness.time", { seq: at + 1 });
      if (entry.cid !== null && cids.has(entry.cid)) this.found("chain", "fairness.twice", { seq: at + 1 });
      if (entry.cid !== null) cids.add(entry.cid);
      previous = hash;
      time = entry.at_ms;
      return entry;
    });
    if (file["head_hash"] !== previous) this.found("chain", "fairness.head-wrong");
    if (noted && noted.trim().toLowerCase() !== previous) this.found("chain", "fairness.other-head", { noted: noted.slice(0, 64) });
    this.report.entries = entries.length;
    this.report.headHash = previous;
    if (!entries.length || entries[0]!.kind !== "opened") this.stop("story", "fairness.story", { seq: 1, kind: entries[0]?.kind.slice(0, 20) ?? "" });
    return entries;
  }

  private story(file: Tree, entries: Entry[], seals: Seal[]): void {
    const story = new Story(
      this.report,
      this.boxes,
      (step, code, facts) => this.found(step, code, facts),
      (step, value, form, seq) => this.fields(step, value, form, seq),
      (step, code, facts) => this.stop(step, code, facts),
    );
    story.open(file, entries[0]!);
    for (const entry of entries.slice(1)) story.entry(entry);
    story.end();
    story.compare(entries, seals);
    this.passed("story", "commitment", "nonces", "end");
    if (story.knowsBox) this.passed("outcomes");
  }
}

/** What the entries tell, in the only order in which they can: gathering, playing, over. */
class Story {
  private phase: "gathering" | "playing" | "over" = "gathering";
  private seed = new Uint8Array(0);
  private seedText = "";
  private diceOf = "";
  private key: Uint8Array | null = null;
  private readonly seats = new Map<number, Seat>();
  /** Of the seats that have committed to a nonce and not revealed it yet. */
  private readonly commits = new Map<number, string>();
  private draw: { number: number; commits: Json[] } | null = null;
  private drawIsVoid = false;
  private events: Happened[] = [];
  private fold: Fold | null = null;
  private makeFold: () => Fold | null = () => null;
  private stale = false;
  private branched: { table: string; events: number } | null = null;
  private branchSaid = "";
  private copied = 0;

  constructor(
    private readonly report: Report,
    private readonly boxes: Boxes,
    private readonly found: (step: Step, code: string, facts?: Facts) => void,
    private readonly fields: (step: Step, value: Json | undefined, form: Record<string, string>, seq?: number) => Tree,
    private readonly stop: (step: Step, code: string, facts?: Facts) => never,
  ) {}

  get knowsBox(): boolean {
    return this.makeFold() !== null;
  }

  open(file: Tree, entry: Entry): void {
    const form = {
      game: "string", rules: "number", edition: "string", edition_digest: "string",
      options: "tree", seats: "number", policy: "tree", commit: "string", tables: "maybe string",
    }; // prettier-ignore
    const opened = this.fields("story", entry.body, form, 1);
    const table = file["table"] as Tree;
    for (const [field, said, is] of [
      ["game", table["game"], opened["game"]],
      ["rules", table["rules"], opened["rules"]],
      ["created_ms", table["created_ms"], entry.at_ms],
    ] as const) {
      if (said !== is) this.found("story", "fairness.table-wrong", { field });
    }
    const seats = opened["seats"] as number;
    if (seats < 1 || seats > MOST_SEATS) this.stop("story", "fairness.form", { field: "seats", seq: 1 });
    const policy = opened["policy"] as Tree;
    const again = typeof policy["dice"] === "string" ? policy["dice"] : "";
    this.branchSaid = typeof policy["branch"] === "string" ? policy["branch"] : "";
    this.diceOf = again || (table["id"] as string);
    Object.assign(this.report, {
      table: table["id"],
      game: opened["game"],
      edition: opened["edition"],
      seats,
      silent: new Array<number>(seats).fill(0),
      diceAgain: again !== "",
      commitment: opened["commit"],
    });
    const boxes = this.boxesOf(opened);
    this.makeFold = () =>
      foldOf(boxes, opened["game"] as string, opened["edition_digest"] as string, seats, opened["options"] as Tree);
    this.fold = this.makeFold();
    const seed = file["seed"];
    if (typeof seed !== "string" || !HEX_64.test(seed)) this.stop("commitment", "fairness.no-seed");
    this.seedText = seed;
    this.seed = unhex(seed) as Uint8Array<ArrayBuffer>;
    if (commitment(this.seed) !== opened["commit"]) this.found("commitment", "fairness.commitment");
    const own = table["id"] as string;
    if (again && !followers(this.seed, String(policy["follows"])).includes(own)) {
      this.found("story", "fairness.table-wrong", { field: "id" });
    }
  }

  /** What is in the boxes; the edition that the log itself holds among them, if it is the one that the log names. */
  private boxesOf(opened: Tree): Boxes {
    const [game, digest, text] = [opened["game"] as string, opened["edition_digest"] as string, opened["tables"]];
    if (typeof text !== "string") return this.boxes;
    const edition = readEdition(text);
    if (!edition || digestOf(edition) !== digest || edition.tables["name"] !== opened["edition"]) {
      this.stop("story", "fairness.edition", { edition: (opened["edition"] as string).slice(0, 60) });
    }
    const known = Object.hasOwn(this.boxes, game) && Object.hasOwn(this.boxes[game as keyof Boxes], digest);
    this.report.ownEdition = !known;
    return known ? this.boxes : withBox(this.boxes, game, digest, edition);
  }

  entry(entry: Entry): void {
    const { kind, seq } = entry;
    if (kind === "sat" && this.phase === "gathering") return this.sat(entry);
    if (kind === "sat" && this.phase === "playing") return this.satLate(entry);
    if (kind === "stood" && this.phase === "gathering") {
      const seat = this.fields("story", entry.body, { seat: "number" }, seq)["seat"] as number;
      this.seats.delete(seat);
      this.commits.delete(seat);
    } else if (kind === "draw" && this.phase === "gathering") {
      this.drawn(entry);
    } else if (kind === "revealed" && this.phase === "gathering") {
      this.revealed(entry);
    } else if (kind === "void" && this.phase === "gathering") {
      this.voided(entry);
    } else if (kind === "recommitted" && this.phase === "gathering" && this.drawIsVoid) {
      const again = this.fields("nonces", entry.body, { seat: "number", commit: "string" }, seq);
      if (!HEX_64.test(again["commit"] as string)) this.stop("nonces", "fairness.form", { field: "commit", seq });
      this.commits.set(again["seat"] as number, again["commit"] as string);
    } else if (kind === "branched" && seq === BRANCHED) {
      this.branch(entry);
    } else if (kind === "began" && this.phase === "gathering") {
      this.begin();
    } else if (kind === "did" && (this.phase === "playing" || this.isCopied(seq))) {
      this.did(entry);
    } else if (kind === "took-back" && this.phase === "playing") {
      this.tookBack(entry);
    } else if (kind === "closed" && this.phase === "playing") {
      this.phase = "over";
      const closed = this.fields("end", entry.body, { seed: "string" }, seq);
      if (closed["seed"] !== this.seedText) this.found("end", "fairness.closing-seed", { seq });
    } else if (!ASIDE.has(kind)) {
      this.found("story", "fairness.story", { seq, kind: kind.slice(0, 20) });
    }
  }

  private read(entry: Entry): Seat & { seat: number } {
    const form = { seat: "number", player: "string", bot: "string?", nonce: "string", made_by: "string", commit: "maybe string" };
    const sat = this.fields("nonces", entry.body, form, entry.seq);
    const seat = sat["seat"] as number;
    const nonce = sat["nonce"] as string;
    const madeBy = sat["made_by"] as string;
    const commit = (sat["commit"] as string | undefined) ?? null;
    const isWhole = commit === null ? HEX_32.test(nonce) : nonce === "" && madeBy === "seat" && HEX_64.test(commit);
    if (seat < 0 || seat >= this.report.seats || !isWhole) this.stop("nonces", "fairness.nonce", { seat: seat + 1 });
    return { seat, nonce, player: sat["player"] as string, madeBy, commit };
  }

  private sat(entry: Entry): void {
    const sat = this.read(entry);
    if (this.draw) this.stop("nonces", "fairness.nonce", { seat: sat.seat + 1 });
    this.commits.delete(sat.seat);
    if (sat.commit !== null) this.commits.set(sat.seat, sat.commit);
    if (sat.madeBy === "server" && sat.nonce !== serverNonce(this.seed, this.diceOf, sat.seat)) {
      this.found("nonces", "fairness.server-nonce", { seat: sat.seat + 1 });
    }
    this.seats.set(sat.seat, sat);
  }

  /** Somebody in place of a bot: the nonce stays, and so do the dice. */
  private satLate(entry: Entry): void {
    const sat = this.read(entry);
    const before = this.seats.get(sat.seat);
    if (before?.player !== "bot" || sat.player !== "person" || before.nonce !== sat.nonce || before.madeBy !== sat.madeBy) {
      this.found("story", "fairness.story", { seq: entry.seq, kind: "sat" });
    }
    this.seats.set(sat.seat, sat);
  }

  /** The closed list has every commitment that was made before it, and no other. */
  private drawn(entry: Entry): void {
    const said = this.fields("nonces", entry.body, { number: "number", commits: "list" }, entry.seq);
    const listed = Array.from({ length: this.report.seats }, (_, seat) => this.commits.get(seat) ?? null);
    const number = (this.draw?.number ?? 0) + 1;
    const isNext = said["number"] === number && this.drawIsVoid === number > 1;
    if (!isNext || writeJson(said["commits"]!) !== writeJson(listed)) this.stop("nonces", "fairness.draw", { seq: entry.seq });
    this.draw = { number, commits: listed };
    this.drawIsVoid = false;
  }

  private revealed(entry: Entry): void {
    const said = this.fields("nonces", entry.body, { seat: "number", nonce: "string" }, entry.seq);
    const seat = said["seat"] as number;
    const nonce = said["nonce"] as string;
    const commit = this.commits.get(seat);
    const sat = this.seats.get(seat);
    const inTime = this.draw !== null && !this.drawIsVoid;
    if (!inTime || !sat || !commit || !HEX_32.test(nonce) || nonceCommitment(this.report.table, nonce) !== commit) {
      this.stop("nonces", "fairness.reveal", { seq: entry.seq, seat: seat + 1 });
    }
    this.commits.delete(seat);
    this.seats.set(seat, { ...sat, nonce, madeBy: "seat", commit });
  }

  /** Nothing of the draw is used: its seats have the server's nonces, unless they commit and reveal anew. */
  private voided(entry: Entry): void {
    const said = this.fields("nonces", entry.body, { number: "number", silent: "list" }, entry.seq);
    const silent = [...this.commits.keys()].sort((a, b) => a - b);
    const isOpen = this.draw !== null && !this.drawIsVoid && said["number"] === this.draw.number;
    if (!isOpen || writeJson(said["silent"]!) !== writeJson(silent)) this.stop("nonces", "fairness.void", { seq: entry.seq });
    for (const seat of silent) this.report.silent[seat]!++;
    this.report.voidDraws++;
    this.drawIsVoid = true;
    this.commits.clear();
    for (const [seat, commit] of this.draw!.commits.entries()) {
      const sat = this.seats.get(seat);
      if (commit === null || !sat) continue;
      this.seats.set(seat, { ...sat, nonce: serverNonce(this.seed, this.diceOf, seat), madeBy: "server", commit: null });
    }
  }

  /** What was shown at the table, beside what is in the file. */
  compare(entries: Entry[], seals: Seal[]): void {
    for (const { seq, seal } of seals) {
      if (sealOf(this.seed, seq, entries[seq - 1]?.hash ?? "") !== seal) this.found("chain", "fairness.seal", { seq });
    }
    this.report.seals = seals.length;
  }

  private branch(entry: Entry): void {
    const form = { table: "string", seq: "number", hash: "string", events: "number" };
    const said = this.fields("story", entry.body, form, entry.seq);
    if (!HEX_64.test(said["hash"] as string)) this.stop("story", "fairness.form", { field: "hash", seq: entry.seq });
    this.branched = { table: said["table"] as string, events: said["events"] as number };
  }

  /** What was made at another table stands in a row behind the entry that says so, before this game begins. */
  private isCopied(seq: number): boolean {
    return this.phase === "gathering" && this.branched !== null && seq === BRANCHED + 1 + this.events.length;
  }

  /** From here on all is made here: what was before is as much as was said, and from where. */
  private goesOn(): void {
    this.copied = this.events.length;
    const found = this.branched?.table ?? "";
    if (this.branchSaid !== found) this.found("story", "fairness.table-wrong", { field: "branch" });
    if (this.branched && this.branched.events !== this.copied) {
      this.found("story", "fairness.branch", { said: this.branched.events, found: this.copied });
    }
    Object.assign(this.report, { branch: found || this.branchSaid, copied: this.copied });
  }

  private begin(): void {
    this.goesOn();
    this.phase = "playing";
    for (let seat = 0; seat < this.report.seats; seat++) {
      if (!this.seats.has(seat) || this.commits.has(seat)) this.found("nonces", "fairness.nonce", { seat: seat + 1 });
    }
    if (this.commits.size) throw new Stop();
    const seats = [...this.seats.values()];
    this.report.ownNonces = seats.filter((seat) => seat.madeBy === "seat").length;
    this.report.committed = seats.filter((seat) => seat.commit !== null).length;
    this.key = diceKey(this.seed, this.diceOf, seats.map((seat) => seat.nonce));
  }

  private did(entry: Entry): void {
    const did = this.fields("story", entry.body, { seat: "number", move: "tree" }, entry.seq);
    const seat = did["seat"] as number;
    const move = did["move"];
    if (!isMove(move) || seat < CHANCE || seat >= this.report.seats) {
      this.stop("story", "fairness.form", { field: "move", seq: entry.seq });
    }
    if (seat === CHANCE) this.again(entry, move);
    this.events.push({ seat, move });
    if (!this.stale) this.take({ seat, move }, entry.seq);
  }

  /** Chance is numbered among what stands: what is taken back changes no later dice. */
  private again(entry: Entry, move: Tree): void {
    const number = this.events.filter((event) => event.seat === CHANCE).length;
    if (this.stale) this.refold(entry.seq);
    if (!this.fold || !this.key) return;
    let right: Tree;
    try {
      right = this.fold.drawn(move, new Dice(this.key, this.diceOf, number));
    } catch (error) {
      this.derailed(error, entry.seq);
    }
    if (!same(right, move)) {
      this.found("outcomes", "fairness.chance", { seq: entry.seq, number: number + 1, said: shown(move), found: shown(right) });
    }
  }

  private take(event: Happened, seq: number): void {
    try {
      this.fold?.take(event.seat, event.move);
    } catch (error) {
      this.derailed(error, seq);
    }
  }

  /** What cannot be, cannot be told on from: a card that is not there, a place that no table has. */
  private derailed(error: unknown, seq: number): never {
    if (!(error instanceof Impossible || error instanceof TypeError || error instanceof RangeError)) throw error;
    this.stop("outcomes", "fairness.impossible", { seq });
  }

  private refold(seq: number): void {
    this.stale = false;
    this.fold = this.makeFold();
    for (const event of this.events) this.take(event, seq);
  }

  private tookBack(entry: Entry): void {
    const took = this.fields("story", entry.body, { seat: "number", number: "number", assisted: "boolean" }, entry.seq);
    const number = took["number"] as number;
    const [struck] = number < this.copied ? [] : this.events.splice(number, 1);
    if (!struck) this.stop("story", "fairness.story", { seq: entry.seq, kind: "took-back" });
    const revealed = struck.seat === CHANCE || this.events.slice(number).some((event) => event.seat === CHANCE);
    if (!took["assisted"] && revealed) this.found("story", "fairness.revealed", { seq: entry.seq });
    this.report.takenBack++;
    this.stale = true;
  }

  end(): void {
    if (this.phase !== "over") this.found("end", "fairness.not-over");
    const tally = new Tally();
    try {
      for (const event of this.events.slice(this.copied)) {
        if (event.seat !== CHANCE || !this.fold) continue;
        for (const { die, face, sides } of this.fold.faces(event.move)) tally.add(die, face, sides);
      }
    } catch (error) {
      this.derailed(error, this.report.entries);
    }
    const here = this.events.slice(this.copied);
    this.report.outcomes = here.filter((event) => event.seat === CHANCE).length;
    this.report.moves = here.length - this.report.outcomes;
    this.report.dice = tally.counts();
  }
}

/** An outcome for a person to read. */
function shown(move: Tree): string {
  return Object.entries(move)
    .map(([key, value]) => (key === "type" ? String(value) : writeJson(value)))
    .join(" ")
    .slice(0, 80);
}

