/** The valley: clouds around it, grass and lakes, what stands in it, and the borders of discoveries. */

import type { VNode } from "preact";

import { around, CELL, type Cell, centre, links, touching } from "./cells";
import { even, lay, n1, Pic, pic, type Place, type Point, slab, stroke } from "./hand";

// What stands in a cell

const SNAKE = "M6.6 39.4C11 45 25 44.6 31.4 41.4C39.4 37.4 36 30 26.6 28.8C16.4 27.6 9.8 24.2 12.4 17.4C14.6 11.6 22.6 11 28.4 13";

/** A snake; crossed out it is pale, and struck through. */
export const Snake = (p: Place & { crossed?: boolean | undefined }): VNode => (
  <Pic {...p} class={`${p.crossed ? "a-pale " : ""}${p.class ?? ""}`}>
    {lay(
      `tube ${SNAKE}`,
      `core.s-snake ${SNAKE}`,
      `scales ${SNAKE}`,
      "snake M25.4 8.4C28.4 5.6 34 5 38.2 7.4C42.2 9.8 43 14 40 16.4C36.4 19.2 30.4 19.2 26.2 16.8C23 14.8 22.8 10.8 25.4 8.4Z",
      "ink M25.4 8.4C28.4 5.6 34 5 38.2 7.4C42.2 9.8 43 14 40 16.4C36.4 19.2 30.4 19.2 26.2 16.8C23 14.8 22.8 10.8 25.4 8.4Z",
      "sun M31.2 10.6a2.9 2.7 0 1 0 5.8 0a2.9 2.7 0 1 0-5.8 0Z",
      "firm M34.4 10V11.4",
      "tongue M41.2 13.6Q43.8 14.6 44.4 17.4M43.4 15Q45 14.6 46 15.2",
    )}
    {p.crossed ? lay("strike M5 6C17 19 31 32 43.4 43.6M43 5.4C31 17.4 18.6 30 5.6 43") : null}
  </Pic>
);

/** Dakota's hut: straw on clay. */
export const Hut = (p: Place): VNode =>
  pic(
    p,
    "earth M11 26.6C11.4 32 11.6 37 11.2 42.4C20 44 29 44 37.4 42.6C37 37 37 31.6 37.4 26.4Z",
    "earth-2 M29 28L37.4 26.4C37 31.6 37 37 37.4 42.6C34.6 43.2 32 43.4 29.4 43.6Z",
    "ink M11.4 29C11.6 34 11.6 37.6 11.2 42.4C20 44 29 44 37.4 42.6C37 37.6 37 33.4 37.2 29",
    "night M18.8 43.4C18.6 39.6 18.6 36.8 19 34.4C19.6 31.4 22.4 30.2 24.6 31C27 31.8 27.8 34 27.8 36.6C27.8 39 27.8 41.2 28 43.6Z",
    "straw M4.2 27.6C9.6 21 16 12.6 21.8 4.6C23.4 3.4 25.2 3.4 26.8 4.6C32.4 12.4 38 20 44 27.2C37.6 30.6 30.8 31.6 24.2 31.4C17.2 31.4 10.4 30.6 4.2 27.6Z",
    "shade M26.8 4.6C32.4 12.4 38 20 44 27.2C39.4 29.6 34.6 30.8 29.8 31.2C31.4 22.4 30.4 13 26.8 4.6Z",
    "fine M19.6 11.6L13.4 26.2M22.6 10.6L19.8 28M25.4 11L26.6 28.2M28 12.6L34 26.6M15.4 18L9.6 26.4M32.2 18L39 26.2",
    "ink M4.2 27.6C9.6 21 16 12.6 21.8 4.6C23.4 3.4 25.2 3.4 26.8 4.6C32.4 12.4 38 20 44 27.2C37.6 30.6 30.8 31.6 24.2 31.4C17.2 31.4 10.4 30.6 4.2 27.6Z",
    "firm M20.4 8.4C22.8 9.4 25.8 9.4 28.4 8.2",
  );

