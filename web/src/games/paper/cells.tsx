/** What the sheets of the paper games share: a grid that is tapped and walked through, names of cells, dice. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";

import { CELL, type Cell } from "../../art/cells";
import { Die, type Face } from "../../art/dice";
import { useGrid } from "../../core/grid";
import type { Table } from "../../core/table";
import "./paper.css";

/** A grid as boxes.py writes it: cells by number, their names, and row and column from 0. */
export interface Grid {
  width: number;
  height: number;
  names: string[];
  places: [number, number][];
  near: number[][];
}

export const placesOf = (grid: Grid, names: readonly string[]): Cell[] =>
  names.flatMap((name) => {
    const place = grid.places[grid.names.indexOf(name)];
    return place ? [place] : [];
  });

export interface Seen {
  /** Whether a tap does something. */
  legal: boolean;
  chosen?: boolean;
  /** What would come of it, short: `+3`. */
  told?: string;
  best?: boolean;
  /** In words, all of it. */
  label: string;
}

/** The cells, over everything that is drawn: each takes taps and the focus, and says what it is. */
export function Cells(p: {
  table: Table;
  grid: Grid;
  label: string;
  seen: (cell: number) => Seen;
  act: (name: string, event: Event) => void;
}): VNode {
  const { grid } = p;
  const rows = useMemo(() => {
    const made: (string | null)[][] = Array.from({ length: grid.height }, () => Array.from({ length: grid.width }, () => null));
    grid.places.forEach(([row, column], cell) => ((made[row] as (string | null)[])[column] = grid.names[cell] ?? null));
    return made;
  }, [grid]);
  const seen = grid.places.map((_, cell) => p.seen(cell));
  const targets = grid.names.filter((_, cell) => seen[cell]?.legal);
  const roving = useGrid({ rows, act: p.act, targets });
  const lit = p.table.lit.value;
  return (
    <g {...roving.box} aria-label={p.label} aria-rowcount={grid.height} aria-colcount={grid.width}>
      {rows.map((names, row) => (
        <g key={row} {...roving.row(row)}>
          {names.map((name, column) => {
            if (name === null) return null;
            const each = seen[grid.names.indexOf(name)] as Seen;
            const classes = ["cell", each.legal && "legal", each.chosen && "chosen", lit.has(name) && "lit"].filter(Boolean).join(" ");
            return (
              <g key={name} {...roving.cell(name)} class={classes} transform={`translate(${column * CELL} ${row * CELL})`} aria-label={each.label} aria-selected={each.chosen ?? false}>
                <rect class="cell-tap" width={CELL} height={CELL} />
                <rect class="cell-ring" x={4} y={4} width={CELL - 8} height={CELL - 8} rx={7} />
                {each.told && <text class={each.best ? "cell-told best" : "cell-told"} x={CELL - 6} y={CELL - 7}>{each.told}</text>}
              </g>
            );
          })}
        </g>
      ))}
    </g>
  );
}

/** Letters above and numbers beside, so far from the grid: the names that everybody uses. */
export function Names({ grid, off }: { grid: Grid; off: number }): VNode {
  const { width, height } = grid;
  return (
    <g class="cell-names" aria-hidden="true">
      {Array.from({ length: width }, (_, at) => (
        <text key={`c${at}`} x={at * CELL + CELL / 2} y={-off}>{String.fromCharCode(97 + at)}</text>
      ))}
      {Array.from({ length: height }, (_, at) => (
        <text key={`r${at}`} x={-off} y={at * CELL + CELL / 2}>{at + 1}</text>
      ))}
    </g>
  );
}

const COLOURS = ["purple", "green", "red"] as const;

/** The three dice; a special face is written as 0. */
export function Dice(p: { label: string; faces: readonly number[]; special: readonly string[]; used?: (at: number) => boolean }): VNode {
  return (
    <div class="dice" role="img" aria-label={p.label}>
      {p.faces.map((face, at) => (
        <Die key={at} face={(face || p.special[at]) as Face} colour={COLOURS[at]} used={p.used?.(at)} />
      ))}
    </div>
  );
}
