/** The map of the valley: clouds around it, numbers, structures, snakes, and the borders of what was discovered. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";

import { CELL, type Cell } from "../../art/cells";
import { Written } from "../../art/digits";
import { Patterns } from "../../art/patterns";
import { Clouds, DiscoveryArt, Ground, Lake, Snake, StructureArt } from "../../art/valley";
import { shake } from "../../core/anim";
import { cellsIn, has } from "../../core/cells";
import { hints } from "../../core/prefs";
import { Cells, Names, placesOf } from "../paper/cells";
import { signed, useEffects } from "../paper/prospects";
import { useCandidates } from "./discover";
import { fetchMore, looking, marksOf, pencilled, picked, shownSeat, shownSheet, STRUCTURES, toolsOf, type Box, type SheetSeen, type Table, type View } from "./view";

const EDGE = 21;

const frameOf = ({ grid }: Box): string => `${-EDGE} ${-EDGE} ${grid.width * CELL + 2 * EDGE} ${grid.height * CELL + 2 * EDGE}`;

const at = ({ grid }: Box, cell: number, inset = 3) => {
  const [row, column] = grid.places[cell] as Cell;
  return { x: column * CELL + inset, y: row * CELL + inset, size: CELL - 2 * inset };
};

/** Grass and lakes, under everything. */
function Land({ box: { grid } }: { box: Box }): VNode {
  const there = new Map(grid.places.map((place, cell) => [String(place), cell]));
  return (
    <>
      <Clouds rows={grid.height} columns={grid.width} depth={EDGE} />
      {Array.from({ length: grid.height * grid.width }, (_, number) => {
        const place = { x: (number % grid.width) * CELL, y: Math.floor(number / grid.width) * CELL, size: CELL, seed: number };
        const cell = there.get(`${Math.floor(number / grid.width)},${number % grid.width}`);
        return cell === undefined ? <Lake key={number} {...place} /> : <Ground key={number} {...place} />;
      })}
    </>
  );
}

/** What was discovered, and what stands and crawls there. `draft`: cells that are still in pencil. */
function Marks({ box, sheet, draft }: { box: Box; sheet: SheetSeen; draft: ReadonlySet<number> }): VNode {
  return (
    <>
      {sheet.discoveries.map(({ kind, cells }) => (
        <DiscoveryArt key={String(cells)} kind={kind} cells={cellsIn(cells).map((cell) => box.grid.places[cell] as Cell)} />
      ))}
      {sheet.structures.map((cell, kind) =>
        cell === null ? null : <StructureArt key={kind} kind={STRUCTURES[kind] ?? "hut"} {...at(box, cell)} class={draft.has(cell) ? "draft" : undefined} />,
      )}
      {cellsIn(sheet.snakes).map((cell) => (
        <Snake key={`s${cell}`} {...at(box, cell)} crossed={has(sheet.crossed, cell)} />
      ))}
      {sheet.numbers.map((number, cell) => {
        if (!number) return null;
        const [row, column] = box.grid.places[cell] as Cell;
        const pencil = draft.has(cell);
        return <Written key={cell} value={number} x={column * CELL + CELL / 2} y={row * CELL + CELL / 2} height={27} seed={cell} hand={pencil ? "pencil" : "ink"} fresh={pencil} />;
      })}
    </>
  );
}

function whatIsIn(table: Table, sheet: SheetSeen, cell: number): string {
  if (has(sheet.snakes, cell)) return table.say(has(sheet.crossed, cell) ? "valley-cell-crossed" : "valley-cell-snake");
  const structure = sheet.structures.indexOf(cell);
  if (structure >= 0) return table.say(`valley-score-${STRUCTURES[structure]}`);
  const number = sheet.numbers[cell];
  if (!number) return table.say("valley-cell-empty");
  const found = sheet.discoveries.find((each) => has(each.cells, cell));
  return found ? table.say("valley-cell-found", { number, kind: table.say(`valley-score-${found.kind}`) }) : table.say("valley-cell-number", { number });
}

/** What a snake in an empty cell would bite at the end, as the sheet stands: the largest number beside it. */
const biteOf = (box: Box, sheet: SheetSeen, cell: number): number => -Math.max(0, ...(box.grid.near[cell] ?? []).map((near) => sheet.numbers[near] ?? 0));