/** A stone head that has seen everything, under a half-moon of gold. */
export const Statue = (p: Place): VNode =>
  pic(
    p,
    "gold M2.8 17.4C3.6 8.4 12.4 2.4 24 2.4C35.6 2.4 44.4 8.4 45.2 17.4C40.8 18.6 36.6 18.4 33.6 17.2C30.6 14.6 17.4 14.6 14.4 17.2C11.4 18.4 7.2 18.6 2.8 17.4Z",
    "shade M24 2.4C35.6 2.4 44.4 8.4 45.2 17.4C40.8 18.6 36.6 18.4 33.6 17.2C32 15.8 28 15.2 24 15.2C27 11 27 6.4 24 2.4Z",
    "ink M2.8 17.4C3.6 8.4 12.4 2.4 24 2.4C35.6 2.4 44.4 8.4 45.2 17.4C40.8 18.6 36.6 18.4 33.6 17.2C30.6 14.6 17.4 14.6 14.4 17.2C11.4 18.4 7.2 18.6 2.8 17.4Z",
    "fine M24 5V12M17.4 5.8L19.4 12.2M30.6 5.8L28.6 12.2M11 8.8L14.8 13.4M37 8.8L33.2 13.4M6.6 13L10.6 15M41.4 13L37.4 15",
    "stone M13.4 44C13.8 35.4 13.8 27 13.4 18.6C16.6 14.8 31.4 14.8 34.8 18.6C34.4 27 34.4 35.4 34.8 44Z",
    "shade M28 15.9C31 16.2 33.6 17 34.8 18.6C34.4 27 34.4 35.4 34.8 44H29.2C30.4 34.4 30.2 25 28 15.9Z",
    "ink M13.4 44C13.8 35.4 13.8 27 13.4 18.6C16.6 14.8 31.4 14.8 34.8 18.6C34.4 27 34.4 35.4 34.8 44M8 44.2C18.6 45 29.6 45 40.2 44",
    "outline M16.8 23C18.6 22 20.6 22 22.2 23L22 26.6C20.4 27.2 18.6 27.2 17 26.6ZM26.2 23C28 22 30 22 31.6 23L31.4 26.6C29.8 27.2 28 27.2 26.4 26.6Z",
    "ink M24.2 24C24.2 27.4 23.4 29.6 22 31.8C23.6 32.6 25.2 32.6 26.6 32",
    "outline M17.6 36C22 35 26.6 35 31 36L30.8 40C26.4 41 22 41 17.8 40Z",
    "teeth M20.6 36V39.8M24.2 35.8V40.2M27.8 36V39.8",
    "gold M9.4 26.6a3.2 3.4 0 1 0 6.4 0a3.2 3.4 0 1 0-6.4 0ZM32.2 26.6a3.2 3.4 0 1 0 6.4 0a3.2 3.4 0 1 0-6.4 0Z",
    "ink M9.4 26.6a3.2 3.4 0 1 0 6.4 0a3.2 3.4 0 1 0-6.4 0ZM32.2 26.6a3.2 3.4 0 1 0 6.4 0a3.2 3.4 0 1 0-6.4 0Z",
  );

/** The mouth of a mine, propped with timber, and a cart of ore. */
export const Mine = (p: Place): VNode =>
  pic(
    p,
    "stone-2 M1.6 43.4C1.6 36 3 29.4 6.4 24C8.4 20.8 9.2 14.4 13.6 11.4C18 8.4 20.4 4.6 26 4.4C31.6 4.2 33.4 9 37.6 12C42 15.2 41.4 21 43.4 25C45.8 30 46.6 36.6 46.4 43.4Z",
    "shade M26 4.4C31.6 4.2 33.4 9 37.6 12C42 15.2 41.4 21 43.4 25C45.8 30 46.6 36.6 46.4 43.4H38C40 30 36 14 26 4.4Z",
    "ink M1.6 43.4C1.6 36 3 29.4 6.4 24C8.4 20.8 9.2 14.4 13.6 11.4C18 8.4 20.4 4.6 26 4.4C31.6 4.2 33.4 9 37.6 12C42 15.2 41.4 21 43.4 25C45.8 30 46.6 36.6 46.4 43.4",
    "night M10.6 43.6V20C19 18.8 29 18.8 37.4 20V43.6Z",
    "post M10.8 43V20M37.2 43V20M7.4 18.6C18.4 17.2 29.6 17.2 40.6 18.6",
    "wood M10.8 43V20M37.2 43V20M7.4 18.6C18.4 17.2 29.6 17.2 40.6 18.6",
    "gold M15.4 30.8L18 25.4L22.4 27.2L25.4 23.6L29.4 27L32.6 30.8Z",
    "iron M13.4 30.6H34.6L32 39.4H16Z",
    "ink M15.6 30.4L18 25.4L22.4 27.2L25.4 23.6L29.4 27L32.4 30.4M13.4 30.6H34.6L32 39.4H16Z",
    "bone M16.2 41.4a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM26.6 41.4a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z",
    "ink M16.2 41.4a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM26.6 41.4a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z",
  );

export type Structure = "hut" | "statue" | "mine";
const STRUCTURES = { hut: Hut, statue: Statue, mine: Mine };

