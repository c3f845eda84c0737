/** The header: menu, game and round, who is to decide, the points. */

import type { Table } from "../core/table";
import { Icon } from "./icons";
import { Later } from "./later";
import { SeatSign } from "./sign";
import { menu, panel, type Props } from "./state";

export function Top(props: Props) {
  const { table, board } = props;
  const heading = board.heading(table);
  const score = table.frame.value?.score;
  const seat = table.seat.value;
  const shared = (table.frame.value?.mine.length ?? 0) > 1 && !table.over.value;
  const { title } = table;
  const short = table.words.named(`web-short-${table.game}`, title);
  return (
    <header class="top">
      <button type="button" class="quiet" aria-label={table.say("web-menu")} onClick={() => (menu.value = true)}>
        <Icon sign="menu" />
      </button>
      <h1>
        <span class="game-title wide-only">{title}</span>
        <span class="game-title narrow-only">{short}</span>
        <span class="round" aria-hidden="true">{heading.short}</span>
        <span class="unseen">{heading.full}</span>
      </h1>
      {shared && seat !== null && (
        <p class="waiting mine">
          <SeatSign seat={seat} /> <bdi>{table.nameOf(seat)}</bdi>
        </p>
      )}
      {!shared && <Waiting table={table} />}
      {table.frame.value?.clock && <Later pick="Clock" {...props} />}
      {score && (
        <button type="button" class="score-chip" onClick={() => (panel.value = "score")}>
          <Icon sign="star" />
          <span class="unseen">{table.say("web-points")}</span> {score.points}
        </button>
      )}
    </header>
  );
}

/** Whose turn it is, or how many are ready where all play at once. */
function Waiting({ table }: { table: Table }) {
  const frame = table.frame.value;
  if (!frame || frame.phase !== "playing" || frame.seats.length < 2) return null;
  const [first] = frame.pending;
  if (frame.pending.length === 1 && first !== undefined && first >= 0) {
    const mine = frame.mine.includes(first);
    return <p class={mine ? "waiting mine" : "waiting"}>{mine ? table.say("web-you") : <bdi>{table.nameOf(first)}</bdi>}</p>;
  }
  const ready = frame.seats.length - frame.pending.length;
  return (
    <p class="waiting" title={table.say("web-ready-count", { ready, seats: frame.seats.length })}>
      <span aria-hidden="true">
        ✓ {ready}/{frame.seats.length}
      </span>
      <span class="unseen">{table.say("web-ready-count", { ready, seats: frame.seats.length })}</span>
    </p>
  );
}
