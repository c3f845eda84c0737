/** What a host does about secrets: sees and ends links, gives somebody's seat to somebody else. */

import { useEffect, useState } from "preact/hooks";

import * as api from "../core/api";
import type { Table } from "../core/table";
import type { SeatSeen } from "../core/wire";

export function Links({ table }: { table: Table }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} data-links onClick={() => setOpen(!open)}>
        {table.say("web-links")}
      </button>
      {open && <LinkList table={table} />}
    </>
  );
}

/** The links in force; a seat's is its holder's, and ends only when the seat is given away. */
function LinkList({ table }: { table: Table }) {
  const [links, setLinks] = useState<readonly api.LinkSeen[]>([]);
  const id = table.given.table;
  const fetch = () => api.links(id).then(setLinks, (error: unknown) => table.failed(error));
  useEffect(() => void fetch(), [table.frame.value?.head]);
  const revoke = async (key: string) => {
    try {
      await api.revoke(id, key);
    } catch (error) {
      table.failed(error);
    }
    await fetch();
  };
  const made = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return (
    <ul class="links-list">
      {links.map(({ key, role, seat, made_ms, yours }) => {
        const what = seat === null ? table.say(`web-link-${role}`) : table.say("web-link-seat", { name: table.nameOf(seat) });
        return (
          <li key={key} class="seat" data-link={role}>
            <span class="link-what">
              <bdi>{what}</bdi> {yours && <span class="dim">{table.say("web-link-yours")}</span>}
              <br />
              <span class="dim">{made.format(made_ms)}</span>
            </span>
            {role !== "seat" && !yours && (
              <button type="button" class="small" aria-label={`${table.say("web-link-revoke")}: ${what}`} onClick={() => void revoke(key)}>
                {table.say("web-link-revoke")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** People's seats that the host does not hold. */
export function GiveSeats({ table }: { table: Table }) {
  const frame = table.frame.value;
  return (
    <>
      {frame?.seats.map((seen, seat) =>
        seen.player === "person" && !frame.mine.includes(seat) ? <GiveSeat key={seat} table={table} seat={seat} seen={seen} /> : null,
      )}
    </>
  );
}

/** First whoever holds the seat is asked; once they agree, or are absent, there is a link for somebody else. */
function GiveSeat({ table, seat, seen }: { table: Table; seat: number; seen: SeatSeen }) {
  const [address, setAddress] = useState("");
  const [refused, setRefused] = useState("");
  const asked = seen.offered || seen.bot !== null;
  const give = async () => {
    setRefused("");
    if (!asked) return void table.command({ do: "offer", seat });
    try {
      const { secret } = await api.link(table.given.table, "seat", seat);
      setAddress(`${table.given.invite ?? location.origin}/t/${table.given.table}#s=${secret}`);
    } catch (error) {
      if (error instanceof api.Refused && error.no.code === "table.ask-first") await table.command({ do: "offer", seat });
      else {
        table.failed(error);
        if (error instanceof api.Refused) setRefused(table.explain(error.no)); // the toast is behind the menu
      }
    }
  };
  const name = table.nameOf(seat);
  if (address) {
    return (
      <label class="field give-seat">
        <span>{table.say("web-give-address", { name })}</span>
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
    );
  }
  return (
    <p class="give-seat">
      <button type="button" data-give={seat} onClick={() => void give()}>
        {table.say(asked ? "web-give-link" : "web-give", { name })}
      </button>
      {seen.offered && <span class="dim"> {refused || table.say("web-give-asked")}</span>}
    </p>
  );
}