export function Sheet({ table }: { table: Table }) {
  const view = table.view.value;
  const { box } = table;
  const { names } = box.grid;
  const head = table.frame.value?.head;
  useEffect(() => void fetchMore(table), [head, table.more.value]);
  const marks = marksOf(table);
  const { tool, cell: chosen } = picked(table);
  const placing = view?.phase.type === "placing";
  const searching = looking.value;
  const { shown: candidate, usable } = useCandidates(table);
  const fitting = tool === null ? marks : marks.filter((mark) => mark.tool === tool);
  const legal = new Set(searching ? usable : fitting.map((mark) => mark.cell));
  const effects = useEffects(table, tool === null || searching ? [] : fitting.map((mark) => mark.text));
  const tools = toolsOf(marks);
  const only = tools.length === 1 && /^\d/.test(tools[0] ?? "") ? tools[0] : undefined;
  useEffect(() => {
    // the last die needs no tap of its own
    if (only && !looking.value && tool === null && chosen === null) table.pick.value = [only];
  }, [head, only]);
  if (!view) return null;

  const refuse = (name: string, text: string) => {
    table.pick.value = [];
    shake(document.querySelector(`[data-cell="${name}"]`));
    void table.why(text);
  };
  const act = (name: string) => {
    if (searching) return filter(name);
    if (placing) return legal.has(name) ? void table.send(`snake ${name}`) : refuse(name, `snake ${name}`);
    const first = tool ?? toolsOf(marks)[0] ?? "1";
    if (!legal.has(name)) return refuse(name, first === "cross" ? `cross ${name} with ${box.edition.snakes.escape}` : `${first} ${name}`);
    if (tool === null) {
      const ways = marks.filter((mark) => mark.cell === name);
      if (ways.length === 1 && ways[0]) return void table.send(ways[0].text);
      table.pick.value = chosen === name ? [] : [name];
      return;
    }
    const way = fitting.find((mark) => mark.cell === name);
    if (way) void table.send(way.text);
  };
  /** A cell that the discovery must have, then one that it must not have, then either. */
  const filter = (name: string) => {
    if (!searching) return;
    const must = searching.with.includes(name);
    const mustNot = searching.without.includes(name);
    const others = (list: readonly string[]) => list.filter((each) => each !== name);
    looking.value = {
      ...searching,
      at: 0,
      with: must || mustNot ? others(searching.with) : [...searching.with, name],
      without: must ? [...searching.without, name] : others(searching.without),
    };
  };

  const shown = shownSeat(view);
  const sheet = shownSheet(view);
  const own = shown === view.seat;
  const draft = pencilled(view);
  const placed = view.phase.type === "placing" ? view.phase.mine : null;

  return (
    <>
      <Patterns />
      <svg class="sheet" viewBox={frameOf(box)} data-shown={shown}>
        <Land box={box} />
        <Names grid={box.grid} off={11} />
        <Marks box={box} sheet={sheet} draft={draft} />
        {candidate && <DiscoveryArt kind={candidate.kind} cells={placesOf(box.grid, candidate.cells)} draft />}
        <Cells
          table={table}
          grid={box.grid}
          label={own ? table.say("valley-sheet-own") : table.say("valley-sheet-of", { name: table.nameOf(shown) })}
          act={act}
          seen={(cell) => {
            const name = names[cell] ?? "";
            const can = legal.has(name);
            const by = placing && can && hints.value !== "off" ? biteOf(box, sheet, cell) : (effects.get(`${tool} ${name}`)?.by ?? 0);
            const told = searching ? (searching.with.includes(name) ? "✓" : searching.without.includes(name) ? "✕" : "") : by ? signed(by) : "";
            const facts = { cell: name, what: whatIsIn(table, sheet, cell) };
            const label = !can ? table.say("valley-cell-is", facts) : told ? table.say("valley-cell-would", { ...facts, effect: told }) : table.say("valley-cell-can", facts);
            return { legal: can && !(searching && candidate?.cells.includes(name)), chosen: chosen === name || (searching?.with.includes(name) ?? false), told, label };
          }}
        />
        <g class="pencilled">
          {placed && <Snake {...at(box, placed.cell)} class="draft" />}
          <Sent table={table} box={box} />
        </g>
      </svg>
    </>
  );
}

/** Marks that are on their way. */
function Sent({ table, box }: { table: Table; box: Box }): VNode {
  return (
    <>
      {table.sent.value.map((text) => {
        const words = text.split(" ");
        const name = words.find((word) => box.grid.names.includes(word));
        if (name === undefined || words[0] === "reveal" || words[0] === "cross") return null;
        const cell = box.grid.names.indexOf(name);
        const [row, column] = box.grid.places[cell] as Cell;
        const number = words.find((word) => /^\d+$/.test(word));
        if (number) return <Written key={text} value={number} x={column * CELL + CELL / 2} y={row * CELL + CELL / 2} height={27} seed={cell} hand="pencil" />;
        const kind = STRUCTURES.find((each) => each === words[0]);
        return kind ? <StructureArt key={text} kind={kind} {...at(box, cell)} class="draft" /> : <Snake key={text} {...at(box, cell)} class="draft" />;
      })}
    </>
  );
}

/** Another's map, small, as the last closed round left it. */
export function Other({ table, seat }: { table: Table; seat: number }) {
  const sheet = (table.view.value as View | null)?.sheets[seat];
  if (!sheet) return null;
  return (
    <svg class="sheet small" viewBox={frameOf(table.box)} role="img" aria-label={table.say("valley-sheet-of", { name: table.nameOf(seat) })}>
      <Land box={table.box} />
      <Marks box={table.box} sheet={sheet} draft={new Set()} />
    </svg>
  );
}
