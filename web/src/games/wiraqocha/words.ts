/** Tiles, pawns, cards and moves in words. */

import type { Technology } from "../../art/wiraqocha";
import { has } from "../../core/cells";
import { dataOf, deedOf, defenceOf, GRAVEYARD, tileNamed, type Deed, type Table, type View } from "./view";

export const pawnName = (table: Table, pawn: string): string => table.say(`wiraqocha-pawn-${pawn}`);
export const cardName = (table: Table, card: string): string => table.say(`wiraqocha-card-${card}`);

/** What a card does, with the numbers of this edition. */
export function cardDoes(table: Table, card: Technology): string {
  const { technology, turn } = table.box.edition;
  return table.words.attr(`wiraqocha-card-${card}`, "does", { ...technology, buy: turn.buy_back });
}

/** A tile by its condition, which is its name. */
export function nameOf(table: Table, tile: string): string {
  if (tile === GRAVEYARD) return table.say("wiraqocha-graveyard");
  return tile === "caves" ? table.say("wiraqocha-terrain-caves") : tile;
}

/** What a tile is: `Jungle on a mountain, 1 cube, Artifact 2`. */
function terrainOf(table: Table, view: View, tile: number): string[] {
  const data = dataOf(table.box, tile);
  const terrain = table.say(`wiraqocha-terrain-${data.terrain}`);
  return [
    data.ground === "mountain" ? table.say("wiraqocha-on-mountain", { terrain }) : terrain,
    ...(data.cubes ? [table.say("wiraqocha-cubes", { cubes: data.cubes })] : []),
    ...(data.artifact && has(view.ruins, data.artifact - 1) ? [table.say("wiraqocha-artifact-there", { number: data.artifact })] : []),
  ];
}

/** What a tile is and takes: `Jungle, 1 cube, needs 5`. */
export function groundOf(table: Table, view: View, name: string): string {
  const tile = tileNamed(table.box, name);
  if (view.devastated === tile) return table.say("wiraqocha-devastated");
  const { faces, sum } = dataOf(table.box, tile);
  const needs = faces?.length ? table.say("wiraqocha-needs-faces", { faces: faces.join(" ") }) : table.say("wiraqocha-needs-sum", { sum: sum ?? 0 });
  return [...terrainOf(table, view, tile), needs].join(", ");
}

/** What a tile is and what it is good for, to those who look at its picture. */
export function useOf(table: Table, view: View, name: string): string {
  const tile = tileNamed(table.box, name);
  if (view.devastated === tile) return table.say("wiraqocha-devastated");
  const { terrain } = dataOf(table.box, tile);
  return [...terrainOf(table, view, tile), ...(terrain === "jungle" ? [] : [table.say(`wiraqocha-gives-${terrain}`)])].join(", ");
}

/** Who stands on a tile and what defends it; empty where nobody does. */
export function standingOf(table: Table, view: View, name: string): string {
  const { box } = table;
  const tile = tileNamed(box, name);
  const stand = view.stands[tile];
  if (!stand) return "";
  const facts = { pawn: pawnName(table, box.pawns[stand.pawn] ?? ""), name: table.nameOf(stand.seat) };
  const defence = defenceOf(view, box, tile);
  const parts = [
    table.say(stand.seat === view.seat ? "wiraqocha-yours" : "wiraqocha-theirs", facts),
    defence ? table.say("wiraqocha-defence", { value: defence.value, dice: defence.dice }) : table.say("wiraqocha-undefended"),
    ...(tile === view.field ? [cardName(table, "force-field")] : []),
  ];
  return parts.join(", ");
}

/** Whether something of one's own lies beside it. */
function beside(view: View, table: Table, name: string): boolean {
  const place = view.valley.indexOf(tileNamed(table.box, name));
  return (table.box.touching[place] ?? []).some((other) => view.seat !== null && view.stands[view.valley[other] ?? 0]?.seat === view.seat);
}

