/** Figures as a hand writes them: our own strokes, so that writing can be shown stroke by stroke.
 *
 * Every digit stands in a box 20 wide and 32 high. Each stroke has a path length of 1, so that
 * stroke-dasharray: 1 and an offset from 1 to 0 write it, whatever its real length.
 */

import type { VNode } from "preact";

import { even, n1 } from "./hand";

const STROKES: Record<string, readonly string[]> = {
  0: ["M11 3.2C5.6 2.8 2.6 8.6 2.6 16.4C2.6 24.2 5.6 29.4 9.8 29.2C15 29 17.4 22.6 17.2 15.2C17 8 14.4 2.4 9.4 3.4"],
  1: ["M4.6 9.8C7.4 8 9.6 5.8 11.2 2.8C10.8 11.8 10.6 20.4 10.9 29.4"],
  2: ["M3.4 9.4C3.8 5 7 2.6 10.6 2.8C15 3 16.8 6.8 15.6 11C14 16.4 8 22.2 3 28.6C7.6 27.4 12.6 27.6 17.4 28.4"],
  3: ["M3.8 5.8C6.6 3.2 10.2 2.2 13 3.6C17.2 5.8 15.6 12.6 8.2 14.8C14.8 14.2 18.2 17.6 17 22.6C15.6 28.4 8.8 31 2.8 27.2"],
  4: ["M11.8 2.8C9.4 9 6.4 14.8 2.4 20C7.6 19.4 12.8 19.6 18 20.2", "M13.8 12C13.2 18 12.9 23.6 13.2 29.6"],
  5: ["M5.4 3.8C4.9 7.4 4.5 10.6 4 14.4C8.6 11.8 13.8 12 16.2 16C19 21 15.6 28 9.4 29.2C6.8 29.6 4.4 29 2.4 27.4", "M5.6 3.9C9.2 3.3 12.8 3.1 16.6 3.5"],
  6: ["M14 2.8C8.6 5.8 3.6 12.6 2.8 20C2.2 26 5.4 29.6 9.6 29.4C14.2 29.2 17.6 25.6 17 21C16.2 16.4 11.6 14.8 7.6 17C5.4 18.2 3.8 20.2 3 22.4"],
  7: ["M2.8 4.4C7.6 3.4 12.4 3.1 17.4 3.4C13.6 10.4 9.8 19 7.4 29.6", "M5.8 16.8C8.8 15.8 12 15.5 15.4 15.8"],
  8: ["M14.8 6.4C12.6 2.4 6.6 1.8 4.8 5.8C2.8 10.4 8.2 13 11 15C15.6 18.4 18.4 22 16 26.4C13.4 30.8 5.8 30.2 3.6 25.6C1.6 20.8 6.2 17.6 9.6 15C13 12.4 17.2 9.6 14.6 5.8"],
  9: ["M16.4 9.4C14.8 4 9.6 1.4 5.6 4.2C2 6.8 1.8 12.6 5.2 15C9.2 17.6 14.8 14.6 16.5 8.4C16.7 16 15.6 22.6 11.8 29.6"],
  "-": ["M3.6 16.4C7.4 15.8 12 15.8 16.4 16.2"],
  "+": ["M3.6 16.4C7.4 15.8 12 15.8 16.4 16.2", "M10 9.4C9.8 13.6 9.8 18.6 10.2 23"],
};

const ADVANCE = 16.5;

export type Hand = "ink" | "pencil";

/** How many strokes a value takes: an animation gives each its time. */
export const strokesOf = (value: number | string): number =>
  [...String(value)].reduce((sum, sign) => sum + (STROKES[sign]?.length ?? 0), 0);

/** A number written around a point of a drawing, so high; two digits are drawn closer and smaller.
 *
 * `seed` (the cell, say) gives the hand's small tilt. `fresh` marks it as just written: the class
 * a-fresh animates it, stroke after stroke. Where figures are wanted plain, a <text> stands in.
 */
export function Written(p: {
  value: number | string;
  x: number;
  y: number;
  height: number;
  hand?: Hand | undefined;
  seed?: number | undefined;
  fresh?: boolean | undefined;
}): VNode {
  const signs = [...String(p.value)];
  const next = even((p.seed ?? 0) + signs.length);
  const scale = (p.height / 32) * (signs.length > 1 ? 0.86 : 1);
  const width = (signs.length - 1) * ADVANCE + 20;
  const tilt = n1((next() - 0.5) * 7);
  let order = 0;
  return (
    <g class={`art a-${p.hand ?? "ink"}-hand${p.fresh ? " a-fresh" : ""}`}>
      <g
        class="a-written"
        transform={`translate(${n1(p.x)} ${n1(p.y)}) rotate(${tilt}) scale(${scale.toFixed(3)}) translate(${-width / 2} -16)`}
      >
        {signs.map((sign, i) => {
          const drop = n1((next() - 0.5) * 2);
          return (STROKES[sign] ?? []).map((d) => (
            <path
              pathLength={1}
              style={`--n:${order++}`}
              transform={`translate(${i * ADVANCE} ${drop})`}
              d={d}
            />
          ));
        })}
      </g>
      <text class="a-plain" x={p.x} y={p.y} font-size={n1(p.height * 0.95)}>
        {p.value}
      </text>
    </g>
  );
}