/** A structure by its name. */
export const StructureArt = (p: Place & { kind: Structure }): VNode => {
  const Art = STRUCTURES[p.kind];
  return <Art {...p} />;
};

// The ground

const TUFTS: readonly string[] = [
  "M8 40q-1.6-3-.6-5.4M10.4 40q.2-3.6 2-5.6M12.6 40.2q1-2 3-2.6",
  "M34 12.4q-1.4-2.6-.4-5M36.4 12.4q.2-3.2 2-5M38.6 12.6q1-2 2.8-2.4",
  "M36 41l3-4.6l3 4.6M38.2 41.2h.4",
  "M7.4 9.4q2-2.4 4.4-.4M9 12.4q2-1.6 3.6.2",
  "M39.6 24.4l.2.2M8.4 26.4l.2.2M36.6 38.6l.2.2M12 36l.2.2",
];

/** The ground of one cell, 48 by 48: paper with a border drawn by hand and, here and there, grass.
 *
 * `bare` leaves the grass out, where something stands or is written.
 */
export const Ground = (p: Place & { seed?: number | undefined; bare?: boolean | undefined }): VNode => {
  const seed = p.seed ?? 0;
  const pick = p.bare ? -1 : Math.floor(even(seed + 3)() * 9);
  return (
    <Pic {...p}>
      {lay(`cell ${slab(1.2, 1.2, 45.6, 45.6, seed, 0.7)}`, `tuft ${TUFTS[pick] ?? ""}`)}
    </Pic>
  );
};

/** A lake fills its cell; nothing is ever written there. */
export const Lake = (p: Place & { seed?: number | undefined }): VNode => (
  <Pic {...p}>
    <g transform={(p.seed ?? 0) % 2 ? "matrix(-1 0 0 1 48 0)" : undefined}>
      {lay(
        "water-2 M5.4 19C7.4 10.4 15.6 5 25.6 5.2C34 5.2 41 8.6 43 16.4C44.8 23.4 45 32 39.4 37.8C33.4 43.8 20.4 44.4 12.4 40.4C5 36.6 3.6 27 5.4 19Z",
        "water M8 21.6C10 14.4 16.6 10 25.6 10C33.2 10 38.8 12.8 40.6 19C42 24.6 42 31.4 37.6 36C32.4 41 21 41.4 14.2 38C7.8 34.6 6.4 28 8 21.6Z",
        "ink M5.4 19C7.4 10.4 15.6 5 25.6 5.2C34 5.2 41 8.6 43 16.4C44.8 23.4 45 32 39.4 37.8C33.4 43.8 20.4 44.4 12.4 40.4C5 36.6 3.6 27 5.4 19Z",
        "ripple M14 22Q17.4 19.4 20.4 22T26.8 22M23 30.6Q26.4 28 29.4 30.6T35.8 30.6M13.6 33.4Q15.8 31.6 18 33.4",
        "reed M36.4 13.6C36 9.6 36.4 6.6 37.8 3.6M39.6 15.4C39.8 11.6 40.8 9 42.8 6.8",
      )}
    </g>
  </Pic>
);

/** Clouds all around a grid of so many cells, in the units of the sheet: the way in.
 *
 * They reach `depth` outwards from the grid; leave that much room around it.
 */
export const Clouds = (p: { rows: number; columns: number; depth?: number | undefined }): VNode => {
  const depth = p.depth ?? 24;
  const [w, h] = [p.columns * CELL, p.rows * CELL];
  const bank = (out: number, puff: number, seed: number): string =>
    billows([[-out, -out], [w + out, -out], [w + out, h + out], [-out, h + out]], puff, seed, 0.32);
  const hole = `M-2 -2V${h + 2}H${w + 2}V-2Z`;
  const [far, near] = [bank(depth - 18, 36, 5), bank(depth * 0.1, 27, 12)];
  return (
    <g class="art">
      {lay(
        `cloud-2 ${far}${hole}`,
        `cloud-line ${far}`,
        `cloud ${near}${hole}`,
        `cloud-line ${near}`,
        `cloud-line ${curls(w, h, 31)}`,
      )}
    </g>
  );
};

/** Small curls inside the clouds. */
function curls(w: number, h: number, seed: number): string {
  const next = even(seed);
  let path = "";
  for (let at = 30; at < w - 20; at += 60 + next() * 50) {
    path += `M${n1(at)} -6q4 -5 9 -1q2 3 -2 4`;
    path += `M${n1(w - at)} ${h + 7}q4 -5 9 -1q2 3 -2 4`;
  }
  for (let at = 40; at < h - 30; at += 60 + next() * 50) {
    path += `M-9 ${n1(at)}q3 -5 7 -1M${w + 4} ${n1(h - at)}q3 -5 7 -1`;
  }
  return path;
}

