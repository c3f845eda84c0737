/** How everything here is drawn: layers of a material and a path, in a box of 48 by 48 unless said.
 *
 * A picture is an <svg> of its own. It takes the size that its place gives it, in a page as well as
 * inside a larger drawing, and is silent for screen readers unless it is given a label.
 */

import type { ComponentChildren, VNode } from "preact";

export interface Place {
  x?: number | undefined;
  y?: number | undefined;
  /** Width and, for what is not square, the height that goes with it. */
  size?: number | string | undefined;
  class?: string | undefined;
  label?: string | undefined;
}

export type Point = readonly [number, number];

/** The frame of a picture. */
export function Pic(
  p: Place & { box?: string; ratio?: number; children?: ComponentChildren },
): VNode {
  const { x, y, size, label, ratio = 1 } = p;
  const height = typeof size === "number" ? n1(size * ratio) : ratio === 1 ? size : undefined;
  return (
    <svg
      class={p.class ? `art ${p.class}` : "art"}
      viewBox={p.box ?? "0 0 48 48"}
      x={x}
      y={y}
      width={size}
      height={height}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {p.children}
    </svg>
  );
}

/** Layers from the lowest to the topmost, each as "material path"; "a.b path" has two classes. */
export function lay(...layers: string[]): VNode[] {
  return layers.map((layer) => {
    const cut = layer.indexOf(" ");
    const names = layer.slice(0, cut).split(".");
    return <path class={names.map((name) => `a-${name}`).join(" ")} d={layer.slice(cut + 1)} />;
  });
}

/** A picture of layers only. */
export const pic = (p: Place, ...layers: string[]): VNode => <Pic {...p}>{lay(...layers)}</Pic>;

/** Even numbers from 0 to 1 that only a seed decides: the same hand draws the same line again. */
export function even(seed: number): () => number {
  let at = (seed * 2654435761 + 97) | 0;
  return () => {
    at = Math.imul(at ^ (at >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    at ^= at >>> 13;
    return ((at >>> 8) & 0xffff) / 0x10000;
  };
}

export const n1 = (value: number): number => Math.round(value * 10) / 10;

/** A line through points as a hand draws it: every stretch bends a little. */
export function stroke(points: readonly Point[], seed: number, bend = 0.8, closed = false): string {
  const next = even(seed);
  const way = closed ? [...points, points[0] as Point] : points;
  let path = "";
  way.forEach(([x, y], i) => {
    if (i === 0) path = `M${n1(x)} ${n1(y)}`;
    else {
      const [px, py] = way[i - 1] as Point;
      const off = () => (next() - 0.5) * 2 * bend;
      path += `Q${n1((px + x) / 2 + off())} ${n1((py + y) / 2 + off())} ${n1(x)} ${n1(y)}`;
    }
  });
  return closed ? `${path}Z` : path;
}

/** A box with corners not quite square. */
export function slab(x: number, y: number, w: number, h: number, seed: number, off = 1): string {
  const next = even(seed);
  const d = () => (next() - 0.5) * 2 * off;
  return stroke(
    [
      [x + d(), y + d()],
      [x + w + d(), y + d()],
      [x + w + d(), y + h + d()],
      [x + d(), y + h + d()],
    ],
    seed + 7,
    off,
    true,
  );
}

/** A disc; pebbles and pips are a little out of round. */
export const blob = (x: number, y: number, r: number, ry = r): string =>
  `M${n1(x - r)} ${n1(y)}a${n1(r)} ${n1(ry)} 0 1 1 ${n1(2 * r)} 0a${n1(r)} ${n1(ry)} 0 1 1-${n1(2 * r)} 0Z`;
