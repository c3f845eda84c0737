/** The temple: stones and doors, mummies, the light of a nine, the thread of the series. */

import type { VNode } from "preact";

import { around, CELL, type Cell, centre, touching } from "./cells";
import { even, lay, n1, Pic, type Place, type Point, slab } from "./hand";
import { GROUP_PATTERNS } from "./patterns";

const CRACKS: readonly string[] = [
  "M4 12L9 14L11.4 19M9 14L13 12.6",
  "M44 34L39 33L37 28.6M39 33L36 36",
  "M30 4.4L31 9L28.6 12",
  "M17 43.6L18 39L22 36.6",
  "M7 37l.2.2M10.6 40l.2.2M39 8l.2.2M42 11.4l.2.2M36.6 6.4l.2.2",
  "M5 30L8.6 28.4M43 17L40 18.6",
];

/** One stone of the floor, 48 by 48: light from above, a crack here and there. */
export const Stone = (p: Place & { seed?: number | undefined }): VNode => {
  const seed = p.seed ?? 0;
  const next = even(seed + 1);
  const crack = CRACKS[Math.floor(next() * 11)] ?? "";
  return (
    <Pic {...p}>
      {lay(
        `joint ${slab(1, 1, 46, 46, seed, 0.6)}`,
        `cell ${slab(2.6, 2.4, 42.8, 42.4, seed + 5, 0.9)}`,
        "edge-light M5 43V6.4Q5.2 4.8 7 4.8H43",
        "edge-dark M44 7V42.6Q43.8 43.8 42.4 43.8H7",
        `crack ${crack}`,
      )}
    </Pic>
  );
};

/** A door: a stone gate in the cell, leaving the middle free for a number. Opened once written in. */
export const Door = (p: Place & { seed?: number | undefined; open?: boolean | undefined }): VNode => (
  <Pic {...p}>
    {lay(
      `joint ${slab(1, 1, 46, 46, p.seed ?? 0, 0.6)}`,
      "stone-2 M3 45.6C3.6 32 4 18.6 5.4 6.2C6 3.8 7 2.8 9.4 2.6C19 1.8 29.4 1.8 38.8 2.6C41 2.8 42.2 3.8 42.6 6.2C44 18.8 44.6 32 45 45.6Z",
      `${p.open ? "cell" : "leafwood"} M9.6 45.6C10.2 34 10.6 23 11.6 12.4C11.8 10.4 12.8 9.6 14.6 9.4C20.8 8.8 27.4 8.8 33.6 9.4C35.4 9.6 36.2 10.4 36.4 12.4C37.4 23.2 37.8 34 38.4 45.6Z`,
      ...(p.open ? [] : ["boards M18 10V45M24 9.4V45M30 10V45"]),
      "ink M9.6 45.6C10.2 34 10.6 23 11.6 12.4C11.8 10.4 12.8 9.6 14.6 9.4C20.8 8.8 27.4 8.8 33.6 9.4C35.4 9.6 36.2 10.4 36.4 12.4C37.4 23.2 37.8 34 38.4 45.6",
      "ink M3 45.6C3.6 32 4 18.6 5.4 6.2C6 3.8 7 2.8 9.4 2.6C19 1.8 29.4 1.8 38.8 2.6C41 2.8 42.2 3.8 42.6 6.2C44 18.8 44.6 32 45 45.6Z",
      "fine M4.4 32L10 32.4M5 19L10.8 19.6M38 32.4L44.4 32M37.2 19.6L43.4 19M14 2.6L15 9M34.4 2.6L33 9",
      "sun M21.4 5.8a2.6 2.3 0 1 0 5.2 0a2.6 2.3 0 1 0-5.2 0Z",
    )}
  </Pic>
);

