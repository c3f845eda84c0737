/** The board of the temple: one number a round, and a mummy on somebody's sheet now and then. */

import type { Board, Step } from "../../core/board";
import type { ScoreTree } from "../../core/wire";
import { partsOf, waitingFor } from "../paper/prospects";
import { rollDice, typedNumber } from "../paper/roll";
import { Other, Sheet } from "./sheet";
import "./temple.css";
import { spokenFaces, Tools } from "./tools";
import { markOf, numbersOf, picked, shownSeat, wordsOf, type Box, type Table, type View } from "./view";

function prompt(table: Table): string {
  const view = table.view.value;
  if (!view || table.over.value) return table.say("web-end");
  const { phase } = view;
  if (phase.type === "writing") {
    if (phase.mine) return waitingFor(table, "temple-prompt-wait");
    if (!table.mine.value) return table.say("web-prompt-wait");
    const { number, cell } = picked(table);
    if (cell !== null) return table.say("temple-prompt-number", { cell });
    if (number !== null) return table.say("temple-prompt-cell", { number });
    if (phase.faces[1] === 0) return table.say("temple-prompt-lockpick");
    if (phase.faces[0] === 0) return table.say("temple-prompt-penny");
    return table.say("temple-prompt");
  }
  if (phase.type === "haunting") {
    if (phase.mine) return waitingFor(table, "temple-prompt-wait");
    if (!table.mine.value) return table.say("web-prompt-wait");
    const shown = shownSeat(view);
    return shown === view.seat ? table.say("temple-prompt-haunt-own") : table.say("temple-prompt-haunt", { name: table.nameOf(shown) });
  }
  return table.say("web-prompt-wait");
}

function label(table: Table, text: string): string {
  const words = text.split(" ");
  if (words[0] === "roll") return spokenFaces(table, words.slice(1));
  if (words[0] === "swap") return table.say("temple-swapped");
  const { number, cell } = wordsOf(text);
  return number === null ? table.say("temple-move-mummy", { cell }) : table.say("temple-move-write", { number, cell });
}

/** Figures typed while the sheet has the focus pick a number. */
function key(table: Table, event: KeyboardEvent): boolean {
  if (!/^\d$/.test(event.key) || table.view.value?.phase.type !== "writing") return false;
  const known = numbersOf(table);
  const number = typedNumber(event.key, known);
  if (known.includes(number)) table.pick.value = [number];
  else if (!known.some((each) => each.startsWith(number))) void table.why(`${number} ${table.box.grid.names[0]}`);
  return true;
}

/** The series is counted cell by cell, then groups and mummies one by one. */
function steps(table: Table): readonly Step[] {
  const tree = table.frame.value?.score;
  if (!tree) return [];
  const series = partsOf(tree, "series")[0];
  const each = series?.where.length ? series.points / series.where.length : 0;
  const counted = (series?.where ?? []).map((_, at) => ({
    points: each,
    text: table.say("temple-step-series", { count: at + 1 }),
    where: series?.where.slice(0, at + 1) ?? [],
  }));
  const others = (["group", "beaten", "unbeaten"] as const).flatMap((reason) =>
    partsOf(tree, reason).map((part: ScoreTree) => ({ points: part.points, text: table.say(`temple-score-${reason}`, { of: part.of }), where: part.where })),
  );
  return [...counted, ...others];
}

const board: Board<View, Box> = {
  Sheet,
  Tools,
  Other,
  prompt,
  label,
  key,
  animate: (_, news) => rollDice(news),
  steps,
  heading: (table) => {
    const round = table.view.value?.round ?? 1;
    return { short: table.say("temple-round-short", { round }), full: table.say("web-round", { round }) };
  },
  done: (table) => {
    const view = table.view.value;
    return { label: table.say(view && markOf(view) ? "temple-ready" : "temple-open") };
  },
  kind: (text) => (text.startsWith("mummy") ? "temple-kind-mummy" : "web-kind-write"),
  line: (table, news) => {
    if (!news.did) return null;
    const text = label(table, news.did);
    return news.seat < 0 ? text : table.say("web-log-did", { name: table.nameOf(news.seat), what: text });
  },
  keys: (table) => [[table.say("temple-key-number", {}), table.say("temple-key-number-does")]],
  picture: () => document.querySelector<SVGSVGElement>(".board .sheet"),
};

export default board;
