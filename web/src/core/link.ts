/** The connection of a table: it greets, sends each command until it is answered, and comes back by itself.
 *
 * A command has an id of our own making; sending it again is safe. Nothing here knows a game. */

import { signal, type ReadonlySignal } from "@preact/signals";

import { parse } from "./cells";
import type { Answer, Bye, Command, FromServer, No, Pong, Reply } from "./wire";

/** `open`: all is well. `lost`: we try again. `gone`: the server said that this seat is not ours any more. */
export type Status = "connecting" | "open" | "lost" | "gone";

interface Waiting {
  cid: string;
  text: string;
  answer: (reply: Reply) => void;
  tries: number;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const PONG_WITHIN = 8_000;
const RESYNC_AFTER = 1_500;
const BUSY = new Set(["server.busy", "store.busy", "store.full", "wire.slow-down"]);
const MOST_BUSY_TRIES = 6;
/** Refused so often in a row, it is asked by a plain request why: a socket does not say. */
const ASK_EVERY = 2;

/** An id that no other command will have; also on plain http, where randomUUID does not exist. */
export function newId(length = 12): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Link {
  private readonly state = signal<Status>("connecting");
  private readonly waiting = new Map<string, Waiting>();
  private readonly questions = new Map<number, (answer: Answer | null) => void>();
  private asked = 0;
  /** Of several seats on this device, the one to be shown; undefined: whichever is to move. */
  look: number | undefined;
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private head = -1;
  /** The head of the last view that was passed on; 0 before the first, and for each who looks. */
  seen = 0;
  private epoch: number | null = null;
  private timer = 0;
  private pinger = 0;
  private watchdog = 0;
  private pings = 0;
  private greeted = false;
  private failures = 0;

  constructor(
    private readonly address: string,
    private readonly hear: (message: FromServer) => void,
    /** Asked after the socket was refused a few times: whether it makes sense to go on trying. */
    private readonly stillWelcome: () => Promise<boolean> = async () => true,
  ) {
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.hurry();
    });
  }

  get status(): ReadonlySignal<Status> {
    return this.state;
  }

  open(): void {
    clearTimeout(this.timer);
    this.greeted = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.greet();
      this.watch();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.listen(parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.dropped();
    };
  }

  /** Sends a command until it is answered, over as many connections as it takes. */
  send(cmd: Command, rev?: number): Promise<Reply> {
    const cid = newId();
    const at = rev === undefined ? {} : { at: { rev } };
    return new Promise((answer) => {
      const text = JSON.stringify({ t: "cmd", cid, cmd, ...at });
      this.waiting.set(cid, { cid, text, answer, tries: 0 });
      if (this.greeted) this.socket?.send(text);
    });
  }

  /** Asks about moves without making one; null if the connection was lost before the answer. */
  ask(question: { t: "what"; texts: readonly string[]; seat?: number } | { t: "moves"; prefix: string; from: number; seat?: number }): Promise<Answer | null> {
    if (!this.greeted) return Promise.resolve(null);
    const n = ++this.asked;
    return new Promise((answer) => {
      this.questions.set(n, answer);
      this.say({ ...question, n });
    });
  }

  /** Shows the table from this seat's side of the curtain, and from no other until it is said again. */
  lookFrom(seat: number): void {
    if (seat !== this.look) this.seen = 0;
    this.look = seat;
    this.greet();
  }

  private greet(): void {
    const look = this.look === undefined ? {} : { look: this.look };
    this.say({ t: "hello", v: 1, pending: [...this.waiting.keys()], lang: document.documentElement.lang, seen: this.seen, ...look });
  }

  private say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private listen(message: FromServer): void {
    clearTimeout(this.watchdog);
    switch (message.t) {
      case "welcome":
        if (this.epoch !== null && this.epoch !== message.epoch) this.forget();
        this.epoch = message.epoch;
        this.startPinging(message.ping_s);
        this.resend();
        break;
      case "view":
      case "tick":
        this.head = message.head;
        break;
      case "ack":
        this.settle(message.cid, message);
        break;
      case "no":
        if (message.n !== null) return this.answered(message.n, message);
        this.refused(message);
        break;
      case "would":
      case "moves":
        return this.answered(message.n, message);
      case "pong":
        this.heardPong(message);
        return;
      case "bye":
        this.told(message);
        break;
    }
    this.hear(message);
    if (message.t === "view") this.seen = message.head;
  }

  /** After the greeting, whatever was not answered is sent again; the server does it once. */
  private resend(): void {
    this.greeted = true;
    this.failures = 0;
    this.pause = FIRST_PAUSE;
    this.state.value = "open";
    for (const each of this.waiting.values()) this.socket?.send(each.text);
  }

  private answered(n: number, answer: Answer | null): void {
    this.questions.get(n)?.(answer);
    this.questions.delete(n);
  }

  private settle(cid: string, reply: Reply): void {
    const found = this.waiting.get(cid);
    this.waiting.delete(cid);
    found?.answer(reply);
  }

  private refused(message: No): void {
    const found = message.cid === null ? undefined : this.waiting.get(message.cid);
    if (!found) return;
    if (BUSY.has(message.code) && found.tries++ < MOST_BUSY_TRIES) {
      setTimeout(() => this.greeted && this.waiting.has(found.cid) && this.socket?.send(found.text), 400 * found.tries);
      return;
    }
    this.settle(found.cid, message);
  }

  /** The table was restored from a backup: what we sent belongs to a past that does not exist. */
  private forget(): void {
    const no = { t: "no", code: "server.again", facts: {}, said: "", head: 0, clause: null, n: null } as const;
    for (const each of [...this.waiting.values()]) this.settle(each.cid, { ...no, cid: each.cid });
  }

  private startPinging(seconds: number): void {
    clearInterval(this.pinger);
    this.pinger = window.setInterval(() => this.ping(), seconds * 1000);
  }

  private ping(): void {
    this.say({ t: "ping", n: ++this.pings });
    this.watch();
  }

  /** If nothing is heard for a while the socket is dead, whatever it says itself. */
  private watch(): void {
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.dropped(), PONG_WITHIN);
  }

  private heardPong(pong: Pong): void {
    if (pong.head <= this.head) return;
    setTimeout(() => {
      if (pong.head > this.head) this.greet();
    }, RESYNC_AFTER);
  }

  private told(bye: Bye): void {
    if (bye.retry_ms > 0) {
      this.again(bye.retry_ms);
      return;
    }
    this.state.value = "gone";
    this.close();
  }

  private dropped(): void {
    if (this.state.value === "gone") return;
    const refused = !this.greeted;
    this.again(this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    if (refused && ++this.failures % ASK_EVERY === 0) {
      void this.stillWelcome().then((welcome) => {
        if (welcome) return;
        this.state.value = "gone";
        this.close();
      });
    }
  }

  private again(after: number): void {
    this.close();
    this.state.value = "lost";
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), after);
  }

  private close(): void {
    clearInterval(this.pinger);
    clearTimeout(this.watchdog);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    for (const n of [...this.questions.keys()]) this.answered(n, null);
    socket?.close();
  }

  /** The device is back: no reason to wait out the pause. */
  hurry(): void {
    if (this.state.value === "gone") return;
    if (this.state.value === "open" && this.socket?.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open();
  }
}
