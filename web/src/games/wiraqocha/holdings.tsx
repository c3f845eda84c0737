/** What lies before a player: goods, pawns, cards, and a prisoner. */

import type { VNode } from "preact";

import { SeatMark } from "../../art/patterns";
import { Artifact, Crystal, Cube, Emblem, PawnArt, type Pawn, type Technology } from "../../art/wiraqocha";
import { cellsIn } from "../../core/cells";
import type { Table, View } from "./view";
import { cardName, pawnName } from "./words";

/** Cubes, crystals and Artifacts. */
export function Goods({ table, view, seat }: { table: Table; view: View; seat: number }): VNode | null {
  const player = view.players[seat];
  if (!player) return null;
  return (
    <span class="wira-goods">
      <span class="wira-good" title={table.say("wiraqocha-cubes", { cubes: player.cubes })}>
        <Cube size={22} label={table.say("wiraqocha-good-cubes")} /> {player.cubes}
      </span>
      <span class="wira-good" title={table.say("wiraqocha-crystals", { crystals: player.crystals })}>
        <Crystal size={22} label={table.say("wiraqocha-good-crystals")} /> {player.crystals}
      </span>
      {cellsIn(player.artifacts).map((artifact) => (
        <Artifact key={artifact} size={22} number={artifact + 1} label={table.say("wiraqocha-loot-artifact", { number: artifact + 1 })} />
      ))}
    </span>
  );
}

/** The pawns of a seat that are ready to come into play. */
export function Reserve({ table, view, seat, size = 26 }: { table: Table; view: View; seat: number; size?: number }): VNode {
  const counts = view.players[seat]?.reserve ?? [];
  return (
    <span class="wira-reserve" role="img" aria-label={table.say("wiraqocha-reserve-is", { pawns: pawnsText(table, counts) })}>
      {counts.map((count, pawn) =>
        count ? (
          <span key={pawn} class="wira-good">
            <PawnArt size={size} kind={table.box.pawns[pawn] as Pawn} seat={seat} />
            {count > 1 && <small>{count}</small>}
          </span>
        ) : null,
      )}
    </span>
  );
}

function pawnsText(table: Table, counts: readonly number[]): string {
  const parts = counts.flatMap((count, pawn) => (count ? [`${count > 1 ? `${count} ` : ""}${pawnName(table, table.box.pawns[pawn] ?? "")}`] : []));
  return parts.join(", ") || table.say("wiraqocha-none");
}

/** Everybody's goods and pawns beside the map, where there is room for them. */
export function Everybody({ table, view }: { table: Table; view: View }): VNode {
  return (
    <ul class="wira-players">
      {view.players.map((_, seat) => (
        <li key={seat} class={seat === view.turn.seat ? "turn" : undefined} data-seat={seat}>
          <strong>
            <SeatMark seat={seat} size={16} /> <bdi>{table.nameOf(seat)}</bdi>
          </strong>
          <Goods table={table} view={view} seat={seat} />
          <Reserve table={table} view={view} seat={seat} />
        </li>
      ))}
    </ul>
  );
}

/** Another player's things, in the panel of the others. */
export function Other({ table, seat }: { table: Table; seat: number }): VNode | null {
  const view = table.view.value;
  const player = view?.players[seat];
  if (!view || !player) return null;
  const cards = cellsIn(player.cards).map((card) => table.box.cards[card] as Technology);
  return (
    <div class="wira-other">
      <Goods table={table} view={view} seat={seat} />
      <p>
        <span class="dim">{table.say("wiraqocha-reserve")}</span> <Reserve table={table} view={view} seat={seat} size={28} />
      </p>
      {player.graveyard.some(Boolean) && (
        <p>
          <span class="dim">{table.say("wiraqocha-graveyard")}</span> {pawnsText(table, player.graveyard)}
        </p>
      )}
      {cards.length > 0 && (
        <ul class="wira-held-cards">
          {cards.map((card) => (
            <li key={card}>
              <Emblem size={26} of={card} /> {cardName(table, card)}
            </li>
          ))}
        </ul>
      )}
      {player.prisoner && (
        <p class="wira-good">
          <span class="dim">{table.say("wiraqocha-prisoner")}</span>
          <PawnArt
            size={28}
            kind={table.box.pawns[player.prisoner.pawn] as Pawn}
            seat={player.prisoner.seat}
            label={table.say("wiraqocha-theirs", { pawn: pawnName(table, table.box.pawns[player.prisoner.pawn] ?? ""), name: table.nameOf(player.prisoner.seat) })}
          />
        </p>
      )}
    </div>
  );
}
