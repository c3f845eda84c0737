/** The page of a table: exchanges the secret of its link, loads words and board, and draws. */

import { render } from "preact";

import "./css/table.css";
import * as api from "./core/ask";
import { openRegions } from "./core/announce";
import { keep, kept } from "./core/kept";
import { Table, type Given } from "./core/table";
import { loadWords } from "./core/words";
import { loadBoard } from "./games";
import { App } from "./ui/app";
import { warm } from "./ui/later";
import { replay, running } from "./ui/state";

/** `#s=SECRET`: shown to nobody, in no log, and gone from the address as soon as it is a cookie. */
async function exchange(table: string): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (fragment.has("m")) replay.value = Number(fragment.get("m")) || 0;
  running.value = fragment.has("run");
  const secret = fragment.get("s");
  if (!secret) return;
  await api.login(table, secret);
  keep(table, { secrets: [secret] });
  history.replaceState(null, "", location.pathname + location.search);
}

/** Whether a secret of ours still opens the table; those kept here are tried when the cookie has none. */
async function stillWelcome(table: string): Promise<boolean> {
  try {
    await api.look(table);
    return true;
  } catch (error) {
    if (!(error instanceof api.Refused) || error.status !== 401) return true;
  }
  let welcome = false;
  for (const secret of kept(table)?.secrets ?? []) {
    try {
      await api.login(table, secret);
      welcome = true;
    } catch {
      // this one does not open it any more
    }
  }
  return welcome;
}

async function start(): Promise<void> {
  const given = JSON.parse(document.getElementById("given")?.textContent ?? "{}") as Given;
  const root = document.getElementById("app");
  if (!root) return;
  const [words, board] = await Promise.all([loadWords(given.language, given.words), loadBoard(given.board), exchange(given.table)]);
  const table = new Table(given, words, () => stillWelcome(given.table));
  openRegions();
  table.link.open();
  let noted = "";
  table.frame.subscribe((frame) => {
    if (!frame) return;
    const name = frame.mine.map((seat) => frame.seats[seat]?.name ?? "").filter(Boolean).join(", ");
    const news = { game: given.game, code: table.welcome.value?.code ?? null, name, over: frame.phase === "over" };
    if (JSON.stringify(news) === noted) return;
    noted = JSON.stringify(news);
    keep(given.table, news);
  });
  root.replaceChildren();
  render(<App table={table} board={board} />, root);
  warm(given.extras);
}

/** Another link to the same table, opened over this page: its secret is exchanged, its moment shown like the first. */
addEventListener("hashchange", () => {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (fragment.has("s") || fragment.has("m")) location.reload();
});

void start();
