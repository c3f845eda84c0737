/** The board of Wiraqocha: a valley of hexes, dice and pawns, twelve technologies and three ways to win. */

import { useEffect } from "preact/hooks";

import { play } from "../../core/anim";
import type { Board } from "../../core/board";
import type { News } from "../../core/wire";
import { rollDice } from "../paper/roll";
import { CardList } from "./cards";
import { Everybody, Other } from "./holdings";
import { Ladders, reachedOf } from "./ladders";
import { Tools } from "./tools";
import { Valley } from "./valley";
import { deedsOf, diceOf, fetchMore, GOALS, glowing, open, ownTurn, pick, picked, rollOf, type Box, type Table, type View } from "./view";
import "./wiraqocha.css";
import { label } from "./words";

function Sheet({ table }: { table: Table }) {
  const view = table.view.value;
  const head = table.frame.value?.head;
  useEffect(() => void fetchMore(table), [head, table.more.value]);
  if (!view) return null;
  return (
    <div class="wira">
      <Ladders table={table} view={view} />
      <Everybody table={table} view={view} />
      <Valley table={table} />
      <div class="wira-side" tabIndex={0}>
        <CardList table={table} view={view} />
      </div>
    </div>
  );
}

function prompt(table: Table): string {
  const view = table.view.value;
  if (!view || table.over.value) return table.say("web-end");
  const name = table.nameOf(view.turn.seat);
  if (!ownTurn(view)) return table.say(view.turn.number ? "wiraqocha-prompt-wait" : "wiraqocha-prompt-setup", { name });
  if (view.phase.type === "preparing") return table.say(glowing(table).size ? "wiraqocha-prompt-prepare" : "wiraqocha-prompt-roll");
  if (view.phase.type !== "acting") return table.say("web-prompt-wait");
  const { tile, dice, aim } = picked(table);
  if (tile !== null) return table.say("wiraqocha-prompt-recipe");
  if (aim !== null) return table.say("wiraqocha-prompt-aim");
  const targets = glowing(table).size;
  if (dice.length) return table.say("wiraqocha-prompt-dice", { dice: dice.map((at) => diceOf(view)[at]).join(" "), targets });
  const camp = view.players[view.turn.seat]?.reserve[table.box.pawns.indexOf("camp")];
  if (camp) return table.say(targets ? "wiraqocha-prompt-camp" : mayEnd(table) ? "wiraqocha-prompt-no-camp" : "wiraqocha-prompt-camp-change");
  return table.say(targets ? "wiraqocha-prompt" : deedsOf(table).length > 1 ? "wiraqocha-prompt-else" : "wiraqocha-prompt-end");
}

const mayEnd = (table: Table): boolean => deedsOf(table).some((deed) => deed.verb === "end");

/** Deeds that make use of dice: while there are any, ending the turn is asked about. */
const USES = new Set(["take", "pillage", "tunnel", "defend"]);

function done(table: Table): ReturnType<Board["done"]> {
  const view = table.view.value;
  const moves = deedsOf(table);
  if (view && ownTurn(view) && view.phase.type === "preparing") {
    const { dice } = rollOf(view, table.box, view.turn.seat);
    return { label: table.say("wiraqocha-roll", { dice }), act: () => void table.send("roll"), ripe: true };
  }
  const may = mayEnd(table);
  if (view && ownTurn(view) && view.phase.type === "acting" && !may && moves.length) return { label: table.say("wiraqocha-camp-first") };
  const useful = moves.some((deed) => USES.has(deed.verb));
  const end = () => {
    if (!useful || open.value === "end") return void table.send("end");
    pick(table, { tile: null, dice: [], aim: null });
    open.value = "end";
  };
  return { label: table.say("wiraqocha-turn-end"), ...(may ? { act: end, ripe: !useful } : {}) };
}

