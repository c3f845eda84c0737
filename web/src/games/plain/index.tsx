/** The plain board: any game, without a picture. Shows the view as readable structure; moves come from the
 * list. It is what a game has before it has a board of its own, and what one can fall back on. */

import "./plain.css";
import type { Board } from "../../core/board";
import type { Table } from "../../core/table";
import { readable } from "../../core/words";

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span class="dim">–</span>;
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== "object" || each === null)) return <span>{value.map(String).join(" ") || "–"}</span>;
    return (
      <ol class="plain-list">
        {value.map((each, at) => <li key={at}><Value value={each} /></li>)}
      </ol>
    );
  }
  if (typeof value === "object") {
    return (
      <dl class="plain">
        {Object.entries(value).map(([name, each]) => (
          <div key={name}>
            <dt>{readable(name)}</dt>
            <dd><Value value={each} /></dd>
          </div>
        ))}
      </dl>
    );
  }
  return <span>{String(value)}</span>;
}

function Sheet({ table }: { table: Table }) {
  return <div class="plain-sheet"><Value value={table.view.value} /></div>;
}

const board: Board = {
  Sheet,
  prompt: (table) => table.say(table.over.value ? "web-end" : table.mine.value ? "web-prompt-choose" : "web-prompt-wait"),
  heading: (table) => {
    const view = table.view.value as { round?: number; turn?: number } | null;
    const number = typeof view?.round === "number" ? view.round : typeof view?.turn === "number" ? view.turn : null;
    return number === null ? { short: "", full: "" } : { short: String(number), full: table.say("web-round", { round: number }) };
  },
  done: (table) => {
    const last = table.moves.value.find((move) => ["done", "end", "pass"].includes(move));
    return last ? { label: table.say("web-done"), act: () => void table.send(last) } : { label: table.say("web-done") };
  },
  kind: (text) => (/^\d/.test(text) ? "web-kind-write" : (text.split(" ")[0] ?? "")),
  label: (_, text) => readable(text),
};

export default board;
