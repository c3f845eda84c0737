/** The page of a table: exchanges the secret of its link, loads words and board, and draws. */

import { render } from "preact";

import "./css/table.css";
import { openRegions } from "./core/announce";
import { keep } from "./core/kept";
import { Table, type Given } from "./core/table";
import { loadWords } from "./core/words";
import { loadBoard } from "./games";
import { App } from "./ui/app";
import { bring, warm } from "./ui/later";
import { replay, running } from "./ui/state";

/** `#s=SECRET`: shown to nobody, in no log, and gone from the address as soon as it is a cookie. */
async function exchange(given: Given): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (fragment.has("m")) replay.value = Number(fragment.get("m")) || 0;
  running.value = fragment.has("run");
  const secret = fragment.get("s");
  if (given.known && !secret) return;
  await (await bring(given.extras)).arrive(given, secret);
  if (secret) history.replaceState(null, "", location.pathname + location.search);
}

async function start(): Promise<void> {
  const given = JSON.parse(document.getElementById("given")?.textContent ?? "{}") as Given;
  const root = document.getElementById("app");
  if (!root) return;
  const [words, board] = await Promise.all([loadWords(given.language, given.words), loadBoard(given.board), exchange(given)]);
  const table = new Table(given, words, async () => (await bring(given.extras)).stillWelcome(given));
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
  warm(table);
}

/** Another link to the same table, opened over this page: its secret is exchanged, its moment shown like the first. */
addEventListener("hashchange", () => {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (fragment.has("s") || fragment.has("m")) location.reload();
});

void start();
