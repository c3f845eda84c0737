/** A grid by the rules of ARIA: one stop for Tab, arrows inside, and the cell itself has the focus.
 *
 * Works on SVG and HTML alike. No button ever stands inside a cell: screen readers would leave their grid mode. */

import { useRef, useState } from "preact/hooks";

export interface GridOptions {
  /** Names of cells by row; null where there is none. */
  rows: readonly (readonly (string | null)[])[];
  /** Enter, Space or a tap on a cell. */
  act: (cell: string, event: Event) => void;
  /** The cells that `n` and `N` go to. */
  targets?: readonly string[];
  /** The cell came under the finger or the focus: to preview it. */
  look?: (cell: string | null) => void;
  /** Keys of a grid's own that lead from a cell to another; null for those that are as everywhere. */
  go?: (event: KeyboardEvent, from: string) => string | null;
}

export interface GridCell {
  role: "gridcell";
  tabIndex: number;
  "data-cell": string;
  "aria-colindex": number;
  onClick: (event: Event) => void;
  onFocus: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

export interface GridProps {
  /** For the element with role=grid. */
  box: { role: "grid"; onKeyDown: (event: KeyboardEvent) => void; ref: (element: Element | null) => void };
  /** For the element around the cells of a row, counted from 0. */
  row: (at: number) => { role: "row"; "aria-rowindex": number };
  cell: (name: string) => GridCell;
  focus: (name: string) => void;
  /** The cell that has the focus, or would have it. */
  at: string;
}

export function useGrid(options: GridOptions): GridProps {
  const { rows, act, targets = [], look, go } = options;
  const element = useRef<Element | null>(null);
  const all = rows.flat().filter((each) => each !== null);
  const [kept, setAt] = useState(all[0] ?? "");
  const at = all.includes(kept) ? kept : (all[0] ?? "");

  const place = (name: string): [number, number] => {
    const row = rows.findIndex((cells) => cells.includes(name));
    return [row, rows[row]?.indexOf(name) ?? 0];
  };
  const focus = (name: string) => {
    setAt(name);
    const found = element.current?.querySelector(`[data-cell="${CSS.escape(name)}"]`);
    (found as HTMLElement | SVGElement | null)?.focus();
  };
  /** The next cell in a direction, across gaps. */
  const step = (down: number, right: number): string | null => {
    let [row, column] = place(at);
    for (;;) {
      row += down;
      column += right;
      const cells = rows[row];
      if (!cells || column < 0 || column >= cells.length) return null;
      const found = cells[column];
      if (found) return found;
    }
  };
  const inRow = (row: number, last: boolean): string | null => {
    const cells = (rows[row] ?? []).filter((each) => each !== null);
    return (last ? cells.at(-1) : cells[0]) ?? null;
  };
  const nextTarget = (by: number): string | null => {
    if (!targets.length) return null;
    const order = all.filter((each) => targets.includes(each));
    const from = all.indexOf(at);
    const ahead = by > 0 ? order.find((each) => all.indexOf(each) > from) : order.findLast((each) => all.indexOf(each) < from);
    return ahead ?? (by > 0 ? order[0] : order.at(-1)) ?? null;
  };
  const goal = (event: KeyboardEvent): string | null => {
    const [row] = place(at);
    switch (event.key) {
      case "ArrowUp": return step(-1, 0);
      case "ArrowDown": return step(1, 0);
      case "ArrowLeft": return step(0, -1);
      case "ArrowRight": return step(0, 1);
      case "Home": return event.ctrlKey ? (all[0] ?? null) : inRow(row, false);
      case "End": return event.ctrlKey ? (all.at(-1) ?? null) : inRow(row, true);
      case "n": return nextTarget(1);
      case "N": return nextTarget(-1);
    }
    return null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      act(at, event);
      return;
    }
    const to = go?.(event, at) ?? goal(event);
    if (to !== null) {
      event.preventDefault();
      focus(to);
    } else if (event.key.startsWith("Arrow")) event.preventDefault();
  };
  return {
    at,
    focus,
    box: { role: "grid", onKeyDown, ref: (found) => (element.current = found) },
    row: (index) => ({ role: "row", "aria-rowindex": index + 1 }),
    cell: (name) => ({
      role: "gridcell",
      tabIndex: name === at ? 0 : -1,
      "data-cell": name,
      "aria-colindex": place(name)[1] + 1,
      onClick: (event) => {
        setAt(name);
        act(name, event);
      },
      onFocus: () => {
        setAt(name);
        look?.(name);
      },
      onPointerEnter: () => look?.(name),
      onPointerLeave: () => look?.(null),
    }),
  };
}
