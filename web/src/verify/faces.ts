/** How the dice fell, face by face, beside how often a face usually comes up. No judgement. */

export interface FaceCount {
  face: string;
  seen: number;
  expected: number;
  low: number;
  high: number;
}
export interface DieCount {
  die: number;
  rolls: number;
  faces: FaceCount[];
}

const RARE = 0.0005;

export class Tally {
  private readonly dice = new Map<number, { sides: [string, number][]; seen: Map<string, number> }>();

  add(die: number, face: string, sides: [string, number][]): void {
    const kept = this.dice.get(die) ?? { sides, seen: new Map<string, number>() };
    this.dice.set(die, kept);
    kept.seen.set(face, (kept.seen.get(face) ?? 0) + 1);
  }

  counts(): DieCount[] {
    return [...this.dice.entries()]
      .sort(([one], [other]) => one - other)
      .map(([die, { sides, seen }]) => {
        const rolls = [...seen.values()].reduce((sum, each) => sum + each, 0);
        const all = sides.reduce((sum, [, number]) => sum + number, 0);
        const faces = sides.map(([face, number]) => {
          const [low, high] = usual(rolls, number / all);
          return { face, seen: seen.get(face) ?? 0, expected: (rolls * number) / all, low, high };
        });
        return { die, rolls, faces };
      });
  }
}

/** Between which numbers a face comes up in 999 games of 1,000, half of the rest on either side. */
export function usual(rolls: number, chance: number): [number, number] {
  if (chance >= 1) return [rolls, rolls];
  let low = 0;
  let below = 0;
  let logarithm = rolls * Math.log1p(-chance); // of the chance of just so many
  for (let times = 0; times <= rolls; times++) {
    if (below <= RARE) low = times;
    below += Math.exp(logarithm);
    if (below >= 1 - RARE) return [low, times];
    logarithm += Math.log((rolls - times) / (times + 1)) + Math.log(chance) - Math.log1p(-chance);
  }
  return [low, rolls];
}
