/** Everybody at the table: who is here, who is to decide, and their sheets or holdings. */

import { useState } from "preact/hooks";

import { Icon } from "./icons";
import { SeatSign } from "./sign";
import type { Props } from "./state";

const OPEN_AT_FIRST = 4;

export function Others({ table, board }: Props) {
  const frame = table.frame.value;
  const [asked, setOpen] = useState<ReadonlySet<number> | null>(null);
  if (!frame) return null;
  const few = frame.seats.length <= OPEN_AT_FIRST + 1;
  const seats = frame.seats.map((_, seat) => seat).filter((seat) => seat !== table.seat.value);
  const open = asked ?? new Set(few ? seats : []);
  const turn = (seat: number) => {
    const next = new Set(open);
    if (!next.delete(seat)) next.add(seat);
    setOpen(next);
  };
  if (!seats.length) return <p class="dim">{table.say("web-alone")}</p>;
  return (
    <ul class="others">
      {seats.map((seat) => {
        const seen = frame.seats[seat];
        const waits = frame.phase === "playing" && frame.pending.includes(seat);
        return (
          <li key={seat} class="other">
            <button type="button" class="other-top" aria-expanded={open.has(seat)} disabled={!board.Other} onClick={() => turn(seat)}>
              <SeatSign seat={seat} />
              <bdi class="other-name">{table.nameOf(seat)}</bdi>
              {seen?.bot && <Mark sign="bot" text={table.say("web-bot")} />}
              {seen?.player === "person" && !seen.here && !seen.bot && <Mark sign="away" text={table.say("web-away")} />}
              <span class="other-about">{board.about?.(table, seat)}</span>
              <span class={waits ? "waits" : "ready"}>{frame.phase === "playing" ? table.say(waits ? "web-thinks" : "web-ready") : ""}</span>
            </button>
            {board.Other && open.has(seat) && <board.Other table={table} seat={seat} />}
          </li>
        );
      })}
    </ul>
  );
}

export function Mark({ sign, text }: { sign: "bot" | "away"; text: string }) {
  return (
    <span class={`mark mark-${sign}`} title={text}>
      <Icon sign={sign} />
      <span class="unseen">{text}</span>
    </span>
  );
}
