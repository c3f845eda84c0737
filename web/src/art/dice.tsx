/** Dice: number faces with pips, and the special faces of the valley and the temple. */

import type { VNode } from "preact";

import { blob, lay, Pic, type Place } from "./hand";

export type Special = "penny" | "dakota" | "snake" | "lockpick" | "mummy";
export type Face = number | Special;
export type DieColour = "purple" | "green" | "red" | "bone";

/** The die that a special face is on. */
export const COLOUR_OF: Record<Special, DieColour> = {
  penny: "purple",
  dakota: "green",
  lockpick: "green",
  snake: "red",
  mummy: "red",
};

const BODY =
  "M10.2 4.6C19 3.6 29.4 3.7 37.6 4.5C41 4.9 43 6.7 43.3 10C44 18.6 44 28.8 43.2 37.4C42.9 40.8 40.9 42.8 37.6 43.1C28.8 43.9 19.2 43.9 10.4 43.1C7 42.8 5.1 40.9 4.8 37.6C4 28.8 4 19.2 4.7 10.3C5 7 6.8 5 10.2 4.6Z";
const EDGE =
  "M5 33.6C5.4 37.6 7.6 39.4 11 39.7C20 40.4 28.4 40.4 37 39.6C40.6 39.2 42.8 37.2 43.3 33.2L43.2 37.4C42.9 40.8 40.9 42.8 37.6 43.1C28.8 43.9 19.2 43.9 10.4 43.1C7 42.8 5.1 40.9 4.8 37.6Z";
const SHINE = "M8.2 14C8.4 9.6 9.6 8.2 13.6 7.9";

const [L, M, H] = [14, 24, 34];
const PIPS: readonly (readonly [number, number][])[] = [
  [],
  [[M, M]],
  [[L, L], [H, H]],
  [[L, L], [M, M], [H, H]],
  [[L, L], [H, L], [L, H], [H, H]],
  [[L, L], [H, L], [M, M], [L, H], [H, H]],
  [[L, L], [H, L], [L, M], [H, M], [L, H], [H, H]],
];

const pips = (value: number): string =>
  (PIPS[value] ?? [])
    .map(([x, y], i) => blob(x + ((i * 7) % 3) * 0.3 - 0.3, y - 0.6 + ((i * 5) % 3) * 0.3, value === 1 ? 5.6 : 4.3, value === 1 ? 5.3 : 4.1))
    .join("");

