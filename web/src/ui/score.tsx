/** Points with their reasons; pointing at one lights up where it stands. */

import { useState } from "preact/hooks";

import type { Table } from "../core/table";
import type { ScoreTree } from "../core/wire";
import type { Props } from "./state";

export function reasonOf(table: Table, tree: ScoreTree, of = tree.of): string {
  return table.words.named(`${table.game}-score-${tree.reason}`, tree.reason, { of });
}

export function Score({ table, board, tree }: Props & { tree: ScoreTree }) {
  return (
    <ul class="score">
      <Part table={table} board={board} tree={tree} depth={0} />
    </ul>
  );
}

function Part({ table, board, tree, depth }: Props & { tree: ScoreTree; depth: number }) {
  const [open, setOpen] = useState(depth < 1);
  const light = (on: boolean) => (table.lit.value = new Set(on ? places(tree) : []));
  const parts = tree.parts.length > 0;
  const called = (code: string) => board.called?.(table, code) ?? code;
  return (
    <li>
      <button
        type="button"
        class="score-row"
        {...(parts ? { "aria-expanded": open } : {})}
        onClick={() => {
          setOpen(!open);
          light(true);
        }}
        onPointerEnter={() => light(true)}
        onPointerLeave={() => light(false)}
        onFocus={() => light(true)}
        onBlur={() => light(false)}
      >
        <span class="score-reason">
          <span class="twist" aria-hidden="true">{parts ? (open ? "▾" : "▸") : ""}</span>
          {reasonOf(table, tree, tree.of && called(tree.of))}
        </span>
        <span class="score-where">{tree.where.map(called).join(" ")}</span>
        <span class="score-points">{tree.points}</span>
      </button>
      {parts && open && (
        <ul>
          {tree.parts.map((part, at) => (
            <Part key={at} table={table} board={board} tree={part} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

export function places(tree: ScoreTree): string[] {
  return [...tree.where, ...tree.parts.flatMap(places)];
}