/** A mummy walks, arms out; beaten it lies crossed out. */
export const Mummy = (p: Place & { beaten?: boolean | undefined }): VNode => (
  <Pic {...p} class={`${p.beaten ? "a-beaten " : ""}${p.class ?? ""}`}>
    {lay(
      "bone M16.4 25.6C13.4 27.4 10 28 6.4 27.8C4.4 27.8 3.4 29.4 3.8 31.2C4.2 33 5.4 33.6 7.2 33.6C11.6 33.6 14.8 33 17 31.6L17.4 44.4C19.4 45.2 21.2 45.2 23 44.4L24 38.2L25.4 44.4C27.4 45.2 29.2 45.2 31 44.4L31.4 31.4C33.8 32.8 36.8 33.4 41 33.2C43 33.2 44.2 32.4 44.4 30.6C44.6 28.8 43.6 27.4 41.6 27.4C38 27.6 35 27 32 25.4Z",
      "ink M16.4 25.6C13.4 27.4 10 28 6.4 27.8C4.4 27.8 3.4 29.4 3.8 31.2C4.2 33 5.4 33.6 7.2 33.6C11.6 33.6 14.8 33 17 31.6L17.4 44.4C19.4 45.2 21.2 45.2 23 44.4L24 38.2L25.4 44.4C27.4 45.2 29.2 45.2 31 44.4L31.4 31.4C33.8 32.8 36.8 33.4 41 33.2C43 33.2 44.2 32.4 44.4 30.6C44.6 28.8 43.6 27.4 41.6 27.4C38 27.6 35 27 32 25.4",
      "bone M24.2 3.6C31.8 3.4 36.2 8.8 35.8 15.6C35.4 22.2 31.4 26.8 24.2 26.8C17 26.8 12.8 22.4 12.4 15.6C12.2 8.8 16.6 3.8 24.2 3.6Z",
      "night M13 13.2C20 11.6 28.4 11.8 35.4 13.8L35 19.8C28.4 21.4 20 21.2 13.2 19.2Z",
      "sun M16.4 16.2C17.6 14 21.2 14 22.4 16.4C21.2 18.8 17.6 18.8 16.4 16.2ZM26.4 16.6C27.4 14.6 31 14.6 32 17C30.8 18.8 27.6 18.8 26.4 16.6Z",
      "outline M18.6 16.4a1 1.3 0 1 0 2 0a1 1.3 0 1 0-2 0ZM28.4 16.8a1 1.3 0 1 0 2 0a1 1.3 0 1 0-2 0Z",
      "ink M24.2 3.6C31.8 3.4 36.2 8.8 35.8 15.6C35.4 22.2 31.4 26.8 24.2 26.8C17 26.8 12.8 22.4 12.4 15.6C12.2 8.8 16.6 3.8 24.2 3.6Z",
      "fine M14.6 9.4C20.4 7 27 6.8 33.6 8.8M18.6 5.2L27.4 8M15.4 23C21 24.6 27.6 24.2 33 22.2M17 30.2C21.6 32 27 31.8 31.4 29.8M17.2 36C21.8 37 26.8 36.6 31.2 34.8M17.4 40.6L23.4 41.6M25 41.8L31 40M8.8 28L9.6 33.4M39.2 27.6L38.4 33",
      "rag M41.4 33.2C41.2 35.6 42.6 36.4 42 38.8M6.4 33.6C7.2 36 5.8 37 6.8 39.4",
    )}
    {p.beaten ? lay("strike M5 6C17 19 31 32 43.4 43.6M43 5.4C31 17.4 18.6 30 5.6 43") : null}
  </Pic>
);

/** The light of a nine over the cells around it, in the units of the sheet. */
export const Halo = (p: { cell: Cell; class?: string | undefined }): VNode => {
  const [x, y] = centre(p.cell);
  const far = CELL * 1.42;
  const rays = Array.from({ length: 16 }, (_, i) => {
    const a = (i * Math.PI) / 8 + 0.13;
    const [from, to] = [23, i % 2 ? 28 : 31];
    return `M${n1(x + Math.cos(a) * from)} ${n1(y + Math.sin(a) * from)}L${n1(x + Math.cos(a) * to)} ${n1(y + Math.sin(a) * to)}`;
  }).join("");
  return (
    <g class={`art a-halo${p.class ? ` ${p.class}` : ""}`}>
      <rect class="a-halo-light" x={x - far} y={y - far} width={far * 2} height={far * 2} rx="26" />
      <rect class="a-halo-edge" x={x - far} y={y - far} width={far * 2} height={far * 2} rx="26" />
      <path class="a-halo-rays" d={rays} />
    </g>
  );
};

