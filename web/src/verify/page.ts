/** The page /verify: takes the file of a finished game, or that of a table one has a seat at, and tells in plain
 * words what the check of it found. Everything happens here; nothing is sent. */

import "../css/house.css";
import { type Seal, sealKept } from "../core/seals";
import { type Words, loadWords } from "../core/words";
import type { Boxes } from "./games";
import known from "./boxes.json";
import { type Report, STEPS, type Step, check } from "./check";
import type { DieCount } from "./faces";

const boxes = known as unknown as Boxes;

const MARKS = { right: "✓", wrong: "✗", skipped: "–" } as const;

type Child = Node | string | null;

function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** What this browser saw of the seal of that table, if it was there. */
function sealsOf(data: Uint8Array): Seal[] {
  try {
    const kept = sealKept(String((JSON.parse(new TextDecoder().decode(data)) as { table: { id: string } }).table.id));
    return kept ? [kept] : [];
  } catch {
    return []; // the check itself says what is wrong with such a file
  }
}

class Page {
  private readonly noted = el("input", { name: "noted", maxlength: "80", spellcheck: "false", autocomplete: "off" });
  private readonly answer = el("section", { "aria-live": "polite" });
  private data: Uint8Array | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly words: Words,
    private readonly table: string,
  ) {}

  show(): void {
    const { words } = this;
    const file = el("input", { type: "file", accept: ".json,application/json", "aria-describedby": "file-help" });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) void this.run(async () => new Uint8Array(await chosen.arrayBuffer()));
    });
    this.noted.addEventListener("change", () => this.again());
    const form = el(
      "div",
      { class: "form" },
      el("label", {}, words.say("fairness.file"), file),
      el("p", { class: "hint", id: "file-help" }, words.say("fairness.file-help")),
      this.table ? this.ofTable() : null,
      el("label", {}, words.say("fairness.noted"), this.noted),
    );
    this.root.replaceChildren(form, this.answer);
  }

  private ofTable(): HTMLElement {
    const button = el("button", { type: "button" }, this.words.say("fairness.table"));
    button.addEventListener("click", () => {
      void this.run(async () => {
        const answer = await fetch(`/api/tables/${this.table}/export`, { credentials: "same-origin" });
        return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
      });
    });
    return el("p", {}, button);
  }

  private async run(load: () => Promise<Uint8Array | null>): Promise<void> {
    this.answer.replaceChildren(el("p", {}, this.words.say("fairness.working")));
    this.data = await load().catch(() => null);
    if (!this.data) {
      this.answer.replaceChildren(el("p", { class: "bad" }, this.words.say("fairness.no-table")));
      return;
    }
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    this.again();
  }

  private again(): void {
    if (!this.data) return;
    const report = check(this.data, boxes, this.noted.value.trim(), sealsOf(this.data));
    this.answer.replaceChildren(...this.told(report));
  }

  // What was found

  private told(report: Report): HTMLElement[] {
    const { words } = this;
    const partly = !report.ok && !report.findings.length;
    const verdict = report.ok ? "fairness.ok" : partly ? "fairness.partly" : "fairness.wrong";
    const found = report.findings.map(({ code, facts }) => el("li", {}, words.say(code, facts)));
    return [
      el("p", { class: report.ok ? "verdict good" : partly ? "verdict" : "verdict bad", role: "status" }, words.say(verdict)),
      found.length ? el("ul", { class: "bad" }, ...found) : null,
      report.branch ? el("p", { class: "branched" }, words.say("fairness.branched", { table: report.branch, events: report.copied })) : null,
      el("h2", {}, words.say("fairness.steps")),
      el("ol", { class: "steps" }, ...STEPS.map((step) => this.step(report, step))),
      ...this.who(report),
      report.diceAgain ? el("p", {}, words.say("fairness.again")) : null,
      report.ownEdition ? el("p", {}, words.say("fairness.own-edition", { edition: report.edition })) : null,
      el("p", {}, words.say("fairness.rules")),
      report.headHash ? el("h2", {}, words.say("fairness.head")) : null,
      report.headHash ? el("p", { class: "hash" }, report.headHash) : null,
      report.headHash ? el("p", { class: "hint" }, words.say("fairness.head-why")) : null,
      report.dice.length ? el("h2", {}, words.say("fairness.dice")) : null,
      report.dice.length ? el("p", { class: "hint" }, words.say("fairness.dice-what")) : null,
      ...report.dice.map((die) => this.die(die)),
    ].filter((each) => each !== null);
  }

  /** Beyond that the dice are right: who could have chosen them, and whether this is the game that was played. */
  private who(report: Report): HTMLElement[] {
    const { steps, committed, ownNonces, voidDraws, silent, seals, findings } = report;
    const say = (code: string, facts = {}) => el("p", {}, this.words.say(`fairness.say-${code}`, facts));
    const told: HTMLElement[] = [];
    if (steps.nonces === "right") {
      told.push(el("h2", {}, this.words.say("fairness.who")));
      if (committed) told.push(say("committed", { seats: committed }));
      else told.push(ownNonces ? say("open", { seats: ownNonces }) : say("server"));
      if (voidDraws) told.push(say("void", { draws: voidDraws }));
      for (const [at, times] of silent.entries()) if (times) told.push(say("silent", { seat: at + 1, times }));
    }
    if (seals && !findings.some(({ code }) => code === "fairness.seal")) told.push(say("seals", { seals }));
    return told;
  }

  private step(report: Report, step: Step): HTMLElement {
    const verdict = report.steps[step];
    const facts = {
      entries: report.entries,
      moves: report.moves,
      outcomes: report.outcomes,
      back: report.takenBack,
      own: report.ownNonces,
      seats: report.seats,
      commitment: report.commitment,
    };
    const mark = { right: "fairness.right", wrong: "fairness.wrong-mark", skipped: "fairness.skipped" }[verdict];
    const label = el("span", { class: `mark ${verdict}`, role: "img", "aria-label": this.words.say(mark) }, MARKS[verdict]);
    const why = verdict === "right" ? el("p", {}, this.words.say(`fairness.step-${step}-why`, facts)) : null;
    return el("li", {}, el("h3", {}, label, " ", this.words.say(`fairness.step-${step}`)), why);
  }

  private die(die: DieCount): HTMLElement {
    const { words } = this;
    const most = Math.max(...die.faces.map((face) => Math.max(face.seen, face.high)));
    const heads = ["face", "seen", "expected", "usual"].map((name) => el("th", { scope: "col" }, words.say(`fairness.${name}`)));
    const rows = die.faces.map((face) => {
      const outside = face.seen < face.low || face.seen > face.high;
      const bar = el("meter", { min: "0", max: String(most), value: String(face.seen), "aria-hidden": "true" });
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, face.face === "0" ? words.say("fairness.special") : face.face),
        el("td", outside ? { class: "bad" } : {}, bar, ` ${face.seen}`),
        el("td", {}, face.expected.toFixed(1)),
        el("td", {}, `${face.low} - ${face.high}`),
      );
    });
    const caption = el("caption", {}, words.say("fairness.die", { number: die.die }));
    return el("div", { class: "wide" }, el("table", {}, caption, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
  }
}

const root = document.querySelector<HTMLElement>("#check");
if (root) {
  const { words = "", language = "en", table = "" } = root.dataset;
  new Page(root, await loadWords(language, words), table).show();
}
