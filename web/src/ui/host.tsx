/** Who sits where, and what a host does about it: rename, send away, bots, lock, go on without the late. */

import { useState } from "preact/hooks";

import * as api from "../core/api";
import type { Table } from "../core/table";
import type { SeatSeen } from "../core/wire";
import { Icon, type Sign } from "./icons";
import { Mark } from "./others";
import { SeatSign } from "./sign";
import { level, LEVELS, type Props } from "./state";

/** So many of those who are late are named on the button; of more it is told how many. */
const NAMED = 3;

export function Host({ table }: Props) {
  const frame = table.frame.value;
  if (!frame) return null;
  const gathering = frame.phase === "gathering";
  const taken = frame.seats.findLastIndex((seat) => seat.player !== "empty");
  const waited = frame.pending.filter((seat) => frame.seats[seat]?.player === "person" && !frame.seats[seat].bot && !frame.mine.includes(seat));
  const late = waited.filter((seat) => !frame.seats[seat]?.here || frame.clock?.[seat] === 0);
  return (
    <div class="host">
      <ul class="seats">
        {frame.seats.map((seen, seat) =>
          gathering && seen.player === "empty" && seat > taken + 1 ? null : <HostSeat key={seat} table={table} seat={seat} seen={seen} />,
        )}
      </ul>
      {frame.host && gathering && frame.seats.some((seen) => seen.player === "empty") && <Level table={table} />}
      {frame.host && (
        <div class="buttons">
          {gathering && !frame.policy.follows && (
            <button type="button" aria-pressed={frame.policy.locked} onClick={() => void table.command({ do: "policy", locked: !frame.policy.locked })}>
              {table.say(frame.policy.locked ? "web-unlock" : "web-lock")}
            </button>
          )}
          {!gathering && late.length > 0 && (
            <button type="button" data-hurry onClick={() => void table.command({ do: "hurry" })}>
              {table.say("web-go-on", { names: late.slice(0, NAMED).map((seat) => table.nameOf(seat)).join(", "), more: Math.max(0, late.length - NAMED) })}
            </button>
          )}
          {!gathering && waited.length > 0 && !late.length && <p class="dim">{table.say("table.all-here")}</p>}
        </div>
      )}
    </div>
  );
}

/** How well the bots play that the host puts on seats from now on. */
function Level({ table }: { table: Table }) {
  return (
    <label class="field level">
      <span>{table.say("web-bot-level")}</span>
      <select value={level.value} onChange={(event) => (level.value = event.currentTarget.value)}>
        {LEVELS.map((each) => <option key={each} value={each}>{botName(table, each)}</option>)}
      </select>
    </label>
  );
}

const botName = (table: Table, bot: string) => table.say(LEVELS.includes(bot) ? `web-bot-${bot}` : "web-bot");

function HostSeat({ table, seat, seen }: { table: Table; seat: number; seen: SeatSeen }) {
  const [naming, setNaming] = useState(false);
  const frame = table.frame.value;
  if (!frame) return null;
  const gathering = frame.phase === "gathering";
  const mine = frame.mine.includes(seat);
  const empty = seen.player === "empty";
  const person = seen.player === "person";
  const waits = frame.pending.includes(seat);
  const away = person && seen.bot !== null;
  return (
    <li class={empty ? "seat empty" : "seat"}>
      <SeatSign seat={seat} />
      {naming ? (
        <NewName table={table} seat={seat} name={seen.name} onDone={() => setNaming(false)} />
      ) : (
        <bdi class="seat-name">{empty ? table.say("web-seat-empty") : table.nameOf(seat)}</bdi>
      )}
      {seen.bot && <Mark sign="bot" text={botName(table, seen.bot)} />}
      {person && !seen.here && <Mark sign="away" text={table.say("web-away")} />}
      {!empty && <span class={gathering ? (seen.ready ? "ready" : "waits") : waits ? "waits" : "ready"}>{word(table, seen, waits, gathering)}</span>}
      {person && (mine || frame.host) && !naming && (
        <Small sign="pencil" text={`${table.say("web-rename")}: ${table.nameOf(seat)}`} act={() => setNaming(true)} />
      )}
      {frame.host && gathering && empty && (
        <button type="button" class="small" onClick={() => void table.command({ do: "bot", seat, bot: level.value })}>
          {table.say("web-add-bot")}
        </button>
      )}
      {frame.host && !mine && person && !away && (
        <Small sign="close" text={`${table.say("web-send-away")}: ${table.nameOf(seat)}`} act={() => void table.command({ do: "unseat", seat })} />
      )}
    </li>
  );
}

function Small({ sign, text, act }: { sign: Sign; text: string; act: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={text} title={text} onClick={act}>
      <Icon sign={sign} />
    </button>
  );
}

function word(table: Table, seen: SeatSeen, waits: boolean, gathering: boolean): string {
  if (gathering) return seen.player === "person" && seen.ready ? table.say("web-is-ready") : "";
  return table.say(waits ? "web-thinks" : "web-ready");
}

function NewName({ table, seat, name, onDone }: { table: Table; seat: number; name: string; onDone: () => void }) {
  const rename = async (event: Event) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get("name");
    try {
      if (typed) await api.rename(table.given.table, String(typed), seat);
      onDone();
    } catch (error) {
      table.failed(error);
    }
  };
  return (
    <form class="new-name" onSubmit={(event) => void rename(event)}>
      <input name="name" maxLength={24} defaultValue={name} aria-label={table.say("web-new-name")} autofocus />
      <button type="submit" class="small">
        {table.say("web-command-go")}
      </button>
    </form>
  );
}