/** The series as a thread from number to number, in the units of the sheet.
 *
 * A band shows the way; the thread itself runs from the edge of one number to the next and never
 * through a figure. `other` is a series of the same length that is not the one shown. The band has
 * the path length 1, so that it can be pulled through while counting.
 */
export const Thread = (p: {
  cells: readonly Cell[];
  other?: boolean | undefined;
  class?: string | undefined;
}): VNode => {
  const points = p.cells.map(centre);
  const last = points[points.length - 1];
  return (
    <g class={`art a-thread${p.other ? " a-other" : ""}${p.class ? ` ${p.class}` : ""}`}>
      <path class="a-thread-band" pathLength={1} d={`M${points.map((point) => point.join(" ")).join("L")}`} />
      {points.slice(1).map((to, i) => (
        <path class="a-thread-line" style={`--n:${i}`} d={stitch(points[i] as Point, to, i)} />
      ))}
      {last && points.length > 1 ? (
        <path class="a-thread-end" d={`M${last[0] + 12} ${last[1] + 13}q6 -2 6 3t-6 3q-2 -3 1 -6q5 3 8 2`} />
      ) : null}
    </g>
  );
};

/** From the edge of one figure to that of the next, bending now to this side, now to that. */
function stitch([x, y]: Point, [tx, ty]: Point, turn: number): string {
  const far = Math.hypot(tx - x, ty - y) || 1;
  const [ux, uy] = [(tx - x) / far, (ty - y) / far];
  // Figures are higher than wide.
  const free = 13 + 3 * Math.abs(uy);
  const bend = turn % 2 ? 3.5 : -3.5;
  const at = (along: number, aside: number): string =>
    `${n1(x + ux * along - uy * aside)} ${n1(y + uy * along + ux * aside)}`;
  return `M${at(free, 0)}Q${at(far / 2, bend)} ${at(far - free, 0)}`;
}

/** The tint of a group, by its number: a wash and a pattern under the figures. */
export const Group = (p: {
  cells: readonly Cell[];
  value: number;
  class?: string | undefined;
}): VNode => (
  <g class={`art a-group a-group-${p.value % 7}${p.class ? ` ${p.class}` : ""}`}>
    {around(p.cells, 3.4).map((loop) => {
      const d = `M${loop.map(([x, y]) => `${n1(x)} ${n1(y)}`).join("L")}Z`;
      return (
        <g>
          <path class="a-group-wash" d={d} />
          <path d={d} fill={`url(#pat-${GROUP_PATTERNS[p.value % 7]})`} opacity="0.55" />
          <path class="a-group-edge" d={d} />
        </g>
      );
    })}
    {touching(p.cells).map(({ at: [x, y], down }) => {
      const s = down ? 5 : -5;
      return <path class="a-group-tie" d={`M${x - s} ${y - 5}L${x + s} ${y + 5}`} />;
    })}
  </g>
);

/** A torch in its holder: beside a sheet, or as an ornament. Box 24 by 64. */
export const Torch = (p: Place): VNode => (
  <Pic {...p} box="0 0 24 64" ratio={64 / 24}>
    {lay(
      "fire M12 2C15 7 20 11 19.6 18C19.2 24 16 27.6 12 27.6C8 27.6 4.6 24.6 4.4 19C4.2 14.4 7 12.6 8 8.6C9.6 9.6 10 11 10.4 12.6C11.8 9.6 12.4 6 12 2Z",
      "sun M12 12C14 15 16.6 17 16.2 20.8C15.8 24 14 25.8 12 25.8C10 25.8 8 24.2 8 21.2C8 18.2 10.6 16.4 12 12Z",
      "earth-2 M6.6 27.4H17.4L14.2 60.6Q12 62.4 9.8 60.6Z",
      "ink M6.6 27.4H17.4L14.2 60.6Q12 62.4 9.8 60.6ZM5 27.4C9.6 28.6 14.4 28.6 19 27.4M7.6 36H16.6M8.4 43.4H15.8",
      "ink M12 2C15 7 20 11 19.6 18C19.2 24 16 27.6 12 27.6C8 27.6 4.6 24.6 4.4 19C4.2 14.4 7 12.6 8 8.6C9.6 9.6 10 11 10.4 12.6C11.8 9.6 12.4 6 12 2Z",
    )}
  </Pic>
);
