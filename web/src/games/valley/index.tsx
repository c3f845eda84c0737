/** The board of the valley: numbers on one's own map, discoveries, and now and then a snake on somebody's. */

import type { Board, Step } from "../../core/board";
import { partsOf, waitingFor } from "../paper/prospects";
import { rollDice, typedNumber } from "../paper/roll";
import { Other, Sheet } from "./sheet";
import { pad, spokenFaces, toolLabel, Tools } from "./tools";
import "./valley.css";
import { cellsIn } from "../../core/cells";
import { candidatesOf, looking, markOf, marksOf, picked, shownSeat, toolsOf, type Box, type Table, type View } from "./view";

function prompt(table: Table): string {
  const view = table.view.value;
  if (!view || table.over.value) return table.say("web-end");
  const { phase } = view;
  if (phase.type === "placing") {
    if (phase.mine || !table.mine.value) return waitingFor(table, "valley-prompt-wait");
    const shown = shownSeat(view);
    return shown === view.seat ? table.say("valley-prompt-snake-own") : table.say("valley-prompt-snake", { name: table.nameOf(shown) });
  }
  if (phase.type !== "writing") return table.say("web-prompt-wait");
  if (!phase.mine || phase.mine.step === "done") return waitingFor(table, "valley-prompt-wait");
  if (looking.value) return table.say("valley-prompt-discover");
  const { tool, cell } = picked(table);
  if (cell !== null) return table.say("valley-prompt-what", { cell });
  if (tool !== null) return table.say("valley-prompt-where", { tool: toolLabel(table, tool) });
  if (!marksOf(table).length) return table.say(candidatesOf(table).length ? "valley-prompt-reveal" : "valley-prompt-done");
  return table.say(phase.mine.used.length || phase.mine.penny || phase.mine.dakota ? "valley-prompt-more" : "valley-prompt");
}

function label(table: Table, text: string): string {
  const [first = "", ...rest] = text.split(" ");
  switch (first) {
    case "roll":
      return spokenFaces(table, rest);
    case "swap":
      return table.say("valley-swapped");
    case "done":
      return table.say("web-done");
    case "snake":
      return table.say("valley-move-snake", { cell: rest[0] ?? "" });
    case "cross":
      return table.say("valley-move-cross", { cell: rest[0] ?? "", dice: rest[2] === "penny" ? table.say("valley-face-penny") : (rest[2] ?? "") });
    case "reveal":
      return table.say("valley-move-reveal", { kind: table.say(`valley-score-${rest[0]}`), cells: rest.slice(1).join(" ") });
  }
  const mark = markOf(text);
  return mark ? table.say("valley-move-mark", { tool: toolLabel(table, mark.tool), cell: mark.cell }) : text;
}

/** Figures pick a number; x looks for discoveries, p lays out Penny's numbers. */
function key(table: Table, event: KeyboardEvent): boolean {
  if (table.view.value?.phase.type !== "writing") return false;
  if (event.key === "x" && candidatesOf(table).length) {
    looking.value = looking.value ? null : { kind: candidatesOf(table)[0]?.kind ?? "town", at: 0, with: [], without: [] };
    return true;
  }
  const tools = toolsOf(marksOf(table));
  if (event.key === "p" && tools.some((each) => each.startsWith("penny"))) {
    pad.value = !pad.value;
    return true;
  }
  if (!/^\d$/.test(event.key)) return false;
  const known = pad.value ? tools.filter((each) => each.startsWith("penny")).map((each) => each.slice(6)) : tools.filter((each) => /^\d/.test(each));
  const number = typedNumber(event.key, known);
  if (known.includes(number)) table.pick.value = [pad.value ? `penny ${number}` : number];
  else if (!known.some((each) => each.startsWith(number))) void table.why(`${number} ${table.box.grid.names[0]}`);
  return true;
}

const ORDER = ["full", "jungle", "town", "range", "pyramid", "hut", "statue", "mine", "bite", "escaped"] as const;

/** Discoveries kind by kind, then structures, then the snakes bite. */
function steps(table: Table): readonly Step[] {
  const tree = table.frame.value?.score;
  return ORDER.flatMap((reason) =>
    partsOf(tree, reason)
      .filter((part) => part.points || part.where.length)
      .map((part) => ({ points: part.points, text: table.say(`valley-score-${reason}`), where: part.where })),
  );
}

const board: Board<View, Box> = {
  Sheet,
  Tools,
  Other,
  prompt,
  label,
  key,
  steps,
  animate: (_, news) => rollDice(news),
  heading: (table) => {
    const round = table.view.value?.round ?? 1;
    const short = table.box.seats === 1 ? table.say("valley-round-of", { round, rounds: table.box.edition.solo.rounds }) : table.say("valley-round-short", { round });
    return { short, full: table.say("web-round", { round }) };
  },
  done: (table) => {
    const phase = table.view.value?.phase;
    const may = table.moves.value.includes("done");
    const waits = phase?.type === "writing" && phase.mine?.step === "done";
    const left = marksOf(table).length + candidatesOf(table).length;
    return { label: table.say(waits ? "valley-ready" : "web-done"), ...(may ? { act: () => void table.send("done"), ripe: left === 0 } : {}) };
  },
  kind: (text) => {
    const first = text.split(" ")[0] ?? "";
    return /^\d/.test(first) ? "web-kind-write" : ["hut", "statue", "mine"].includes(first) ? "valley-kind-build" : `valley-kind-${first}`;
  },
  line: (table, news) => {
    if (!news.did || news.did === "done") return null;
    const text = label(table, news.did);
    return news.seat < 0 ? text : table.say("web-log-did", { name: table.nameOf(news.seat), what: text });
  },
  about: (table, seat) => {
    const sheet = table.view.value?.sheets[seat];
    return sheet ? table.say("valley-about", { discoveries: sheet.discoveries.length, snakes: cellsIn(sheet.snakes).length - cellsIn(sheet.crossed).length }) : "";
  },
  keys: (table) => [
    [table.say("valley-key-number"), table.say("valley-key-number-does")],
    ["p", table.say("valley-key-penny")],
    ["x", table.say("valley-key-discover")],
  ],
  picture: () => document.querySelector<SVGSVGElement>(".board .sheet"),
};

export default board;
