/** Sets of cells on a grid as lines around them: what valley and temple draw over their sheets.
 *
 * Cells are [row, column]; a cell is 48 by 48 and the first begins at 0, 0, as on the sheets.
 */

import type { Point } from "./hand";

export type Cell = readonly [row: number, column: number];

export const CELL = 48;

const key = (row: number, column: number): number => row * 64 + column;

export const centre = ([row, column]: Cell): Point => [column * CELL + CELL / 2, row * CELL + CELL / 2];

/** The lines around a set, clockwise, each corner drawn inwards by `inset`.
 *
 * Cells that meet only at a corner get lines of their own: see `touching`.
 */
export function around(cells: readonly Cell[], inset: number): Point[][] {
  const inside = new Set(cells.map(([row, column]) => key(row, column)));
  const has = (row: number, column: number): boolean => inside.has(key(row, column));
  // Clockwise, with the cell on the right hand: right, down, left, up.
  const steps: readonly Point[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const isEdge = (x: number, y: number, way: number): boolean => {
    const [right, left] = sides(x, y, way);
    return has(...right) && !has(...left);
  };
  const todo = new Set<string>();
  const starts: [number, number, number][] = [];
  for (const [row, column] of cells) {
    const corners: [number, number, number][] = [
      [column, row, 0],
      [column + 1, row, 1],
      [column + 1, row + 1, 2],
      [column, row + 1, 3],
    ];
    for (const corner of corners) {
      if (!isEdge(...corner)) continue;
      todo.add(corner.join());
      starts.push(corner);
    }
  }
  const loops: Point[][] = [];
  for (const start of starts) {
    if (!todo.has(start.join())) continue;
    const loop: Point[] = [];
    let [x, y, way] = start;
    while (todo.delete([x, y, way].join())) {
      const [dx, dy] = steps[way] as Point;
      x += dx;
      y += dy;
      // Turning right first keeps to the same cell where two meet at a corner only.
      const turn = [1, 0, 3].map((by) => (way + by) % 4).find((next) => isEdge(x, y, next));
      const next = turn ?? way;
      if (next !== way) {
        const [nx, ny] = steps[next] as Point;
        // The inner side of both stretches: to the right of the way.
        const inX = (-dy - ny) * inset;
        const inY = (dx + nx) * inset;
        loop.push([x * CELL + inX, y * CELL + inY]);
      }
      way = next;
    }
    loops.push(loop);
  }
  return loops;
}

/** The cells to the right and to the left of a stretch from (x, y). */
function sides(x: number, y: number, way: number): [[number, number], [number, number]] {
  switch (way) {
    case 0:
      return [[y, x], [y - 1, x]];
    case 1:
      return [[y, x - 1], [y, x]];
    case 2:
      return [[y - 1, x - 1], [y, x - 1]];
    default:
      return [[y - 1, x], [y - 1, x - 1]];
  }
}

/** Where two cells of a set meet at a corner only: the point, and whether they lie like \ or like /. */
export function touching(cells: readonly Cell[]): { at: Point; down: boolean }[] {
  const inside = new Set(cells.map(([row, column]) => key(row, column)));
  const found: { at: Point; down: boolean }[] = [];
  for (const [row, column] of cells) {
    for (const side of [1, -1]) {
      const across = inside.has(key(row + 1, column + side));
      const beside = inside.has(key(row, column + side)) || inside.has(key(row + 1, column));
      if (across && !beside) {
        found.push({ at: [(column + (side > 0 ? 1 : 0)) * CELL, (row + 1) * CELL], down: side > 0 });
      }
    }
  }
  return found;
}

/** Neighbours in a chain or tree: the fewest straight links that hold a set together. */
export function links(cells: readonly Cell[]): [Cell, Cell][] {
  const rest = [...cells];
  const tree = rest.splice(0, 1);
  const found: [Cell, Cell][] = [];
  while (rest.length) {
    let best: [number, Cell, number] | undefined;
    for (const from of tree) {
      rest.forEach((to, i) => {
        const far = Math.hypot(from[0] - to[0], from[1] - to[1]);
        if (!best || far < best[0]) best = [far, from, i];
      });
    }
    if (!best) break;
    const [to] = rest.splice(best[2], 1) as [Cell];
    found.push([best[1], to]);
    tree.push(to);
  }
  return found;
}
