/** The middle of the table: exhibitions, dig sites, what everybody has laid out, and what was just seen. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { ArtifactCard, CardBack, DiggingCard, DigSite, ExhibitionCard, Find, Pick, Shovel, StopCard, type Form, type Kind } from "../../art/paititi";
import { SeatMark } from "../../art/patterns";
import { aim, artifactOf, asks, chosen, halvesOf, handOf, picksOf, placesIn, runningOf, shovelsOf, waysTo, type Box, type Found, type Piece, type Table, type View } from "./view";

/** Arrows go from card to card in a row of them. */
export function alongTheRow(event: KeyboardEvent): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  const cards = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("button")];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  cards[(at + by + cards.length) % cards.length]?.focus();
  event.preventDefault();
}

/** A row of cards; with `count` they overlap where they would not fit side by side. */
export function Row(p: { label: string; class: string; count?: number; children: ComponentChildren }) {
  return (
    <div class={`cards ${p.class}`} role="group" aria-label={p.label} onKeyDown={alongTheRow} style={p.count ? { "--cards": p.count } : undefined}>
      {p.children}
    </div>
  );
}

export function exhibitionName(table: Table, card: number): string {
  const halves = halvesOf(table.box, card);
  if (!halves) return table.say("paititi-stop");
  const half = (at: 0 | 1) => table.say("paititi-half", { form: formName(table, halves.forms[at]), kind: kindName(table, halves.kinds[at]) });
  return table.say("paititi-halves", { first: half(0), second: half(1) });
}

/** What these finds would score in an exhibition, half by half; empty if they score nothing. */
export function worthIn(table: Table, card: number, finds: readonly number[]): string {
  const { box } = table;
  const halves = halvesOf(box, card);
  const told = [0, 1].flatMap((at) => {
    const kind = halves?.kinds[at];
    const form = halves?.forms[at];
    const pieces = sumOf(finds, (find) => (artifactOf(box, find).kind === kind ? artifactOf(box, find).pieces : 0));
    if (!kind || !form || !pieces) return [];
    return [table.say("paititi-half-worth", { form: formName(table, form), pieces: piecesName(table, { kind, pieces }), points: box.points[form][pieces] ?? 0 })];
  });
  const [first = "", second] = told;
  return second ? table.say("paititi-halves", { first, second }) : first;
}

function Exhibitions({ table, view }: { table: Table; view: View }) {
  const running = runningOf(view);
  return (
    <Row label={table.say("paititi-exhibitions")} class="paititi-exhibitions">
      {[...(running === null ? [] : [running]), ...view.open].map((card) => {
        const halves = halvesOf(table.box, card);
        const can = table.moves.value.includes(`exhibit ${table.box.exhibitions[card]}`);
        const aimed = aim.value?.at === "exhibition" && aim.value.card === card;
        return (
          <button
            key={card}
            type="button"
            class={`card${can ? " legal" : ""}${running === card ? " running" : ""}`}
            data-exhibition={table.box.exhibitions[card]}
            aria-pressed={aimed}
            aria-current={running === card}
            aria-label={exhibitionName(table, card)}
            onClick={() => {
              chosen.value = [];
              if (can) aim.value = aimed ? null : { at: "exhibition", card };
              else void table.why(`exhibit ${table.box.exhibitions[card]}`);
            }}
          >
            {halves ? <ExhibitionCard {...halves} /> : <StopCard />}
          </button>
        );
      })}
      <span class="paititi-left" title={table.say("paititi-decks", { b: view.decks[0].length, c: view.decks[1].length })}>
        {view.decks[0].length + view.decks[1].length}
      </span>
    </Row>
  );
}

/** The sites of the row, then the pile; each with what it takes. */
function Sites({ table, view }: { table: Table; view: View }) {
  const sites = [...view.row.map((site, at) => [String(at + 1), site] as const), ["pile", view.top] as const];
  const hand = handOf(table);
  const canDraw = table.moves.value.includes("draw");
  return (
    <Row label={table.say("paititi-sites")} class="paititi-sites">
      {sites.map(([name, site]) => {
        if (!site) return null;
        const back = table.box.edition.backs[table.box.backs[site.back] ?? ""] ?? { picks: 0, shovels: 0 };
        const ways = waysTo(table, name);
        const aimed = aim.value?.at === "site" && aim.value.site === name;
        const act = () => {
          const least = ways[0];
          if (!least) return void table.why(`dig ${name} with ${hand.join(" ") || "1/1"}`);
          aim.value = aimed ? null : { at: "site", site: name };
          chosen.value = aimed ? [] : placesIn(hand, least);
        };
        return (
          <button key={name} type="button" class={`card${ways.length ? " legal" : ""}`} data-site={name} aria-pressed={aimed} aria-label={table.say(name === "pile" ? "paititi-site-pile" : "paititi-site", { number: name, ...back })} onClick={act}>
            <DigSite {...back} />
          </button>
        );
      })}
      <button type="button" class={`card paititi-draw${canDraw ? " legal" : ""}`} data-draw aria-label={table.say("paititi-draw", { left: view.in_pile })} onClick={() => (canDraw ? void table.send("draw") : void table.why("draw"))}>
        <CardBack of="digging" />
        <span class="paititi-count">{view.in_pile}</span>
      </button>
    </Row>
  );
}

const sumOf = (cards: readonly number[], each: (card: number) => number): number => cards.reduce((sum, card) => sum + each(card), 0);