/** A closed line of round bumps, outwards, about `size` long each; `wild` lets them differ. */
function billows(points: readonly Point[], size: number, seed: number, wild = 0.3): string {
  const next = even(seed);
  let path = "";
  points.forEach(([x, y], i) => {
    const [tx, ty] = points[(i + 1) % points.length] as Point;
    const far = Math.hypot(tx - x, ty - y);
    const count = Math.max(1, Math.round(far / size));
    const parts = Array.from({ length: count }, () => 1 + (next() - 0.5) * 2 * wild);
    const all = parts.reduce((sum, part) => sum + part, 0);
    path ||= `M${n1(x)} ${n1(y)}`;
    let at = 0;
    for (const part of parts) {
      at += part / all;
      const r = n1((part / all) * far * (0.52 + next() * 0.08));
      path += `A${r} ${r} 0 0 1 ${n1(x + (tx - x) * at)} ${n1(y + (ty - y) * at)}`;
    }
  });
  return `${path}Z`;
}

// Discoveries

export type Discovery = "jungle" | "town" | "range" | "pyramid";

interface Border {
  cells: readonly Cell[];
  /** Only offered, not yet drawn: in pencil. */
  draft?: boolean | undefined;
  class?: string | undefined;
}

const frame = (p: Border, kind: Discovery, children: VNode[]): VNode => (
  <g class={`art a-found a-found-${kind}${p.draft ? " a-draft" : ""}${p.class ? ` ${p.class}` : ""}`}>
    {children}
  </g>
);

const closed = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join("L")}Z`;

const wash = (cells: readonly Cell[], pattern: string): VNode[] =>
  around(cells, 3).map((loop) => (
    <g>
      <path class="a-wash" d={closed(loop)} />
      <path d={closed(loop)} fill={`url(#pat-${pattern})`} opacity="0.5" />
    </g>
  ));

/** Cells that meet at a corner are tied together there. */
const ties = (cells: readonly Cell[]): VNode[] =>
  touching(cells).map(({ at: [x, y], down }) => {
    const s = down ? 1 : -1;
    return <path class="a-tie" d={`M${x - 6 * s} ${y - 6}L${x + 6 * s} ${y + 6}`} />;
  });

/** A jungle: foliage all along the border. */
export const Jungle = (p: Border): VNode =>
  frame(p, "jungle", [
    ...wash(p.cells, "leaf"),
    ...ties(p.cells),
    ...around(p.cells, 5).map((loop, i) => <path class="a-border" d={billows(loop, 11, p.cells.length + i)} />),
  ]);

/** A town: straight walls, flaring out at the corners. */
export const Town = (p: Border): VNode =>
  frame(p, "town", [
    ...wash(p.cells, "brick"),
    ...ties(p.cells),
    ...around(p.cells, 5).map((loop) => <path class="a-border" d={walls(loop)} />),
  ]);

function walls(loop: readonly Point[]): string {
  const [back, flare] = [7, 3.6];
  let path = "";
  loop.forEach(([x, y], i) => {
    const [px, py] = loop[(i + loop.length - 1) % loop.length] as Point;
    const [nx, ny] = loop[(i + 1) % loop.length] as Point;
    const [ax, ay] = [Math.sign(x - px), Math.sign(y - py)];
    const [bx, by] = [Math.sign(nx - x), Math.sign(ny - y)];
    const tip: Point = [x + (ax - bx) * flare, y + (ay - by) * flare];
    const [fx, fy] = [x - ax * back, y - ay * back];
    path += `${path ? "L" : "M"}${n1(fx)} ${n1(fy)}Q${n1(x - ax)} ${n1(y - ay)} ${n1(tip[0])} ${n1(tip[1])}`;
    path += `Q${n1(x + bx)} ${n1(y + by)} ${n1(x + bx * back)} ${n1(y + by * back)}`;
  });
  return `${path}Z`;
}

/** A mountain range: a cone around each number, and the ridge from one to the next. */
export const Range = (p: Border): VNode =>
  frame(p, "range", [
    ...wash(p.cells, "peak"),
    ...links(p.cells).map(([from, to]) => (
      <path class="a-ridge" d={stroke([centre(from), centre(to)], from[0] * 9 + to[1], 3)} />
    )),
    ...p.cells.flatMap((cell) => {
      const [x, y] = centre(cell);
      return [
        <path class="a-cone" d={cone(x, y)} />,
        <path class="a-snowcap" d={`M${x - 4.6} ${y - 14.6}L${x - 1.4} ${y - 12.4}L${x + 0.8} ${y - 14.8}L${x + 4} ${y - 12.8}`} />,
      ];
    }),
  ]);

