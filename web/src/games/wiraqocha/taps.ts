/** What a tap on a hex does, and why one that does nothing cannot. */

import { deedsOn, diceOf, GRAVEYARD, open, picked, pick, standOn, type Table, type View } from "./view";

/** Does what there is to do, or lays out the choices; false where there is nothing. */
export function act(table: Table, name: string): boolean {
  const view = table.view.value;
  if (!view) return true;
  const { tile, dice, aim } = picked(table);
  const deeds = deedsOn(table, name);
  open.value = null;
  if (tile === name) {
    pick(table, { tile: null });
    return true;
  }
  const only = deeds.length === 1 ? deeds[0] : undefined;
  // nothing is left to choose: a die or a card came first, or it is the die of a tile that is taken back
  if (only && (only.verb === "lift" || ((dice.length > 0 || aim !== null) && only.verb !== "ray"))) {
    void table.send(only.text);
    return true;
  }
  const own = view.seat !== null && standOn(view, table.box, name)?.seat === view.seat;
  if (!deeds.length && table.mine.value && !own && name !== GRAVEYARD) {
    pick(table, { tile: null });
    return false;
  }
  pick(table, { tile: name });
  return true;
}

/** Makes a move from a button that may be gone with it: by keyboard one is then back on the map. */
export function go(table: Table, text: string): void {
  open.value = null;
  void table.send(text);
  home();
}

/** The hex that has the focus, or had it last. */
export function home(): void {
  if (document.activeElement?.matches(":focus-visible")) document.querySelector<SVGElement>('.wira-map [role="gridcell"][tabindex="0"]')?.focus();
}

const ABOUT_DICE = ["W-5.2", "W-5.4", "W-5.5", "W-5.6"];
const MOST = 60;

/** Asks for every way one might have meant it, and shows the reason that goes furthest: dice come last. */
export async function whyNot(table: Table, name: string): Promise<void> {
  const view = table.view.value;
  if (!view) return;
  const texts = attempts(table, view, name).slice(0, MOST);
  const answers = await table.what(texts);
  const rank = (text: string) => ABOUT_DICE.indexOf(answers.get(text)?.no?.clause ?? "");
  const told = texts.filter((text) => answers.get(text)?.no);
  const best = told.find((text) => rank(text) < 0) ?? told.sort((one, other) => rank(other) - rank(one))[0];
  if (best) await table.why(best);
}

function attempts(table: Table, view: View, name: string): string[] {
  const { dice, aim } = picked(table);
  const lying = diceOf(view);
  const sets = dice.length ? [dice.map((at) => lying[at] ?? 0)] : handfuls(lying);
  if (aim === "tunnel") return sets.map((set) => `tunnel ${name} with ${set.join(" ")} for crystal`);
  if (aim === "build") return [`build force-field on ${name}`];
  if (aim !== null) return [`${aim} ${name}`];
  const who = attacker(table, view);
  return sets.map((set) => `take ${name} ${who} with ${set.join(" ")}`);
}

/** The pawn for which the fewest rules stand in the way: one that flies, then one on the board. */
function attacker(table: Table, view: View): string {
  const { box } = table;
  const seat = view.turn.seat;
  const reserve = view.players[seat]?.reserve ?? [];
  const kind = (pawn: number) => box.pawns[pawn] ?? "camp";
  const flies = (pawn: number) => kind(pawn) === "zeppelin" || kind(pawn) === "juggernaut";
  const kinds = reserve.flatMap((count, pawn) => (count ? [pawn] : []));
  if (kinds.some((pawn) => kind(pawn) === "camp")) return "by camp";
  const own = view.stands.flatMap((stand, tile) => (stand?.seat === seat ? [{ tile, pawn: stand.pawn }] : []));
  const best = own.find(({ pawn }) => flies(pawn)) ?? kinds.find(flies) ?? own[0] ?? kinds[0] ?? 0;
  return typeof best === "number" ? `by ${kind(best)}` : `from ${box.tiles[best.tile]}`;
}

/** Every handful of up to three of these dice, once each. */
function handfuls(dice: readonly number[]): number[][] {
  if (!dice.length) return [[1]];
  const found = new Map<string, number[]>();
  const choose = (from: number, hand: number[]) => {
    if (hand.length) found.set(hand.join(), hand);
    if (hand.length < 3) for (let at = from; at < dice.length; at++) choose(at + 1, [...hand, dice[at] ?? 1]);
  };
  choose(0, []);
  return [...found.values()];
}