/** What the special faces show, in the box of a die. */
const SIGNS: Record<Special, string[]> = {
  // A young woman in profile, hair knotted, a pencil behind her ear.
  penny: [
    "die-pip M30.6 15.4C29.4 9.8 23.6 7.8 18.8 10C13.4 12.4 11.8 18.2 13.4 23C14.4 26.4 14.8 28.4 13.8 31.6C12.8 34.6 12.4 36.6 12 39.4C18.6 41 25.4 41 30.6 39.8C30 37.6 29.8 36 30 34.4C32.6 34.8 34.6 34.2 34.8 32C34.9 30.6 34.6 29.4 35 28.2C36.2 27.8 36.8 27.2 36.2 26C35.2 23.8 33.8 22.2 33.4 19.8C33.2 18.2 31.4 16.8 30.6 15.4Z",
    "die M31 16.2C28.6 18.6 25.2 19.6 21.8 19.4C22.2 23.6 21.4 26.8 20 29.4C18.6 32 17.4 34.8 17 38.4C14.6 38.4 12.6 38 11 37.2C11.2 34.6 12.6 31.8 12.8 29.2C13 26.2 11.6 23.4 11.8 19.6C12.2 12.8 16.8 8.4 22.2 8.6C27 8.8 30.2 11.6 31 16.2Z",
    "die-pip M11.8 19.4C8.4 20 6.6 17.6 7 14.6C7.6 11.6 10.4 10 13.2 11C14.8 11.6 15.6 12.8 15.6 14.2C13.8 15.4 12.4 17.2 11.8 19.4Z",
    "die-pip M13.8 20.2C13.8 14.8 17.2 11.2 21.8 11.2C25.4 11.2 27.8 12.8 28.8 15.4C25.8 17 22.4 17.4 18.8 16.8C19.6 22.4 18.6 26.4 16.8 29.8C16.2 31 15.6 32.2 15.2 33.6C15.4 30.2 13.8 25.2 13.8 20.2Z",
    "die M29.4 23.2a1.3 1.6 0 1 0 2.6.2a1.3 1.6 0 1 0-2.6-.2Z",
    "sun M14.6 26.4L26.6 20.4L29.6 20.2L27.8 22.8L15.8 29Z",
  ],
  // A hat with a broad brim, and what is under it.
  dakota: [
    "die-pip M14.6 26.4C14.4 33.4 17.6 39.4 24 39.6C30.6 39.6 33.8 33.4 33.6 26.4C27.6 28 20.6 28 14.6 26.4Z",
    "die M15 31.6C20.4 33.2 28 33.2 33.2 31.6L33.5 28H14.7ZM18 36.4C19.8 34.2 22.8 34.4 24.1 35.8C25.4 34.4 28.4 34.2 30.2 36.4C28.4 38 25.6 37.8 24.1 37C22.6 37.8 19.8 38 18 36.4Z",
    "die-pip M4.8 25.4C9.4 22.4 12.4 22.6 13.2 20.2C14.4 15.4 14.4 10.4 17 9.2C19.4 8.2 21.6 10.4 24.4 10.2C27.2 10 29 8 31.4 9.2C34 10.6 34 15.6 35.2 20C36 22.6 38.8 22.4 43.4 25.2C38.4 29.6 31.6 31 24 30.8C16.4 31 9.6 29.6 4.8 25.4Z",
    "die M13 20.4C19.6 23.4 28.6 23.4 35.2 20.2L35.9 23.4C29 26.6 19.4 26.6 12.4 23.6Z",
  ],
  // Reared, with its tongue out.
  snake: [
    "die-pip M13.4 40.4C9.6 40.2 8.8 35.4 12.6 34.4C17.6 33.4 22.8 35.4 27.8 34.8C30.6 34.4 31 31.6 28.4 30.4C23.6 28.4 16.4 27.6 15.4 21.8C14.6 16.4 19 12.8 24.4 10.4C28.4 8.6 33.8 8.4 36.4 11.2C38.6 13.8 37.2 17.6 33.4 18.6C30 19.4 27.2 18.4 24.4 19.6C22 20.6 21.6 22.6 24 23.6C29.4 25.8 37.2 26.6 37.4 33C37.4 38.6 32.4 40.6 27 40.6C22.4 40.6 17.8 40.6 13.4 40.4Z",
    "die M30.4 12.8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0Z",
    "die-dots M12.6 37.4C18 37 24 38.4 29 37.6C35.4 36.4 35.4 29.8 29 27.2C24.4 25.4 17.8 25 18.4 20.4C18.8 17 22.6 14.8 26.6 13.8",
    "die-tongue M36.8 14.2L39.4 16L38.8 18.8M39.4 16L41.6 15.8",
  ],
  // A keyhole, and the pick in it.
  lockpick: [
    "die-pip M10.4 8.8C16.4 7.6 25 7.8 30.4 8.8C31.6 17.4 31.6 30.4 30.4 39.6C24.6 40.6 16.2 40.6 10.6 39.6C9.2 30 9.2 18.2 10.4 8.8Z",
    "die M20.4 15.4C24.2 15.2 26.4 18 26 21.2C25.8 23 24.8 24.4 23.6 25.2L25.8 33.4C22.4 34 18.8 34 15.4 33.4L17.4 25.2C16 24.2 15 22.8 15 21C15 17.8 17 15.6 20.4 15.4Z",
    "die-firm M20.4 21.6L33.6 28.6C36.4 30 39.6 28.6 39.8 25.6C40 22.6 36.6 21.4 35 23.6",
    "sun-s M20.4 21.6L33.6 28.6C36.4 30 39.6 28.6 39.8 25.6C40 22.6 36.6 21.4 35 23.6M20.4 21.6L19.8 19.4",
  ],
  // A wrapped head, one eye awake.
  mummy: [
    "die-pip M24 6.8C33.4 6.6 38.4 13.2 37.8 22.4C37.4 29.4 34.8 33.4 33.4 36.6C32.4 39.2 31.4 40.8 24 41C16.8 41 15.6 39.4 14.6 36.8C13.2 33.4 10.6 29.4 10.2 22.2C9.8 13 14.8 7 24 6.8Z",
    "die M12 20.4C19.6 18.6 28.6 18.8 36 21L35.6 28.2C28.4 29.8 19.6 29.8 12.4 27.6Z",
    "sun M15.6 24C17 21.4 21.2 21.4 22.6 24C21.2 26.8 17 26.8 15.6 24ZM27.4 24.6C28.4 22.8 31.4 22.8 32.4 24.8C31.2 26.4 28.6 26.4 27.4 24.6Z",
    "die M18 24.1a1.2 1.5 0 1 0 2.4 0a1.2 1.5 0 1 0-2.4 0Z",
    "die-s M13.4 15.8C19.6 12 27 11.4 34.6 13.2M18 10C23 9.6 27.4 10 31.4 11.4M13.6 31.8C20 33.6 28.2 32.8 35.2 29.6M15.4 36.4C20.8 37 27 36.6 33 34M22 12.4L27 7.8",
  ],
};

export interface DieProps extends Place {
  face: Face;
  /** By itself a special face has the colour of its die, and a number that of bone. */
  colour?: DieColour | undefined;
  /** Spent: it stays readable, but steps back. */
  used?: boolean | undefined;
}

/** A die from above. */
export function Die(p: DieProps): VNode {
  const { face } = p;
  const colour = p.colour ?? (typeof face === "number" ? "bone" : COLOUR_OF[face]);
  return (
    <Pic {...p} class={`a-die a-die-${colour}${p.used ? " a-used" : ""}${p.class ? ` ${p.class}` : ""}`}>
      {lay(`die ${BODY}`, `shade ${EDGE}`, `ink ${BODY}`, `shine ${SHINE}`)}
      {typeof face === "number" ? lay(`die-pip ${pips(face)}`) : lay(...SIGNS[face])}
    </Pic>
  );
}

/** A special face without its die, for chips and words: drawn in the colour of the text. */
export const Sign = (p: Place & { face: Special }): VNode => (
  <Pic {...p} class={`a-sign${p.class ? ` ${p.class}` : ""}`}>
    {lay(...SIGNS[p.face])}
  </Pic>
);
