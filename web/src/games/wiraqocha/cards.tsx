/** Technologies as cards that can be read: what each costs and does; those for sale, and those that somebody has. */

import type { VNode } from "preact";

import { SeatMark } from "../../art/patterns";
import { Crystal, Cube, Emblem, type Technology } from "../../art/wiraqocha";
import { cellsIn } from "../../core/cells";
import { go, home } from "./taps";
import { deedsOf, open, pick, shownSeat, type Table, type View } from "./view";
import { cardDoes, cardName } from "./words";

const namesIn = (table: Table, set: View["market"]): Technology[] => cellsIn(set).map((card) => table.box.cards[card] as Technology);

function Price({ table, card }: { table: Table; card: Technology }): VNode {
  const { cubes, crystals } = table.box.edition.cards[card];
  return (
    <span class="wira-price">
      <span class="unseen">{table.say("wiraqocha-price", { cubes, crystals })}</span>
      <span aria-hidden="true">
        {cubes}
        <Cube size={17} />
        {crystals > 0 && (
          <>
            {crystals}
            <Crystal size={17} />
          </>
        )}
      </span>
    </span>
  );
}

/** One card; with a button where it can be built now. */
export function Card({ table, card, sale, seat }: { table: Table; card: Technology; sale?: boolean; seat?: number }): VNode {
  const deeds = sale ? deedsOf(table).filter((deed) => deed.card === card) : [];
  const kind = table.box.edition.cards[card].kind;
  const build = () => {
    const [only] = deeds;
    if (only && only.tile === null) return go(table, only.text);
    home();
    open.value = null;
    pick(table, { tile: null, dice: [], aim: "build" });
  };
  return (
    <article class={`wira-card wira-${kind}${table.lit.value.has(card) ? " lit" : ""}`} data-card={card}>
      <Emblem size={44} of={card} />
      <div>
        <h3>
          {seat !== undefined && <SeatMark seat={seat} size={14} />} {cardName(table, card)}
        </h3>
        <p class="wira-kind">
          {table.say(`wiraqocha-${kind}`)} <Price table={table} card={card} />
        </p>
        <p>{cardDoes(table, card)}</p>
      </div>
      {deeds.length > 0 && (
        <button type="button" class="primary" data-build={card} onClick={build}>
          {table.say("wiraqocha-build")}
        </button>
      )}
    </article>
  );
}

/** The cards face up, then those before oneself, then the others'. */
export function CardList({ table, view }: { table: Table; view: View }): VNode {
  const own = shownSeat(view);
  const mine = namesIn(table, view.players[own]?.cards ?? 0);
  const others = view.players.flatMap((player, seat) => (seat === own ? [] : namesIn(table, player.cards).map((card) => ({ seat, card }))));
  return (
    <div class="wira-cards">
      <h2>
        {table.say("wiraqocha-market")} <span class="count">{table.say("wiraqocha-deck", { count: cellsIn(view.deck).length })}</span>
      </h2>
      {namesIn(table, view.market).map((card) => (
        <Card key={card} table={table} card={card} sale />
      ))}
      {mine.length > 0 && <h2>{view.seat === null ? table.nameOf(own) : table.say("wiraqocha-cards-mine")}</h2>}
      {mine.map((card) => (
        <Card key={card} table={table} card={card} />
      ))}
      {others.length > 0 && <h2>{table.say("wiraqocha-cards-others")}</h2>}
      {others.map(({ seat, card }) => (
        <Card key={card} table={table} card={card} seat={seat} />
      ))}
    </div>
  );
}