/** Figures pick dice, plus and minus change the one that is picked, b lays out the cards, x lets go. */
function key(table: Table, event: KeyboardEvent): boolean {
  const view = table.view.value;
  if (!view) return false;
  if (event.key === "b") {
    const beside = document.querySelector<HTMLElement>(".wira-side [data-build]");
    if (beside?.offsetParent) beside.focus();
    else open.value = open.value === "cards" ? null : "cards";
    return true;
  }
  if (event.key === "x") {
    open.value = null;
    table.pick.value = [];
    return true;
  }
  if (event.key === "+" || event.key === "-") {
    const { dice } = picked(table);
    const face = dice.length === 1 ? diceOf(view)[dice[0] ?? 0] : undefined;
    const verb = event.key === "+" ? "raise" : "lower";
    if (face !== undefined) void (deedsOf(table).some((deed) => deed.text === `${verb} ${face}`) ? table.send(`${verb} ${face}`) : table.why(`${verb} ${face}`));
    return face !== undefined;
  }
  if (!/^[1-6]$/.test(event.key) || !ownTurn(view) || view.phase.type !== "acting") return false;
  const chosen = picked(table).dice;
  const at = diceOf(view).findIndex((face, die) => face === Number(event.key) && !chosen.includes(die));
  const given = chosen.find((die) => diceOf(view)[die] === Number(event.key));
  if (at >= 0) pick(table, { tile: null, aim: null, dice: [...chosen, at] });
  else if (given !== undefined) pick(table, { dice: chosen.filter((die) => diceOf(view)[die] !== Number(event.key)) });
  return true;
}

/** Dice fall, and whoever came to stand somewhere arrives there. */
function animate(_: Table, news: readonly News[]): void {
  rollDice(news.map((each) => ({ ...each, did: each.did?.replace("rolled", "roll") ?? "" })));
  news.forEach(({ did }, order) => {
    const [verb, tile] = did?.split(" ") ?? [];
    if (!tile || !["take", "swap", "caves", "defend"].includes(verb ?? "")) return;
    void play(
      document.querySelector(`[data-tile="${CSS.escape(tile)}"] .wira-pawn`),
      [{ transform: "translateY(-18px) scale(1.25)", opacity: 0.2 }, { transform: "translateY(2px) scale(.97)", opacity: 1, offset: 0.75 }, { transform: "none" }],
      { duration: 300, delay: Math.min(order, 6) * 120, fill: "backwards" },
    );
  });
}

const KINDS: Record<string, string> = { raise: "dice", lower: "dice", reroll: "dice", exoskeleton: "dice", crystal: "dice", factory: "dice", swap: "prepare", lift: "prepare", collect: "prepare", workshop: "prepare", caves: "prepare", roll: "turn", end: "turn", buy: "pawns", ransom: "pawns", probe: "cards", fortress: "cards", ray: "cards" };

const board: Board<View, Box> = {
  Sheet,
  Tools,
  Other,
  prompt,
  label,
  key,
  animate,
  done,
  heading: (table) => {
    const turn = table.view.value?.turn.number ?? 0;
    return { short: table.say("wiraqocha-turn-short", { turn }), full: turn ? table.say("web-turn", { turn }) : table.say("web-set-up") };
  },
  kind: (text) => {
    const verb = text.split(" ")[0] ?? "";
    return `wiraqocha-kind-${KINDS[verb] ?? verb}`;
  },
  line: (table, news) => {
    if (!news.did || news.did === "collect" || news.did === "roll") return null;
    const text = label(table, news.did);
    return news.seat < 0 ? text : table.say("web-log-did", { name: table.nameOf(news.seat), what: text });
  },
  about: (table, seat) => {
    const view = table.view.value;
    if (!view) return "";
    const [artifacts, crystals, leviathan] = GOALS.map((goal) => reachedOf(table, view, seat, goal));
    return table.say("wiraqocha-about", { artifacts: artifacts ?? "", crystals: crystals ?? "", leviathan: leviathan ?? "" });
  },
  keys: (table) => [
    ["1 … 6", table.say("wiraqocha-key-die")],
    ["t", table.say("wiraqocha-key-target")],
    ["M", table.say("wiraqocha-key-mine")],
    ["e", table.say("wiraqocha-key-near")],
    ["⇧ ← →", table.say("wiraqocha-key-shift")],
    ["+ −", table.say("wiraqocha-key-change")],
    ["b", table.say("wiraqocha-key-cards")],
    ["x", table.say("wiraqocha-key-drop")],
  ],
  picture: () => document.querySelector<SVGSVGElement>(".board .wira-map"),
};

export default board;
