/** What the pages around the tables do: open one, join one, go on with one. They read well without it. */

import "./css/page.css";
import * as api from "./core/api";
import { forget, keep, kept, keptTables } from "./core/kept";
import { install } from "./core/install";
import { openParty } from "./core/open";
import { size, theme, type Size, type Theme } from "./core/prefs";

const MOST_KEPT = 6;

/** Shows a refusal where the page has a place for it, in the words of the server. */
function refuse(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const place = document.getElementById("refusal");
  if (!place) return alert(text);
  place.textContent = text;
  place.hidden = false;
}

/** Does something that takes a moment; whatever started it cannot be started twice. */
async function once(starter: HTMLButtonElement | null, work: () => Promise<void>): Promise<void> {
  if (starter) starter.disabled = true;
  try {
    await work();
  } catch (error) {
    refuse(error);
    if (starter) starter.disabled = false;
  }
}

/** The variants chosen on the page of a game. */
function variants(): { edition?: string; options: Record<string, string | number | boolean> } {
  const form = document.getElementById("variants") as HTMLFormElement | null;
  const options: Record<string, string | number | boolean> = {};
  let edition: string | undefined;
  for (const field of form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select") ?? []) {
    if (field.name === "edition") edition = field.value;
    else if (field instanceof HTMLInputElement) options[field.name] = field.checked;
    else options[field.name] = "number" in field.dataset ? Number(field.value) : field.value;
  }
  return { options, ...(edition ? { edition } : {}) };
}

function openWay(form: HTMLFormElement): Promise<void> {
  const { way, game = "" } = form.dataset;
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const wish = { game, ...variants() };
  switch (way) {
    case "now":
      return openParty(wish, { people: [text("name")], bots: Number(text("bots")), bot: text("bot"), begin: true });
    case "device": {
      const people = data.getAll("person").map(String).filter((name) => name.trim());
      return openParty(wish, { people, bots: Number(text("bots")), bot: text("bot"), begin: true });
    }
    case "watch":
      return openParty(wish, { people: [], bots: Number(text("bots")), bot: text("bot"), begin: true, watch: true });
    default: {
      const people = data.has("play") ? [text("name")] : [];
      const free = Number(text("seats")) - people.length;
      return openParty({ ...wish, policy: { public: data.has("public") } }, { people, bots: 0, free });
    }
  }
}

async function takeSeat(form: HTMLFormElement): Promise<void> {
  const { join, resume, game = "", code = "" } = form.dataset;
  const data = new FormData(form);
  const table = join ?? resume ?? "";
  const seated = join
    ? await api.sit(table, String(data.get("name") ?? "").trim() || null)
    : await api.resume(table, String(data.get("code") ?? ""));
  await api.login(table, seated.secret);
  keep(table, { game, code, name: seated.name, secrets: [seated.secret], resume: seated.resume });
  location.assign(`/t/${table}`);
}

/** Looks on at a game of others. */
async function watch(table: string): Promise<void> {
  const { secret } = await api.watch(table);
  location.assign(`/t/${table}#s=${secret}`);
}

/** A seat of ours that the host gave to somebody else. */
async function takeBack(table: string): Promise<void> {
  const seated = await api.reclaim(table);
  keep(table, { secrets: [seated.secret], resume: seated.resume });
  location.assign(`/t/${table}`);
}

/** The name that somebody went by last is the one they will want. */
const NAME = "yupana.name";

function rememberName(form: HTMLFormElement): void {
  const name = String(new FormData(form).get("name") ?? "").trim();
  try {
    if (name) localStorage.setItem(NAME, name);
  } catch {
    // private browsing: they type it again
  }
}

function recallName(): void {
  let name: string | null = null;
  try {
    name = localStorage.getItem(NAME);
  } catch {
    return;
  }
  if (!name) return;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="name"]')) input.value = name;
}

recallName();
install();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset["way"] === undefined && form.dataset["join"] === undefined && form.dataset["resume"] === undefined) return;
  event.preventDefault();
  rememberName(form);
  const work = form.dataset["way"] !== undefined ? openWay : takeSeat;
  void once(event.submitter as HTMLButtonElement | null, () => work(form));
});

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("[data-play], [data-watch], [data-reclaim]");
  if (!button) return;
  const given = button.dataset["reclaim"];
  if (given) return void once(button, () => takeBack(given));
  const watched = button.dataset["watch"];
  if (watched) return void once(button, () => watch(watched));
  const bots = Number(button.dataset["seats"] ?? 1) - 1;
  void once(button, () => openParty({ game: button.dataset["play"] ?? "" }, { people: [""], bots, begin: true }));
});

document.addEventListener("change", (event) => {
  const choice = event.target as HTMLSelectElement;
  if (choice.dataset["look"] === "theme") theme.value = choice.value as Theme;
  if (choice.dataset["look"] === "text") size.value = choice.value as Size;
});

/** The tables that this browser knows the way back to, unfinished ones only. */
function showKept(place: HTMLElement): void {
  const open = keptTables().filter((each) => !each.over && each.game).slice(0, MOST_KEPT);
  place.hidden = !open.length;
  const heading = document.createElement("h2");
  heading.textContent = place.dataset["title"] ?? "";
  const list = document.createElement("ul");
  list.className = "kept";
  for (const each of open) {
    const title = document.querySelector(`.card[data-game="${CSS.escape(each.game)}"] h2`)?.textContent ?? each.game;
    const link = Object.assign(document.createElement("a"), { href: `/t/${each.table}` });
    const name = Object.assign(document.createElement("bdi"), { className: "dim", textContent: each.name });
    link.append(Object.assign(document.createElement("strong"), { textContent: title }), " ", name);
    const drop = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "×" });
    drop.setAttribute("aria-label", `${place.dataset["forget"] ?? ""}: ${title} ${each.name}`);
    drop.addEventListener("click", () => {
      forget(each.table);
      showKept(place);
    });
    const item = document.createElement("li");
    item.append(link, drop);
    list.append(item);
  }
  place.replaceChildren(heading, list);
}

const place = document.getElementById("kept");
if (place) showKept(place);

/** Whoever sits at this table already is offered the way back before another seat. */
const form = document.querySelector<HTMLFormElement>("[data-join], [data-resume]");
const known = form ? kept(form.dataset["join"] ?? form.dataset["resume"] ?? "") : undefined;
const back = document.getElementById("back");
if (known?.name && back) {
  const text = (back.dataset["text"] ?? "").replace("{name}", known.name);
  back.append(Object.assign(document.createElement("a"), { className: "button primary big", href: `/t/${known.table}`, textContent: text }));
}
