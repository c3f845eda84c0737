/** The valley: 22 territories and the Graveyard, who stands where, and what can be done there. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";

import { Patterns } from "../../art/patterns";
import { Artifact, Condition, Cube, Defence, Emblem, ForceField, HEX, HexGround, PawnArt, type Pawn } from "../../art/wiraqocha";
import { insist } from "../../core/announce";
import { shake } from "../../core/anim";
import { has } from "../../core/cells";
import { useGrid } from "../../core/grid";
import { hints } from "../../core/prefs";
import { oddsOn } from "./odds";
import { act, whyNot } from "./taps";
import { GRAVEYARD, dataOf, deedsOn, defenceOf, glowing, picked, tileNamed, type Box, type Table, type View } from "./view";
import { labelOf, nameOf } from "./words";

/** From one column to the next, and half a hex, in the units of the drawing. */
const [PITCH, HALF] = [75, 44];
const [WIDE, TALL] = [100, 88];

interface Placed {
  name: string;
  /** Null for the Graveyard. */
  tile: number | null;
  column: number;
  half: number;
}

/** Every hex with its place, column by column, the Graveyard among them. */
function placedOf(box: Box, valley: readonly number[]): Placed[] {
  const [column, half] = box.edition.board.graveyard;
  const tiles = valley.map((tile, place): Placed => {
    const [column = 0, half = 0] = box.places[place] ?? [];
    return { name: box.tiles[tile] ?? "", tile, column, half };
  });
  return [{ name: GRAVEYARD, tile: null, column, half }, ...tiles];
}

/** The hexes as rows that go up and down a little: left and right always lead to a neighbour. */
function rowsOf(placed: readonly Placed[]): (string | null)[][] {
  const top = Math.floor(Math.min(...placed.map((each) => each.half)) / 2);
  const rows: (string | null)[][] = [];
  const columns = Math.max(...placed.map((each) => each.column)) + 1;
  for (const { name, column, half } of placed) {
    const row = Math.floor(half / 2) - top;
    while (rows.length <= row) rows.push(Array.from({ length: columns }, () => null));
    (rows[row] as (string | null)[])[column] = name;
  }
  return rows;
}

const frameOf = (placed: readonly Placed[]): string => {
  const [top, bottom] = [Math.min(...placed.map((each) => each.half)), Math.max(...placed.map((each) => each.half))];
  const columns = Math.max(...placed.map((each) => each.column));
  return `0 ${top * HALF} ${columns * PITCH + WIDE} ${(bottom - top) * HALF + TALL}`;
};

const at = ({ column, half }: Placed): string => `translate(${column * PITCH} ${half * HALF})`;

/** The light around what may be tapped, inside the colour of whoever holds it. */
const Glow = ({ held }: { held?: boolean }): VNode => (
  <g class={held ? "wira-glow inner" : "wira-glow"}>
    <path d={HEX} />
    <path class="dots" d={HEX} />
  </g>
);

/** A territory as it lies there: the ground, what it yields and takes, who stands on it. */
function Tile({ table, view, tile, name, legal }: { table: Table; view: View; tile: number; name: string; legal?: boolean }): VNode {
  const { box } = table;
  const data = dataOf(box, tile);
  const stand = view.stands[tile];
  const devastated = view.devastated === tile;
  const defence = defenceOf(view, box, tile);
  const hidden = data.artifact && has(view.ruins, data.artifact - 1) ? data.artifact : 0;
  const going = table.sent.value.find((text) => text.startsWith("take ") && text.split(" ")[1] === name);
  return (
    <g data-tile={name}>
      <HexGround size={WIDE} terrain={data.terrain} ground={data.ground} devastated={devastated} />
      {stand && <path class="wira-held" data-seat={stand.seat} d={HEX} />}
      {legal && <Glow held={Boolean(stand)} />}
      {!devastated && <Condition x={11} y={53.5} size={78} sum={data.sum || undefined} faces={data.faces} ground={data.ground} />}
      {Array.from({ length: data.cubes ?? 0 }, (_, cube) => (
        <Cube key={cube} x={cube ? 20 : 62} y={58.5} size={18} />
      ))}
      {hidden > 0 && <Artifact x={stand ? 8 : 36} y={stand ? 28 : 20} size={stand ? 26 : 30} number={hidden} />}
      {stand && (
        <g class="wira-pawn">
          <PawnArt x={25} y={6} size={50} kind={box.pawns[stand.pawn] as Pawn} seat={stand.seat} />
        </g>
      )}
      {going && <path class="wira-going" d={HEX} />}
      {tile === view.field && <ForceField size={WIDE} />}
      {tile === view.fortress && <Emblem x={5} y={26} size={28} of="flying-fortress" />}
      {defence && <Defence x={68} y={22} size={28} value={defence.value} natural={defence.natural} doubled={defence.dice > 1} />}
    </g>
  );
}

/** One tile by itself. */
export const TileArt = ({ table, view, name }: { table: Table; view: View; name: string }): VNode => (
  <svg class="wira-tile" viewBox={`0 0 ${WIDE} ${TALL}`} aria-hidden="true">
    <Tile table={table} view={view} tile={tileNamed(table.box, name)} name={name} />
  </svg>
);

