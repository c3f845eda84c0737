/** The messages between this client and the server, as in src/yupana/server/wire.py. */

export interface Welcome {
  t: "welcome";
  table: string;
  code: string | null;
  game: string;
  rules: number;
  edition: string;
  options: Record<string, string | number | boolean>;
  seats: number;
  commit: string;
  epoch: number;
  by_memory: boolean;
  phrases: string[];
  /** Only for those who may see the table. */
  head?: number;
  seal?: string;
  v: number;
  ping_s: number;
}

export interface SeatSeen {
  name: string;
  player: "empty" | "person" | "bot";
  bot: string | null;
  here: boolean;
  assisted: boolean;
  /** Whether they said so, while people gather. */
  ready: boolean;
  /** Whether the bot plays this turn only. */
  once: boolean;
  /** Whether the host wishes to give the seat to somebody else. */
  offered: boolean;
  /** Whether the host has given it to somebody else. */
  taken_over: boolean;
  /** Whether its new holder sees and plays it only from its next turn on. */
  held: boolean;
}

export interface Policy {
  locked: boolean;
  undo: "free" | "consent" | "never";
  patience: number;
  auto: "stay" | "move";
  bot: string;
  late: "no" | "bots";
  delay: number;
  public: boolean;
  follows: string;
  dice: string;
  /** The table from a moment of whose game this one goes on. */
  branch: string;
}

export interface ScoreTree {
  reason: string;
  points: number;
  where: string[];
  parts: ScoreTree[];
  of: string;
  best: boolean;
}

export interface Outcome {
  why: string;
  places: number[][];
  scores: number[];
  tie_break: string | null;
  rank: string | null;
}

/** Something that happened: a move as text, or a ready-made phrase. Only to tell and to animate. */
export interface News {
  seq: number;
  seat: number;
  /** The round or turn, such as `round 7`. */
  in: string;
  did?: string;
  said?: string;
  /** Who plays the seat from now on: a bot, a bot for one turn, its own person again. */
  seat_now?: "bot" | "bot-once" | "person";
}

/** The draw of the dice that is going on, before the game begins. */
export interface DrawSeen {
  number: number;
  /** By seat: the closed list, each of whose seats is to reveal its nonce; null while seats commit anew. */
  commits: (string | null)[] | null;
  /** The seats that are waited for. */
  waiting: number[];
}

/** Everything this client may know and do, whole. */
export interface Frame {
  t: "view";
  head: number;
  phase: "gathering" | "playing" | "over";
  seats: SeatSeen[];
  pending: number[];
  mine: number[];
  rev: number[];
  host: boolean;
  policy: Policy;
  view: unknown;
  moves: string[];
  more_moves: boolean;
  score: ScoreTree | null;
  outcome: Outcome | null;
  events: News[];
  asked: number | null;
  /** The seat whose view it is; null for those who watch. */
  look: number | null;
  /** Seconds left to each person who is waited for; null where nobody is hurried. */
  clock: Record<string, number> | null;
  /** The points of every seat, as far as this viewer can tell; empty at a large table. */
  standing: ScoreTree[];
  /** The table at which the same people play on. */
  next: string | null;
  draw: DrawSeen | null;
  /** Of the head of this view: shows, once the seed is published, that the log is the one that was seen. */
  seal: string;
}

export interface Tick {
  t: "tick";
  head: number;
  pending: number[];
  here: boolean[];
}

export interface Ack {
  t: "ack";
  cid: string;
  seq: number;
  seal: string;
}

/** A refusal: it changed nothing. `said` is its sentence, `clause` the rule where there is one. */
export interface No {
  t: "no";
  cid: string | null;
  code: string;
  facts: Record<string, string | number>;
  said: string;
  head: number;
  /** The clause of the rules that it rests on. */
  clause: string | null;
  n: number | null;
}

/** What one move would come to: the points after it and before any dice, or why it cannot be made. */
export interface Prospect {
  text: string;
  /** Null where it hangs on something the seat cannot know. */
  score: number | null;
  tree: ScoreTree | null;
  no: Pick<No, "code" | "facts" | "said" | "clause"> | null;
}

export interface Would {
  t: "would";
  n: number;
  seat: number;
  rev: number;
  each: (Prospect | null)[];
}

export interface MovePage {
  t: "moves";
  n: number;
  seat: number;
  rev: number;
  from: number;
  total: number;
  more: boolean;
  texts: string[];
}

export interface Pong {
  t: "pong";
  n: number;
  head: number;
}

export interface Bye {
  t: "bye";
  code: string;
  retry_ms: number;
}

export type FromServer = Welcome | Frame | Tick | Ack | No | Would | MovePage | Pong | Bye;

export type Command =
  | { do: "move"; text: string; seat?: number }
  | { do: "undo"; seat?: number }
  | { do: "answer"; yes: boolean; seat?: number }
  | { do: "say"; phrase: string; seat?: number }
  | { do: "begin"; bot?: string }
  | { do: "bot"; seat: number; bot?: string }
  | { do: "back"; seat?: number }
  | { do: "unseat"; seat: number }
  | { do: "ready"; yes: boolean; seat?: number }
  | { do: "hurry" }
  | { do: "again"; rotate?: boolean; same_dice?: boolean }
  | { do: "reveal"; nonce: string; seat?: number }
  | { do: "commit"; commit: string; seat?: number }
  | { do: "offer"; seat: number }
  | { do: "consent"; yes: boolean; seat?: number }
  | ({ do: "policy" } & Partial<Policy>);

export type Reply = Ack | No;
export type Answer = Would | MovePage | No;
