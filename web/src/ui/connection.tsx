/** Whose link is down, and who plays meanwhile. */

import { useEffect } from "preact/hooks";

import { insist } from "../core/announce";
import * as api from "../core/api";
import { keep } from "../core/kept";
import type { Table } from "../core/table";
import { attend } from "./attend";
import type { Props } from "./state";

export function Connection({ table }: Props) {
  useEffect(() => attend(table), []);
  return (
    <div class="connections">
      <Link table={table} />
      {(table.frame.value?.phase === "playing" ? table.frame.value.mine : []).map((seat) => (
        <StoodIn key={seat} table={table} seat={seat} />
      ))}
    </div>
  );
}

/** Our own link first, then those of the others whom we wait for. */
function Link({ table }: { table: Table }) {
  const status = table.status.value;
  const frame = table.frame.value;
  if (status === "gone" && table.bye === "server.taken-over") return <TakenOver table={table} />;
  if (status === "gone") {
    return (
      <p class="connection gone" role="alert">
        {table.say("web-gone")} <a href={table.given.enter}>{table.say("web-gone-what")}</a> <a href="/">{table.say("web-home")}</a>
      </p>
    );
  }
  if (status === "lost") return <p class="connection">{table.say("web-lost")}</p>;
  if (!frame || frame.phase !== "playing") return null;
  const missing = frame.pending.filter((seat) => {
    const seen = frame.seats[seat];
    return seen?.player === "person" && !seen.here && !seen.bot && !frame.mine.includes(seat);
  });
  if (!missing.length || missing.length > 3) {
    return missing.length ? <p class="connection">{table.say("web-many-away", { count: missing.length })}</p> : null;
  }
  const names = missing.map((seat) => table.nameOf(seat)).join(", ");
  return <p class="connection">{table.say("web-other-away", { names, count: missing.length })}</p>;
}

/** The host gave our seat to somebody else: one tap takes it back. */
function TakenOver({ table }: { table: Table }) {
  const back = async () => {
    const { table: id } = table.given;
    try {
      const seated = await api.reclaim(id);
      keep(id, { secrets: [seated.secret], resume: seated.resume });
      location.reload();
    } catch (error) {
      table.failed(error);
    }
  };
  return (
    <p class="connection stood-in" role="alert">
      <span>{table.say("server.taken-over")}</span>
      <button type="button" class="primary" data-reclaim onClick={() => void back()}>
        {table.say("web-take-back", { several: "false", name: "" })}
      </button>
    </p>
  );
}

/** A bot plays a seat of ours: one tap takes it back. A seat that is new to us is ours from its next turn on. */
function StoodIn({ table, seat }: { table: Table; seat: number }) {
  const frame = table.frame.value;
  const seen = frame?.seats[seat];
  const several = (frame?.mine.length ?? 0) > 1;
  const away = seen?.player === "person" && seen.bot !== null;
  const facts = { name: table.nameOf(seat), several: String(several) };
  const held = seen?.held === true;
  const says = table.say(held ? "web-held" : seen?.once ? "web-stood-in-once" : "web-stood-in", facts);
  useEffect(() => {
    if (away) insist(says);
  }, [away]);
  if (!away) return null;
  const back = async () => {
    await table.command({ do: "back", seat });
    document.querySelector<HTMLElement>(".board")?.focus();
  };
  return (
    <p class="connection stood-in">
      <span>{says}</span>
      {!held && (
        <button type="button" class="primary" data-back={seat} disabled={table.status.value !== "open"} onClick={() => void back()}>
          {table.say("web-take-back", facts)}
        </button>
      )}
    </p>
  );
}