/** Where destroyed pawns lie, of everybody. */
function Graveyard({ view, box, legal }: { view: View; box: Box; legal: boolean }): VNode {
  const lying = view.players.flatMap((player, seat) => player.graveyard.flatMap((count, pawn) => Array.from({ length: count }, () => ({ seat, pawn }))));
  const [most, size] = lying.length > 3 ? [10, 22] : [3, 30];
  const across = Math.min(lying.length, most > 3 ? 5 : 3);
  const step = most > 3 ? 14 : 24;
  return (
    <g>
      <HexGround size={WIDE} terrain="graveyard" />
      {legal && <Glow />}
      {lying.slice(0, most).map(({ seat, pawn }, index) => (
        <PawnArt
          key={index}
          x={50 - ((across - 1) * step + size) / 2 + (index % across) * step}
          y={most > 3 ? 32 + Math.floor(index / across) * 20 : 36}
          size={size}
          kind={box.pawns[pawn] as Pawn}
          seat={seat}
        />
      ))}
      {lying.length > most && <text class="wira-more" x={84} y={48}>+{lying.length - most}</text>}
    </g>
  );
}

/** Tiles that others took or lost since one's own last move. */
function freshTiles(table: Table): Set<string> {
  const found = new Set<string>();
  for (const { did, seat } of table.fresh.value) {
    const [verb, tile] = did?.split(" ") ?? [];
    if (seat >= 0 && tile && (verb === "take" || verb === "ray" || verb === "pillage" || verb === "tunnel")) found.add(tile);
  }
  return found;
}

export function Valley({ table }: { table: Table }): VNode | null {
  const view = table.view.value;
  const { box } = table;
  const valley = view?.valley ?? [];
  const placed = useMemo(() => placedOf(box, valley), [valley.join()]);
  const rows = useMemo(() => rowsOf(placed), [placed]);
  const glow = view ? glowing(table) : new Set<string>();
  const near = (name: string): string[] => {
    const place = valley.indexOf(tileNamed(box, name));
    return (box.touching[place] ?? []).map((other) => box.tiles[valley[other] ?? 0] ?? "");
  };
  const mine = view ? placed.filter(({ tile }) => tile !== null && view.stands[tile]?.seat === view.seat && view.seat !== null).map(({ name }) => name) : [];
  const after = (names: readonly string[], from: string) => names[(names.indexOf(from) + 1) % names.length] ?? null;
  const roving = useGrid({
    rows,
    targets: [...glow],
    act: (name) => {
      if (act(table, name)) return;
      shake(document.querySelector(`[data-cell="${name}"]`));
      void whyNot(table, name);
    },
    go: (event, from) => {
      const here = placed.find(({ name }) => name === from);
      switch (event.key) {
        case "t":
        case "T":
          return after(placed.map(({ name }) => name).filter((name) => glow.has(name)), from);
        case "M":
          return after(mine, from);
        case "e":
          if (view) insist(table.say("wiraqocha-neighbours", { tile: nameOf(table, from), tiles: near(from).map((name) => labelOf(table, view, name)).join(" ") }));
          return from;
        case "ArrowLeft":
        case "ArrowRight": {
          // two neighbours lie on each side: the row leads to one of them, with Shift one goes to the other
          if (!event.shiftKey || !here) return null;
          const column = here.column + (event.key === "ArrowLeft" ? -1 : 1);
          const beside = placed.filter((each) => each.column === column && Math.abs(each.half - here.half) === 1);
          const usual = rows.find((row) => row.includes(from))?.[column];
          return beside.find(({ name }) => name !== usual)?.name ?? null;
        }
      }
      return null;
    },
  });
  if (!view || !valley.length) return null;
  const { tile: chosen } = picked(table);
  const lit = table.lit.value;
  const fresh = freshTiles(table);
  const advice = hints.value === "advice" && view.seat !== null;
  return (
    <>
      <Patterns />
      <svg class="wira-map" role="group" viewBox={frameOf(placed)}>
        {placed.map((each) => (
          <g key={each.name} transform={at(each)}>
            {each.tile === null ? (
              <Graveyard view={view} box={box} legal={glow.has(GRAVEYARD)} />
            ) : (
              <Tile table={table} view={view} tile={each.tile} name={each.name} legal={glow.has(each.name)} />
            )}
          </g>
        ))}
        <g {...roving.box} aria-label={table.say("wiraqocha-map")} aria-rowcount={rows.length} aria-colcount={rows[0]?.length ?? 0}>
          {rows.map((names, row) => (
            <g key={row} {...roving.row(row)}>
              {names.map((name) => {
                const each = placed.find((one) => one.name === name);
                if (name === null || !each) return null;
                const ways = glow.has(name) ? deedsOn(table, name).length : 0;
                const odds = advice && each.tile !== null ? oddsOn(view, box, each.tile) : null;
                const classes = ["cell", glow.has(name) && "legal", chosen === name && "chosen", lit.has(name) && "lit", fresh.has(name) && "fresh"];
                return (
                  <g key={name} {...roving.cell(name)} class={classes.filter(Boolean).join(" ")} transform={at(each)} aria-label={labelOf(table, view, name, { ways, odds, fresh: fresh.has(name) })} aria-selected={chosen === name}>
                    <path class="cell-tap" d={HEX} />
                    <path class="cell-ring" d={HEX} />
                    {fresh.has(name) && <path class="wira-fresh" d={HEX} />}
                    {odds !== null && (
                      <text class="wira-odds" x={23} y={66}>{odds}%</text>
                    )}
                  </g>
                );
              })}
            </g>
          ))}
        </g>
      </svg>
    </>
  );
}
