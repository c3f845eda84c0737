/** Whose link is down. */

import type { Table } from "../core/table";

/** Ours first, then the others' whom we wait for. */
export function Connection({ table }: { table: Table }) {
  const status = table.status.value;
  const frame = table.frame.value;
  if (status === "gone") {
    return (
      <p class="connection gone" role="alert">
        {table.say("web-gone")} <a href="/">{table.say("web-home")}</a>
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
