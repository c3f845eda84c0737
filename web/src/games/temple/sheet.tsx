/** The sheet: stones and doors, what is written, the thread of the series, groups, mummies and nines. */

import type { VNode } from "preact";
import { useId } from "preact/hooks";

import { around, CELL, type Cell } from "../../art/cells";
import { Written } from "../../art/digits";
import { n1 } from "../../art/hand";
import { Patterns } from "../../art/patterns";
import { Door, Group, Halo, Mummy, Stone, Thread, Torch } from "../../art/temple";
import { shake } from "../../core/anim";
import { cellsIn, has } from "../../core/cells";
import { hints } from "../../core/prefs";
import type { ScoreTree } from "../../core/wire";
import { Cells, Names, placesOf } from "../paper/cells";
import { bestOf, partsOf, signed, useEffects } from "../paper/prospects";
import { cellsOf, markOf, numbersOf, picked, shownSeat, type Box, type SheetSeen, type Table } from "./view";

const EDGE = 22;

const frameOf = ({ grid }: Box): string => `${-EDGE} ${-EDGE} ${grid.width * CELL + EDGE + 8} ${grid.height * CELL + EDGE + 8}`;

/** Everything that the score is made of, under and over the figures. */
function Marks({ box, score, sheet }: { box: Box; score: ScoreTree | null; sheet: SheetSeen }): VNode {
  const series = partsOf(score, "series")[0];
  const inside = useId();
  return (
    <>
      <clipPath id={inside}>
        <path d={outline(box).join("")} />
      </clipPath>
      <g clip-path={`url(#${inside})`}>
        {sheet.numbers.map((number, cell) =>
          number === box.edition.score.beats_mummies ? <Halo key={cell} cell={box.grid.places[cell] as Cell} /> : null,
        )}
      </g>
      {partsOf(score, "group").map((group) => (
        <Group key={group.of} cells={placesOf(box.grid, group.where)} value={Number(group.of)} />
      ))}
      {series && series.where.length > 1 && <Thread cells={placesOf(box.grid, series.where)} />}
    </>
  );
}

/** The stones and doors, and the mummies on them. */
function Stones({ box, sheet, beaten }: { box: Box; sheet: SheetSeen; beaten: ReadonlySet<string> }): VNode {
  return (
    <>
      {box.grid.places.map(([row, column], cell) => {
        const at = { x: column * CELL, y: row * CELL, size: CELL, seed: cell };
        return box.doors.includes(cell) ? <Door key={cell} {...at} open={sheet.numbers[cell] !== 0} /> : <Stone key={cell} {...at} />;
      })}
      {cellsIn(sheet.mummies).map((cell) => (
        <InCell key={`m${cell}`} box={box} cell={cell} beaten={beaten.has(box.grid.names[cell] ?? "")} />
      ))}
    </>
  );
}

function InCell({ box, cell, ...more }: { box: Box; cell: number; beaten?: boolean; class?: string }): VNode {
  const [row, column] = box.grid.places[cell] as Cell;
  return <Mummy x={column * CELL + 3} y={row * CELL + 2} size={CELL - 6} {...more} />;
}

function Figure({ box, cell, value, pencil }: { box: Box; cell: number; value: number; pencil?: boolean }): VNode {
  const [row, column] = box.grid.places[cell] as Cell;
  return <Written value={value} x={column * CELL + CELL / 2} y={row * CELL + CELL / 2} height={27} seed={cell} hand={pencil ? "pencil" : "ink"} fresh={pencil} />;
}

const Figures = ({ box, sheet }: { box: Box; sheet: SheetSeen }): VNode => (
  <>{sheet.numbers.map((number, cell) => (number ? <Figure key={cell} box={box} cell={cell} value={number} /> : null))}</>
);

/** The wall's line: one loop for each part of the temple. */
const outline = ({ grid }: Box): string[] => around(grid.places, -5).map((loop) => `M${loop.map(([x, y]) => `${n1(x)} ${n1(y)}`).join("L")}Z`);

/** The wall around the stones, and torches where a corner is free. */
function Wall({ box }: { box: Box }): VNode {
  const { grid } = box;
  const there = new Set(grid.places.map(String));
  const corner = ["0,0", "0,1", "1,0", "1,1"].every((place) => !there.has(place));
  return (
    <>
      {outline(box).map((line, at) => (
        <path key={at} class="temple-wall" d={line} />
      ))}
      {corner && (
        <>
          <Torch x={CELL * 0.75} y={6} size={28} />
          <Torch x={(grid.width - 1.35) * CELL} y={6} size={28} />
        </>
      )}
    </>
  );
}

