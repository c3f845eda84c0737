/** The board of Paititi: cards in hand and on the table, digs, and exhibitions that all choose for in secret. */

import type { Board, Done, Step } from "../../core/board";
import { partsOf } from "../paper/prospects";
import { Tools } from "./hand";
import "./paititi.css";
import { artifactName, exhibitionName, kindName, Other, piecesName, Sheet, worthIn } from "./table";
import { aim, artifactsOf, asks, cardsIn, chosen, halvesOf, handOf, kindOf, moveWith, runningOf, shovelsOf, type Box, type Table, type View } from "./view";

/** The shovels that are laid aside for a dig. */
function spent(table: Table): number {
  const view = table.view.value;
  const hand = view && view.seat !== null ? (view.expeditions[view.seat]?.hand ?? []) : [];
  return chosen.value.reduce((sum, at) => sum + shovelsOf(table.box, hand[at] ?? 0), 0);
}

function needed(table: Table, site: string): number {
  const view = table.view.value;
  const found = site === "pile" ? view?.top : view?.row[Number(site) - 1];
  return table.box.edition.backs[table.box.backs[found?.back ?? 0] ?? ""]?.shovels ?? 0;
}

function prompt(table: Table): string {
  const view = table.view.value;
  if (!view || table.over.value) return table.say("web-end");
  const asked = asks(table);
  if (asked === "choose") {
    const card = runningOf(view) ?? -1;
    const worth = worthIn(table, card, chosen.value.map((at) => artifactsOf(table)[at] ?? -1));
    return worth ? table.say("paititi-prompt-chosen", { worth }) : table.say("paititi-prompt-choose", { exhibition: exhibitionName(table, card) });
  }
  if (asked) return table.say(`paititi-prompt-${asked}`, { count: cardsIn(table.moves.value[0] ?? "").length });
  if (view.phase.type === "exhibiting" || view.phase.type === "giving") return table.say("paititi-prompt-sealed", { count: table.frame.value?.pending.length ?? 0 });
  if (!table.mine.value) return table.say("paititi-prompt-wait", { name: table.nameOf(view.on_turn) });
  const now = aim.value;
  if (now?.at === "site") return table.say("paititi-prompt-dig", { spent: spent(table), needed: needed(table, now.site) });
  if (now?.at === "hand") return table.say("paititi-prompt-display");
  if (now?.at === "exhibition") return table.say("paititi-prompt-exhibit", { exhibition: exhibitionName(table, now.card) });
  if (table.moves.value[0] === "pass") return table.say("paititi-prompt-pass");
  return table.say("paititi-prompt");
}

/** The move that the big button would make now: what was aimed at, with the cards laid aside. */
function ready(table: Table): { label: string; text: string | undefined } {
  const hand = handOf(table);
  const cards = chosen.value.map((at) => hand[at] ?? "");
  const finds = chosen.value.map((at) => table.box.artifacts[artifactsOf(table)[at] ?? 0] ?? "");
  const asked = asks(table);
  if (asked === "discard") return { label: "paititi-discard", text: moveWith(table, cards, "discard") };
  if (asked === "give") return { label: "paititi-give", text: moveWith(table, finds, "give") };
  if (asked === "choose") {
    const text = finds.length ? (moveWith(table, finds, "choose") ?? (table.more.value ? `choose ${finds.join(" ")}` : undefined)) : "choose nothing";
    return { label: finds.length ? "paititi-show" : "paititi-show-nothing", text };
  }
  const now = aim.value;
  if (now?.at === "site") return { label: "paititi-dig", text: moveWith(table, cards, `dig ${now.site} with`) ?? (table.more.value ? `dig ${now.site} with ${cards.join(" ")}` : undefined) };
  if (now?.at === "hand") return { label: "paititi-display", text: `display ${cards[0]}` };
  if (now?.at === "exhibition") return { label: "paititi-exhibit", text: `exhibit ${table.box.exhibitions[now.card]}` };
  const pass = table.moves.value.includes("pass") ? "pass" : undefined;
  return { label: pass ? "paititi-pass" : "paititi-choose-first", text: pass };
}

