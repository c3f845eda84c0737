/** Points with their reasons; pointing at one lights up where it stands. */

import { useState } from "preact/hooks";

import type { Table } from "../core/table";
import type { ScoreTree } from "../core/wire";

export function reasonOf(table: Table, tree: ScoreTree): string {
  const key = `${table.game}-score-${tree.reason}`;
  return table.words.has(key) ? table.say(key, { of: tree.of }) : tree.reason;
}

export function Score({ table, tree }: { table: Table; tree: ScoreTree }) {
  return (
    <ul class="score">
      <Part table={table} tree={tree} depth={0} />
    </ul>
  );
}

function Part({ table, tree, depth }: { table: Table; tree: ScoreTree; depth: number }) {
  const [open, setOpen] = useState(depth < 1);
  const light = (on: boolean) => (table.lit.value = new Set(on ? places(tree) : []));
  const parts = tree.parts.length > 0;
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
          {reasonOf(table, tree)}
        </span>
        <span class="score-where">{tree.where.join(" ")}</span>
        <span class="score-points">{tree.points}</span>
      </button>
      {parts && open && (
        <ul>
          {tree.parts.map((part, at) => (
            <Part key={at} table={table} tree={part} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

export function places(tree: ScoreTree): string[] {
  return [...tree.where, ...tree.parts.flatMap(places)];
}
