/** What somebody likes: kept in a cookie, so that the server already draws the first page so. */

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark" | "contrast";
export type Size = "m" | "l" | "xl";
export type Hints = "off" | "marks" | "advice";

const COOKIE = "yupana-look";
const YEAR = 365 * 24 * 3600;

function read(): Record<string, string> {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`));
  const pairs = (found?.slice(COOKIE.length + 1) ?? "").split(".").map((each) => each.split("-"));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}

function one<T extends string>(name: string, known: readonly T[], usual: T) {
  const found = kept[name] as T;
  return signal<T>(known.includes(found) ? found : usual);
}

const kept = read();
export const THEMES: readonly Theme[] = ["system", "light", "dark", "contrast"];
export const SIZES: readonly Size[] = ["m", "l", "xl"];
export const HINTS: readonly Hints[] = ["off", "marks", "advice"];
const ON_OFF = ["off", "on"] as const;

export const theme = one("theme", THEMES, "system");
export const size = one("text", SIZES, "m");
export const hints = one("hints", HINTS, "marks");
export const sound = one("sound", ON_OFF, "off");
/** Whether a curtain falls when a shared device changes hands although nothing is secret. */
export const curtain = one("curtain", ON_OFF, "off");
/** Figures in handwriting, or plain. */
export const hand = one("hand", ON_OFF, "on");

export function language(): string {
  return document.documentElement.lang;
}

/** Another language is another page: all of its words come from the server. */
export function speak(language: string): void {
  kept["lang"] = language;
  write();
  location.reload();
}

function write(): void {
  const all = {
    ...kept,
    theme: theme.value,
    text: size.value,
    hints: hints.value,
    sound: sound.value,
    curtain: curtain.value,
    hand: hand.value,
  };
  const text = Object.entries(all).map(([name, value]) => `${name}-${value}`).join(".");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${text}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

let first = true;
effect(() => {
  const root = document.documentElement.dataset;
  root["theme"] = theme.value;
  root["text"] = size.value;
  root["hand"] = hand.value;
  void [hints.value, sound.value, curtain.value];
  if (!first) write();
  first = false;
});