function labelOf(table: Table, sheet: SheetSeen, cell: number, legal: boolean, effect: string): string {
  const { grid, doors } = table.box;
  const number = sheet.numbers[cell];
  const what = has(sheet.mummies, cell)
    ? table.say("temple-cell-mummy")
    : number
      ? table.say("temple-cell-number", { number })
      : table.say(doors.includes(cell) ? "temple-cell-door" : "temple-cell-empty");
  const facts = { cell: grid.names[cell] ?? "", what };
  if (!legal) return table.say("temple-cell-is", facts);
  return effect ? table.say("temple-cell-would", { ...facts, effect }) : table.say("temple-cell-can", facts);
}

/** What a mummy in an empty cell would cost or bring its owner: a nine beside it decides. */
function hauntOf(box: Box, sheet: SheetSeen, cell: number): number {
  const { beats_mummies, beaten, unbeaten } = box.edition.score;
  return box.grid.near[cell]?.some((near) => sheet.numbers[near] === beats_mummies) ? beaten : unbeaten;
}

export function Sheet({ table }: { table: Table }) {
  const view = table.view.value;
  const { box } = table;
  const { names } = box.grid;
  const legal = view ? cellsOf(table) : new Set<string>();
  const { number, cell: chosen } = picked(table);
  const haunting = view?.phase.type === "haunting";
  const effects = useEffects(table, number === null ? [] : [...legal].map((name) => `${number} ${name}`));
  const best = bestOf(effects);
  if (!view) return null;

  const mark = markOf(view);
  const act = (name: string) => {
    if (mark && names[mark.cell] === name) return void table.undo();
    const text = haunting ? `mummy ${name}` : `${number ?? numbersOf(table)[0] ?? 1} ${name}`;
    if (!legal.has(name)) {
      table.pick.value = [];
      shake(document.querySelector(`[data-cell="${name}"]`));
      void table.why(text);
    } else if (haunting || number !== null) void table.send(text);
    else table.pick.value = chosen === name ? [] : [name];
  };

  const shown = shownSeat(view);
  const sheet = view.sheets[shown] as SheetSeen;
  const own = shown === view.seat;
  const score = own ? (table.frame.value?.score ?? null) : null;
  const beaten = new Set(partsOf(score, "beaten").flatMap((part) => part.where.slice(0, 1)));
  const sent = table.sent.value.map((text) => ({ text, cell: names.indexOf(text.split(" ")[1] ?? "") })).filter(({ cell }) => cell >= 0);

  return (
    <>
      <Patterns />
      <svg class="sheet" viewBox={frameOf(box)} data-shown={shown}>
        <Wall box={box} />
        <Names grid={box.grid} off={14} />
        <Stones box={box} sheet={sheet} beaten={beaten} />
        <Marks box={box} score={score} sheet={sheet} />
        <Figures box={box} sheet={sheet} />
        <Cells
          table={table}
          grid={box.grid}
          label={own ? table.say("temple-sheet-own") : table.say("temple-sheet-of", { name: table.nameOf(shown) })}
          act={act}
          seen={(cell) => {
            const name = names[cell] ?? "";
            const can = legal.has(name);
            const effect = effects.get(`${number} ${name}`);
            const haunt = haunting && can && hints.value !== "off" ? signed(hauntOf(box, sheet, cell)) : "";
            const told = effect ? signed(effect.by) : haunt;
            return { legal: can, chosen: chosen === name, told, best: best !== null && effect?.by === best, label: labelOf(table, sheet, cell, can, told) };
          }}
        />
        <g class="pencilled">
          {mark && (mark.number === null ? <InCell box={box} cell={mark.cell} class="draft" /> : <Figure box={box} cell={mark.cell} value={mark.number} pencil />)}
          {sent.map(({ text, cell }) =>
            text.startsWith("mummy") ? <InCell key={text} box={box} cell={cell} class="draft" /> : <Figure key={text} box={box} cell={cell} value={Number(text.split(" ")[0])} pencil />,
          )}
        </g>
      </svg>
    </>
  );
}

/** Another's sheet, small. */
export function Other({ table, seat }: { table: Table; seat: number }) {
  const sheet = table.view.value?.sheets[seat];
  if (!sheet) return null;
  return (
    <svg class="sheet small" viewBox={frameOf(table.box)} role="img" aria-label={table.say("temple-sheet-of", { name: table.nameOf(seat) })}>
      <Wall box={table.box} />
      <Stones box={table.box} sheet={sheet} beaten={new Set()} />
      <Marks box={table.box} score={null} sheet={sheet} />
      <Figures box={table.box} sheet={sheet} />
    </svg>
  );
}