function done(table: Table): Done {
  const { label, text } = ready(table);
  return { label: table.say(label), ...(text !== undefined && table.mine.value ? { act: () => void table.send(text), ripe: true } : {}) };
}

function cardName(table: Table, name: string): string {
  return name.includes("/") ? name : artifactName(table, table.box.artifacts.indexOf(name));
}

/** What the score names: an exhibition, pieces of a kind, an artifact card. */
function called(table: Table, code: string): string {
  const halves = halvesOf(table.box, table.box.exhibitions.indexOf(code));
  if (halves) return halves.kinds.map((kind) => kindName(table, kind)).join(halves.forms[0] === "opening" ? " + " : " / ");
  const [pieces, kinds = ""] = code.split(" ");
  return Number(pieces) ? piecesName(table, { kind: kindOf(table.box, kinds), pieces: Number(pieces) }) : cardName(table, code);
}

function label(table: Table, text: string): string {
  const [first = "", second = ""] = text.split(" ");
  const cards = cardsIn(text.replace(/^dig \S+ with/, "dig"));
  const told = cards.map((card) => cardName(table, card)).join(", ");
  switch (first) {
    case "draw":
    case "pass":
      return table.say(`paititi-move-${first}`);
    case "display":
      return table.say("paititi-move-display", { card: second });
    case "dig":
      return table.say(second === "pile" ? "paititi-move-dig-pile" : "paititi-move-dig", { site: second, cards: cards.join(", ") });
    case "exhibit":
    case "turn": {
      const card = table.box.exhibitions.indexOf(second);
      return table.say(`paititi-move-${first}`, { exhibition: exhibitionName(table, card) });
    }
    case "choose":
      return cards.length ? table.say("paititi-move-choose", { cards: told }) : table.say("paititi-show-nothing");
    case "give":
    case "discard":
      return table.say(`paititi-move-${first}`, { cards: told });
    case "find":
      return table.say("paititi-move-find", { card: told });
  }
  return text;
}

/** 1 draws, 2 to 4 go to the hand, the sites, the exhibitions. */
function key(table: Table, event: KeyboardEvent): boolean {
  const rows = { "2": ".paititi-hand", "3": ".paititi-sites", "4": ".paititi-exhibitions", "5": ".paititi-finds" } as const;
  if (event.key === "1") {
    if (table.moves.value.includes("draw")) void table.send("draw");
    else void table.why("draw");
    return true;
  }
  const row = rows[event.key as keyof typeof rows];
  if (!row) return false;
  const first = document.querySelector<HTMLElement>(`${row} .legal`) ?? document.querySelector<HTMLElement>(`${row} button`);
  first?.focus();
  return true;
}

function steps(table: Table): readonly Step[] {
  const tree = table.frame.value?.score;
  const exhibitions = partsOf(tree, "exhibition").map((part) => ({ points: part.points, text: exhibitionName(table, table.box.exhibitions.indexOf(part.of)), where: [] }));
  const worth = partsOf(tree, "artifact").map((part) => ({ points: part.points, text: cardName(table, part.where[0] ?? ""), where: part.where }));
  return [...exhibitions, ...worth];
}

const HIDDEN_LINES = ["deal", "back", "dealer"];

const board: Board<View, Box> = {
  Sheet,
  Tools,
  Other,
  prompt,
  label,
  done,
  key,
  called,
  steps,
  luck: "cards",
  secret: true,
  heading: (table) => {
    const turn = table.view.value?.turn ?? 1;
    return { short: table.say("paititi-turn-short", { turn }), full: table.say("web-turn", { turn }) };
  },
  kind: (text) => `paititi-kind-of-${text.split(" ")[0]}`,
  line: (table, news) => {
    if (!news.did || HIDDEN_LINES.includes(news.did.split(" ")[0] ?? "")) return null;
    const text = label(table, news.did);
    return news.seat < 0 ? text : table.say("web-log-did", { name: table.nameOf(news.seat), what: text });
  },
  about: (table, seat) => {
    const points = table.frame.value?.standing[seat]?.points;
    return points === undefined ? "" : table.say("web-points-are", { points });
  },
  keys: (table) => [
    ["1", table.say("paititi-move-draw")],
    ["2 3 4 5", table.say("paititi-key-rows")],
  ],
};

export default board;