const cone = (x: number, y: number): string =>
  `M${x - 20} ${y + 17.6}C${x - 14} ${y + 6} ${x - 8} ${y - 8} ${x - 2} ${y - 20}Q${x + 0.4} ${y - 22.4} ${x + 2.4} ${y - 19.6}C${x + 8} ${y - 8} ${x + 14} ${y + 5} ${x + 20} ${y + 17}Q${x} ${y + 20} ${x - 20} ${y + 17.6}Z`;

/** A pyramid: a triangle around its four cells, the tip over the one that stands out. */
export const Pyramid = (p: Border): VNode =>
  frame(p, "pyramid", [
    ...wash(p.cells, "course"),
    <path class="a-border" d={triangle(p.cells)} />,
  ]);

/** Its sides bow out a little, as a hand draws them, so that no number is cut. */
function triangle(cells: readonly Cell[]): string {
  const mean = (at: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[at], 0) / cells.length;
  const [row, column] = [mean(0), mean(1)];
  const off = ([r, c]: Cell): number => Math.hypot(r - row, c - column);
  // The middle of the base lies nearest to the mean; the tip is its neighbour off the base.
  const middle = [...cells].sort((a, b) => off(a) - off(b))[0] as Cell;
  const [down, right] = [Math.round((row - middle[0]) * 4), Math.round((column - middle[1]) * 4)];
  const [x, y] = centre(middle);
  const at = (along: number, out: number): string =>
    `${n1(x + (right * out - down * along) * CELL)} ${n1(y + (down * out + right * along) * CELL)}`;
  return `M${at(0.03, 1.64)}Q${at(1.02, 0.76)} ${at(1.66, -0.44)}Q${at(0, -0.5)} ${at(-1.66, -0.45)}Q${at(-1, 0.76)} ${at(-0.02, 1.63)}Z`;
}

const DISCOVERIES = { jungle: Jungle, town: Town, range: Range, pyramid: Pyramid };

/** A discovery by its kind. */
export const DiscoveryArt = (p: Border & { kind: Discovery }): VNode => {
  const Art = DISCOVERIES[p.kind];
  return <Art {...p} />;
};

/** The sign of a kind of discovery, for chips and tallies. */
export const DiscoverySign = (p: Place & { kind: Discovery }): VNode => pic(p, ...SIGNS[p.kind]);

const SIGNS: Record<Discovery, string[]> = {
  jungle: [
    "leaf-2 M24 43C22 34 12 36 7 29C2 20.6 7 9 11 5C15 12 22 14 24 22C26 12 33 11 38 4.6C42 12 45 22 39 29.4C34 35.6 27 34 24 43Z",
    "ink M24 43C22 34 12 36 7 29C2 20.6 7 9 11 5C15 12 22 14 24 22C26 12 33 11 38 4.6C42 12 45 22 39 29.4C34 35.6 27 34 24 43ZM24 43V22M13 14C14 22 18 28 23.6 33M35.4 13.6C34.6 21 31 27 24.6 32",
  ],
  town: [
    "water M6 42V24L10 20V13H17V19L21 15V8H29V16L32 19V14H38V21L42 24V42Z",
    "ink M6 42V24L10 20V13H17V19L21 15V8H29V16L32 19V14H38V21L42 24V42ZM3.4 42.4C17 43.4 31 43.4 44.6 42.4",
    "night M20.4 42V33Q24 28.6 28 33V42ZM11.6 25H15V29.6H11.6ZM33 25H36.4V29.6H33ZM23 19.6H26.6V24H23Z",
  ],
  range: [
    "earth M2.6 41L15 17L21 26L30 7L45.4 41Z",
    "snow M30 7L36 20.4L31.6 18.4L28.6 21.4L24.6 18.6ZM15 17L18.6 22.4L15.4 24.4L11.6 23.4Z",
    "ink M2.6 41L15 17L21 26L30 7L45.4 41ZM21 26L24.6 33M24.6 18.6L28.6 21.4L31.6 18.4L36 20.4M11.6 23.4L15.4 24.4L18.6 22.4",
  ],
  pyramid: [
    "p4 M24 6L45 41.6H3Z",
    "shade M24 6L45 41.6H28Z",
    "ink M24 6L45 41.6H3ZM24 6L28 41.6M17.4 17.4L25.2 18L30.8 17.4M11.4 27.6L26.4 28.6L36.8 27.6",
  ],
};