/** All about a hex, for those who do not see it: what it is, who is there, what can be done. */
export function labelOf(table: Table, view: View, name: string, more: { ways?: number; odds?: number | null; fresh?: boolean } = {}): string {
  const { ways, odds, fresh } = more;
  const can = ways ? [table.say("wiraqocha-can", { ways })] : [];
  if (name === GRAVEYARD) {
    const lying = view.players.flatMap((player, seat) =>
      player.graveyard.flatMap((count, pawn) => (count ? [table.say("wiraqocha-lying", { count, pawn: pawnName(table, table.box.pawns[pawn] ?? ""), name: table.nameOf(seat) })] : [])),
    );
    return [`${table.say("wiraqocha-graveyard")}.`, ...(lying.length ? [`${lying.join(", ")}.`] : []), ...can].join(" ");
  }
  const standing = standingOf(table, view, name);
  const own = view.stands[tileNamed(table.box, name)]?.seat === view.seat && view.seat !== null;
  return [
    `${nameOf(table, name)}: ${groundOf(table, view, name)}.`,
    ...(standing ? [`${standing}.`] : []),
    ...(!own && beside(view, table, name) ? [table.say("wiraqocha-beside")] : []),
    ...(fresh ? [table.say("wiraqocha-changed")] : []),
    ...can,
    ...(odds ? [table.say("wiraqocha-odds", { odds })] : []),
  ].join(" ");
}

/** What can be stolen: a crystal, an Artifact, a card, one's own pawn. */
export function lootName(table: Table, loot: string): string {
  const [first = "", number] = loot.split(" ");
  if (first === "artifact") return table.say("wiraqocha-loot-artifact", { number: Number(number) });
  return first === "crystal" || first === "prisoner" ? table.say(`wiraqocha-loot-${first}`) : cardName(table, loot);
}

/** The dice of a conquest: `2 3`, and what beats the defence. */
export function diceText(table: Table, deed: Deed): string {
  const dice = deed.dice.join(" ");
  return deed.beating.length ? table.say("wiraqocha-dice-beating", { dice, beating: deed.beating.join(" ") }) : dice;
}

/** A move in words. */
export function label(table: Table, text: string): string {
  const deed = deedOf(text);
  const words = text.split(" ");
  const tile = deed.tile === null ? "" : nameOf(table, deed.tile);
  const facts = { tile, dice: diceText(table, deed), pawn: deed.by ? pawnName(table, deed.by) : "", from: deed.from ? nameOf(table, deed.from) : "" };
  const die = { die: deed.dice[0] ?? 0 };
  switch (deed.verb) {
    case "take": {
      const taken = table.say(deed.by ? "wiraqocha-move-enter" : "wiraqocha-move-march", facts);
      return deed.capture ? table.say("wiraqocha-move-capturing", { taken }) : taken;
    }
    case "pillage":
    case "tunnel":
      return table.say(`wiraqocha-move-${deed.verb}`, { ...facts, loot: lootName(table, deed.loot ?? "") });
    case "swap":
      return table.say(deed.by ? "wiraqocha-move-swap-in" : "wiraqocha-move-swap-over", facts);
    case "defend":
    case "lift":
    case "caves":
    case "probe":
    case "fortress":
    case "ray":
      return table.say(`wiraqocha-move-${deed.verb}`, { ...facts, ...die });
    case "raise":
    case "lower":
      return table.say(`wiraqocha-move-${deed.verb}`, { ...die, cubes: table.box.edition.turn.change });
    case "reroll":
    case "exoskeleton":
      return table.say(`wiraqocha-move-${deed.verb}`, { ...die, face: table.box.edition.technology.exoskeleton });
    case "workshop":
      return table.say("wiraqocha-move-workshop", facts);
    case "buy":
      return table.say("wiraqocha-move-buy", { ...facts, cubes: table.box.edition.turn.buy_back });
    case "build": {
      const card = cardName(table, deed.card ?? "");
      return deed.tile === null ? table.say("wiraqocha-move-build", { card }) : table.say("wiraqocha-move-build-on", { card, tile });
    }
    case "ransom":
      return table.say("wiraqocha-move-ransom", { name: table.nameOf(Number(words[1]) - 1), pay: words[3] ?? "", ...table.box.edition.ransom });
    case "crystal":
    case "factory":
      return table.say(`wiraqocha-move-${deed.verb}`, { cubes: table.box.edition.technology.factory });
    case "rolled":
      return table.say("wiraqocha-rolled", { dice: words.slice(1).join(" ") });
    case "revealed":
      return table.say("wiraqocha-revealed", { cards: words.slice(1).map((card) => cardName(table, card)).join(", ") });
    case "first":
      return table.say("wiraqocha-first", { name: table.nameOf(Number(words[1]) - 1) });
    case "laid":
    case "collect":
    case "roll":
    case "end":
      return table.say(`wiraqocha-move-${deed.verb}`);
  }
  return text;
}