/** What everybody may know of a seat: points, cards in hand, picks, finds. */
export function Holdings({ table, seat }: { table: Table; seat: number }) {
  const view = table.view.value;
  const own = view?.expeditions[seat];
  if (!view || !own) return null;
  const { box } = table;
  const points = table.frame.value?.standing[seat]?.points;
  return (
    <span class="paititi-holdings">
      {points !== undefined && <strong title={table.say("web-points")}>{points}</strong>}
      <span title={table.say("paititi-hand-count", { count: own.in_hand })}><CardBack of="digging" size={14} />{own.in_hand}</span>
      <span title={table.say("paititi-picks", { count: sumOf(own.displayed, (card) => picksOf(box, card)) })}><Pick size={18} />{sumOf(own.displayed, (card) => picksOf(box, card))}</span>
      <span title={table.say("paititi-owned", { count: own.owned })}><Find kind="vase" size={18} />{own.owned}</span>
    </span>
  );
}

interface Latest {
  finds: readonly Found[];
  /** Cards by seat. */
  shown: readonly (readonly number[])[] | null;
}

/** What lay open for a moment, finds and what everybody showed, until one moves oneself: a bot that acts at once would end it
 * before anybody has seen it. Looking back, only what lies open then. */
function useLatest(table: Table, view: View): Latest {
  const kept = useRef<Latest & { view?: View; head: number; moved: string }>({ head: -1, moved: "", finds: [], shown: null });
  if (kept.current.view !== view) {
    const { news, phase } = view;
    const open = news?.type === "showing" ? news.shown : phase.type === "giving" ? phase.shown : null;
    const head = table.frame.value?.head ?? 0;
    const moved = table.frame.value?.rev.join() ?? "";
    const stays = head > kept.current.head && moved === kept.current.moved;
    const finds = stays ? kept.current.finds : [];
    const shown = stays && phase.type !== "exhibiting" ? kept.current.shown : null;
    kept.current = {
      view,
      head,
      moved,
      finds: news?.type === "find" ? [...finds.filter((each) => each.seat !== news.seat), news] : finds,
      shown: open ?? shown,
    };
  }
  return kept.current;
}

function Players({ table, view }: { table: Table; view: View }) {
  const { finds, shown } = useLatest(table, view);
  return (
    <ul class="paititi-players">
      {view.expeditions.map((_, seat) => (
        <li key={seat} class={seat === view.on_turn ? "on-turn" : undefined} aria-current={seat === view.on_turn ? "true" : undefined}>
          <SeatMark seat={seat} size={16} />
          <bdi>{seat === view.seat ? table.say("web-me") : table.nameOf(seat)}</bdi>
          <Holdings table={table} seat={seat} />
          {shown && <Showed table={table} seat={seat} cards={shown[seat] ?? []} />}
          {finds.map((each) => each.seat === seat && <Dug key={each.card} table={table} {...each} />)}
        </li>
      ))}
    </ul>
  );
}

function Showed({ table, seat, cards }: { table: Table; seat: number; cards: readonly number[] }) {
  const names = cards.map((card) => artifactName(table, card)).join(", ") || table.say("paititi-nothing");
  const says = table.say("paititi-showed", { name: table.nameOf(seat), cards: names });
  return (
    <span class="paititi-open paititi-showed" role="img" aria-label={says} title={says}>
      {cards.length ? cards.map((card, at) => <Pieces key={at} {...artifactOf(table.box, card)} />) : table.say("paititi-nothing")}
    </span>
  );
}

function Dug({ table, seat, card }: { table: Table; seat: number; card: number }) {
  const says = table.say("paititi-found", { name: table.nameOf(seat), card: artifactName(table, card) });
  return (
    <span class="paititi-open" role="img" aria-label={says} title={says}>
      <Shovel size={16} />
      <Pieces {...artifactOf(table.box, card)} />
    </span>
  );
}

const Pieces = ({ kind, pieces }: Piece) => (
  <span>
    <Find kind={kind} size={18} />
    {pieces || null}
  </span>
);

const formName = (table: Table, form: Form): string => table.say(`paititi-form-${form}`);

export const kindName = (table: Table, kind: Kind): string => table.say(`paititi-kind-${kind}`);

export const piecesName = (table: Table, { kind, pieces }: Piece): string =>
  kind === "shards" ? table.say("paititi-shards") : table.say("paititi-artifact", { pieces, kind: kindName(table, kind) });

export const artifactName = (table: Table, card: number): string => piecesName(table, artifactOf(table.box, card));

export function Artifact({ box, card, size }: { box: Box; card: number; size?: number }) {
  return <ArtifactCard {...artifactOf(box, card)} worth={box.worth[card]} size={size} />;
}

export function Sheet({ table }: { table: Table }) {
  const view = table.view.value;
  const head = table.frame.value?.head;
  useEffect(() => {
    aim.value = null;
    chosen.value = [];
  }, [head, asks(table)]);
  if (!view) return null;
  return (
    <div class="paititi-table">
      <Players table={table} view={view} />
      {view.ending !== null && view.phase.type !== "over" && <p class="paititi-ending" role="status">{table.say("paititi-ending", { left: view.ending })}</p>}
      <Exhibitions table={table} view={view} />
      <Sites table={table} view={view} />
    </div>
  );
}

/** What another has laid out, and their finds where the table shows them. */
export function Other({ table, seat }: { table: Table; seat: number }) {
  const own = table.view.value?.expeditions[seat];
  if (!own) return null;
  return (
    <div class="paititi-other">
      <Holdings table={table} seat={seat} />
      <div class="cards">
        {own.displayed.map((card, at) => (
          <DiggingCard key={at} picks={picksOf(table.box, card)} shovels={shovelsOf(table.box, card)} size={34} label={table.box.digging[card]} />
        ))}
        {(own.artifacts ?? []).map((card, at) => (
          <Artifact key={`a${at}`} box={table.box} card={card} size={34} />
        ))}
      </div>
    </div>
  );
}

