/** Advice only: how likely it is that a rival's next roll is good enough for a territory of one's own.
 *
 * An estimate from what lies open: dice as they fall, without re-rolls, changes and cards. What may really be done
 * is always the server's to say. */

import { dataOf, defenceOf, heldBy, rollOf, type Box, type TileData, type View } from "./view";

const MOST_DICE = 8;

/** The best chance of any rival in per cent; null where the tile is not one's own. */
export function oddsOn(view: View, box: Box, tile: number): number | null {
  const stand = view.stands[tile];
  if (!stand || stand.seat !== view.seat) return null;
  if (tile === view.field) return 0;
  const defence = defenceOf(view, box, tile);
  const rivals = view.players.map((_, seat) => seat).filter((seat) => seat !== view.seat && couldStand(view, box, seat, tile));
  const chances = rivals.map((seat) => {
    const dice = Math.min(MOST_DICE, rollOf(view, box, seat).dice);
    const beaters = defence?.dice ?? 0;
    return chance(dice, dataOf(box, tile), defence?.value ?? 0, beaters, box.edition.turn.change * beaters <= (view.players[seat]?.cubes ?? 0));
  });
  return Math.round(100 * Math.max(0, ...chances));
}

/** Whether a seat has a pawn that could come to stand there. */
function couldStand(view: View, box: Box, seat: number, tile: number): boolean {
  const flying = (pawn: number) => box.pawns[pawn] === "zeppelin" || box.pawns[pawn] === "juggernaut";
  const needed = dataOf(box, tile).ground === "mountain" || flying(view.stands[tile]?.pawn ?? 0);
  const fits = (pawn: number) => !needed || flying(pawn);
  const held = heldBy(view, seat);
  const near = box.touching[view.valley.indexOf(tile)]?.map((place) => view.valley[place]) ?? [];
  const reserve = view.players[seat]?.reserve ?? [];
  const camp = box.pawns.indexOf("camp");
  const beside = !held.length || held.some((other) => near.includes(other));
  if (reserve[camp]) return beside && fits(camp);
  return held.some((other) => fits(view.stands[other]?.pawn ?? 0)) || (beside && reserve.some((count, pawn) => count > 0 && fits(pawn)));
}

const known = new Map<string, number>();

/** The chance that so many dice make the condition, and others among them beat the defence. */
function chance(dice: number, { sum = 0, faces = [] }: TileData, value: number, beaters: number, rich: boolean): number {
  const key = [dice, sum, faces, value, beaters, rich].join();
  let found = known.get(key);
  if (found === undefined) {
    let good = 0;
    for (const [counts, ways] of throws(dice)) if (suffices(counts, sum, faces, value, beaters, rich)) good += ways;
    found = good / 6 ** dice;
    known.set(key, found);
  }
  return found;
}

/** How often each face comes up, and in how many ways. */
function* throws(dice: number, face = 1): Generator<[number[], number]> {
  if (face === 6) {
    yield [[dice], 1];
    return;
  }
  for (let count = 0; count <= dice; count++) {
    for (const [rest, ways] of throws(dice - count, face + 1)) yield [[count, ...rest], ways * chosen(dice, count)];
  }
}

function chosen(of: number, some: number): number {
  let ways = 1;
  for (let at = 0; at < some; at++) ways = (ways * (of - at)) / (at + 1);
  return Math.round(ways);
}

function suffices(counts: readonly number[], sum: number, faces: readonly number[], value: number, beaters: number, rich: boolean): boolean {
  const beaten = (left: readonly number[]): boolean => {
    if (!beaters) return true;
    if (value === 6) return rich && (left[5] ?? 0) >= beaters;
    return left.slice(value).reduce((all, count) => all + count, 0) >= beaters;
  };
  if (faces.length) {
    const left = [...counts];
    for (const face of faces) left[face - 1] = (left[face - 1] ?? 0) - 1;
    return left.every((count) => count >= 0) && beaten(left);
  }
  const add = (face: number, missing: number, left: readonly number[]): boolean => {
    if (missing === 0) return beaten(left);
    if (face === 0 || missing < 0) return false;
    for (let used = 0; used <= (left[face - 1] ?? 0) && used * face <= missing; used++) {
      const rest = [...left];
      rest[face - 1] = (rest[face - 1] ?? 0) - used;
      if (add(face - 1, missing - used * face, rest)) return true;
    }
    return false;
  };
  return add(6, sum, counts);
}
