/** Patterns and shapes: the second code beside every colour.
 *
 * `Patterns` stands once in a page; its patterns are then used as fill="url(#pat-dots)". They take
 * the colour of `--who` or of their material where the pattern is defined, so each player has one.
 */

import type { VNode } from "preact";

import { blob, lay, Pic, type Place } from "./hand";

/** Seats 0 to 4: triangle, disc, square, diamond, star. */
export const SHAPES = ["triangle", "disc", "square", "diamond", "star"] as const;
export type Shape = (typeof SHAPES)[number];

const OUTLINE: Record<Shape, string> = {
  triangle: "M24 6.5Q25.6 6.6 26.4 8.2L43 38.6Q44 41.2 41.2 41.4Q24 42.2 6.8 41.4Q4 41.2 5 38.6L21.6 8.2Q22.4 6.6 24 6.5Z",
  disc: "M24 5.8C34.6 5.4 42.6 13.8 42.4 24.2C42.2 34.8 34 42.4 23.6 42.2C13.2 42 5.4 33.8 5.8 23.6C6.2 13.6 14 6.2 24 5.8Z",
  square: "M9.4 7.4Q24 6.2 38.8 7.2Q41 7.4 41.2 9.6Q42.2 24 41 38.6Q40.8 40.8 38.6 41Q24 42 9.2 40.8Q7.2 40.6 7 38.4Q6.2 24 7.2 9.4Q7.4 7.6 9.4 7.4Z",
  diamond: "M22.6 3.8Q24.2 2.6 25.6 3.8Q36 12.6 44.4 22.6Q45.4 24 44.4 25.4Q35.6 36 25.4 44.4Q24 45.4 22.6 44.2Q12.4 35.6 3.8 25.4Q2.8 24 3.8 22.6Q12.6 12.2 22.6 3.8Z",
  star: "M24 3.4L29.8 16.2Q36.8 16.8 44.4 18.4Q39 23.6 33.8 28.2Q35 35.4 37 43.2Q30.4 40 24 36.2Q17.4 40.2 11 43Q12.6 35.6 14.2 28.2Q8.6 23.6 3.6 18.2Q11 16.8 18.2 16.2Z",
};

/** The outline of a seat's shape, for those who draw it into something of their own. */
export const shapeOf = (seat: number): string => OUTLINE[SHAPES[seat % 5] as Shape];

/** A seat's mark: its shape in its colour. */
export const SeatMark = (p: Place & { seat: number }): VNode => (
  <Pic {...p}>
    <g data-seat={p.seat}>{lay(`who ${shapeOf(p.seat)}`, `ink ${shapeOf(p.seat)}`)}</g>
  </Pic>
);

const SEAT_PATTERNS: { size: number; turn?: number; path: string; dots?: boolean }[] = [
  { size: 7, turn: 45, path: "M0 3.5H7" },
  { size: 8, path: blob(2, 2, 1.5) + blob(6, 6, 1.5), dots: true },
  { size: 6, path: "M3 0V6" },
  { size: 9, turn: 45, path: "M0 4.5H9M4.5 0V9" },
  { size: 12, path: "M3 4L6 1L9 4M-3 10L0 7L3 10M9 10L12 7L15 10" },
];

/** The pattern of a seat, as the value of fill. */
export const seatFill = (seat: number): string => `url(#pat-seat-${seat % 5})`;

type Material = { id: string; w: number; h: number; turn?: number; draw: string[] };

const MATERIALS: Material[] = [
  { id: "leaf", w: 16, h: 14, draw: ["pat-leaf M2 7Q4 2.5 9 3Q7.5 7.5 2 7ZM9 13Q11 9 15.5 9.6Q14 13.6 9 13Z"] },
  { id: "brick", w: 16, h: 12, draw: ["pat-brick M0 .6H16M0 6.6H16M4 .6V6.6M12 6.6V12.6"] },
  { id: "peak", w: 16, h: 12, draw: ["pat-peak M1 9L5 2.5L9 9M9.5 11L12.5 6L15.5 11"] },
  { id: "course", w: 20, h: 10, draw: ["pat-course M0 9.4H20M5 4.4H11M14 4.4H18"] },
  { id: "hatch", w: 6, h: 6, turn: -45, draw: ["pat-plain M0 3H6"] },
  { id: "dots", w: 8, h: 8, draw: [`pat-dots ${blob(2, 2, 1.1)}${blob(6, 6, 1.1)}`] },
  { id: "cross", w: 10, h: 10, draw: ["pat-plain M3 5H7M5 3V7"] },
  { id: "wave", w: 14, h: 8, draw: ["pat-plain M0 4Q3.5 0 7 4T14 4"] },
  { id: "grain", w: 60, h: 60, draw: [`pat-grain ${blob(7, 11, 0.7)}${blob(31, 5, 0.5)}${blob(49, 19, 0.8)}${blob(19, 33, 0.6)}${blob(41, 44, 0.5)}${blob(9, 52, 0.7)}${blob(55, 55, 0.6)}M24 20l3 .6M52 35l2.4-1M14 43l2 1`] },
];

/** The groups of the temple are told apart by these, in turn. */
export const GROUP_PATTERNS = ["hatch", "dots", "wave", "cross", "brick", "leaf", "peak"] as const;

/** Every pattern; stands once in a page. */
export const Patterns = (): VNode => (
  <svg class="art-patterns" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      {SEAT_PATTERNS.map(({ size, turn, path, dots }, seat) => (
        <pattern
          id={`pat-seat-${seat}`}
          data-seat={seat}
          width={size}
          height={size}
          patternUnits="userSpaceOnUse"
          patternTransform={turn ? `rotate(${turn})` : undefined}
        >
          <path class={dots ? "a-who" : "a-pat-seat"} d={path} />
        </pattern>
      ))}
      {MATERIALS.map(({ id, w, h, turn, draw }) => (
        <pattern
          id={`pat-${id}`}
          width={w}
          height={h}
          patternUnits="userSpaceOnUse"
          patternTransform={turn ? `rotate(${turn})` : undefined}
        >
          {lay(...draw)}
        </pattern>
      ))}
    </defs>
  </svg>
);
