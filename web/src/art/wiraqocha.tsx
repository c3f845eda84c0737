/** Wiraqocha: territories, pawns, goods, tokens, and an emblem for each technology. */

import type { VNode } from "preact";

import { lay, Pic, pic, type Place } from "./hand";
import { shapeOf } from "./patterns";

// Territories: flat-top hexes, box 100 by 88

export type Ground = "valley" | "mountain";
export type Terrain = "jungle" | "vein" | "ruins" | "village" | "caves" | "graveyard";

export const HEX = "M25.6 2.4Q50 1.4 74.6 2.3L97.5 43.5Q98 44.4 97.5 45.3L74.7 85.8Q50 86.9 25.4 85.9L2.5 45Q2 44 2.5 43.1Z";
const HEX_BOX = "0 0 100 88";
const HEX_RATIO = 0.88;

interface Scene {
  sky: string;
  ground: string[];
  /** What the terrain is known by; in the mountains it stands smaller, before the peaks. */
  motif: string[];
}

const PALM = "M50 18C42 8 30 8 24 16C34 14 42 16 47 20C38 20 30 25 28 34C36 27 43 23 50 22C57 23 64 27 72 34C70 25 62 20 53 20C58 16 66 14 76 16C70 8 58 8 50 18Z";

const SCENES: Record<Terrain, Scene> = {
  jungle: {
    sky: "leaf",
    ground: ["leaf-2 M3.4 46C18 42 34 46 50 44C66 42 84 46 96.6 46L74.7 85.8Q50 86.9 25.4 85.9Z"],
    motif: [
      "leaf-3 M10 58C4 50 10 40 19 42C18 33 30 30 36 36C42 30 58 30 64 36C70 30 82 33 81 42C90 40 96 50 90 58C70 64 30 64 10 58Z",
      "ink M10 58C4 50 10 40 19 42C18 33 30 30 36 36C42 30 58 30 64 36C70 30 82 33 81 42C90 40 96 50 90 58",
      "earth-2 M48.6 20C47 34 46 46 44 60H52.4C52 46 51.6 34 52 20Z",
      `leaf-2 ${PALM}`,
      `ink M48.4 22C47 34 46 46 44 60M52 22C51.6 34 52 46 52.4 60${PALM}`,
      "leaf-2 M22 60C16 54 22 47 29 50C31 44 40 45 41 51C46 52 47 58 43 61ZM57 61C53 57 55 51 60 51C61 45 70 44 72 50C79 47 84 54 78 60Z",
      "ink M22 60C16 54 22 47 29 50C31 44 40 45 41 51C46 52 47 58 43 61M57 61C53 57 55 51 60 51C61 45 70 44 72 50C79 47 84 54 78 60",
      "fine M22 44Q25 41 28 43M70 40Q73 37.6 76 40M29 56Q32 53.6 35 56M65 56Q68 53.6 71 56",
    ],
  },
  vein: {
    sky: "iron",
    ground: ["iron-2 M3.4 48C14 44 18 50 30 47C44 43 58 50 70 46C80 43 88 48 96.6 47L74.7 85.8Q50 86.9 25.4 85.9Z"],
    motif: [
      "crystal-2 M30 58L26 34L34 22L42 32L42 60ZM46 60L44 22L53 8L62 21L60 60ZM64 60L66 36L74 27L80 38L74 58Z",
      "crystal M30 58L26 34L34 22L35 58ZM46 60L44 22L53 8L52.4 60ZM64 60L66 36L74 27L70 60Z",
      "ink M30 58L26 34L34 22L42 32L42 60M34 22L35 58M46 60L44 22L53 8L62 21L60 60M53 8L52.4 60M64 60L66 36L74 27L80 38L74 58M74 27L70 60M20 60C34 63 66 63 82 59",
      "glint M84 22V30M80 26H88M20 24V30M17 27H23M68 12V17M65.4 14.4H70.6",
    ],
  },
  ruins: {
    sky: "straw",
    ground: ["leaf M3.4 47C20 44 36 48 50 46C66 44 82 48 96.6 46L74.7 85.8Q50 86.9 25.4 85.9Z"],
    motif: [
      "stone M16 58H84V49H75V40H66V31H58V20H42V31H34V40H25V49H16Z",
      "stone-2 M58 20V31H66V40H75V49H84V58H60V20Z",
      "ink M16 58H84V49H75V40H66V31H58V20H42V31H34V40H25V49H16ZM25 49H40M60 49H75M34 40H42M58 40H66",
      "bone M43 58L45 31H55L57 58Z",
      "fine M43 58L45 31H55L57 58M44.8 36H55.4M44.4 41H55.8M44 46H56.2M43.6 51H56.6M43.4 55H57",
      "night M46 30V24Q50 20.6 54 24V30Z",
      "leaf-2 M80 48C76 44 78 38 83 37C84 41 84 45 80 48ZM20 48C15 46 14 40 18 37C22 40 23 45 20 48ZM40 20C36 18 35 13 38 10C42 12 43 17 40 20Z",
      "fine M80 48C76 44 78 38 83 37C84 41 84 45 80 48ZM20 48C15 46 14 40 18 37C22 40 23 45 20 48ZM40 20C36 18 35 13 38 10C42 12 43 17 40 20Z",
    ],
  },
  village: {
    sky: "earth",
    ground: ["straw M3.4 50C20 46 36 51 50 49C66 47 82 51 96.6 46L74.7 85.8Q50 86.9 25.4 85.9Z"],
    motif: [
      "bone M20 58V44H40V58ZM60 58V44H80V58ZM38 60V40H62V60Z",
      "clay M15 46L30 26L43 45ZM57 45L70 26L85 46ZM32 43L50 14L68 43Z",
      "shade M50 14L68 43H54ZM70 26L85 46H74ZM30 26L38 34L33 43Z",
      "ink M20 58V46M80 58V46M15 46L30 26L37 35M63 35L70 26L85 46M15 46H32M68 46H85M32 43L50 14L68 43ZM38 60V43M62 60V43M20 58H38M62 58H80M38 60H62",
      "night M45.6 60V51Q50 46.6 54.6 51V60ZM25 50H31V58H25ZM69 50H75V58H69Z",
      "fine M44 32L41 40M50 24V40M56 32L59 40",
    ],
  },
  caves: {
    sky: "stone-2",
    ground: ["stone-3 M6 40L18 26L30 30L42 14L56 22L68 12L82 30L94 40L97.5 44.4L74.7 85.8Q50 86.9 25.4 85.9L2.5 44.4Z"],
    motif: [
      "night M22 62C22 44 34 30 50 30C66 30 78 44 78 62C60 64 40 64 22 62Z",
      "ink M22 62C22 44 34 30 50 30C66 30 78 44 78 62M6 40L18 26L30 30L42 14L56 22L68 12L82 30L94 40",
      "stone-2 M36 34L39.6 44L43 31ZM47 30L50.4 42L54 30ZM58 31L61 41L65 35Z",
      "sun M38 52a2.4 3 0 1 0 4.8 0a2.4 3 0 1 0-4.8 0ZM46.6 52a2.4 3 0 1 0 4.8 0a2.4 3 0 1 0-4.8 0Z",
    ],
  },
  graveyard: {
    sky: "smoke",
    ground: [
      "iron M52 12L58 30L72 18L70 34L86 34L76 48L56 56L44 40Z",
      "ink M52 12L58 30L72 18L70 34L86 34L76 48M58 30L62 52M70 34L66 50",
    ],
    motif: [
      "brass M23.6 22.4L29.8 22.4L31 17.4L37.4 18.4L37.2 23.6L42.6 26.8L47.2 24L51 29.4L47.2 33L48 39L53 41L51 47.4L46 60H18L12.4 52L15.6 48L13.4 42.6L8.4 41.4L9 34.8L14.2 34L17 28.8L14.4 24.2L19.4 19.8Z",
      "smoke M22 42a9.6 9.6 0 1 0 19.2 0a9.6 9.6 0 1 0-19.2 0Z",
      "ink M23.6 22.4L29.8 22.4L31 17.4L37.4 18.4L37.2 23.6L42.6 26.8L47.2 24L51 29.4L47.2 33L48 39L53 41L51 47.4L46 60H18L12.4 52L15.6 48L13.4 42.6L8.4 41.4L9 34.8L14.2 34L17 28.8L14.4 24.2L19.4 19.8ZM22 42a9.6 9.6 0 1 0 19.2 0a9.6 9.6 0 1 0-19.2 0",
      "iron-2 M6.4 52C14 47 20 56 30 51C40 46 48 58 58 53C68 48 78 56 93.2 52L74.7 85.8Q50 86.9 25.4 85.9Z",
      "ink M6.4 52C14 47 20 56 30 51C40 46 48 58 58 53C68 48 78 56 93.2 52",
      "iron M22 66L31 61L36 69L27 74ZM62 62L74 64L72 71L61 69ZM44 72L52 66L57 74L49 79Z",
      "fine M22 66L31 61L36 69L27 74ZM62 62L74 64L72 71L61 69ZM44 72L52 66L57 74L49 79Z",
    ],
  },
};

const PEAKS = [
  "stone-3 M4 41L22 15L30 25L46 4L50 2.2L54 4L67 22L75 13L96 41L97.5 44.4L94 51H6L2.5 44.4Z",
  "stone-2 M4 41L22 15L28 34L14 51H6L2.5 44.4ZM30 25L46 4L50 2.2L56 34L40 51H28ZM67 22L75 13L80 38L64 51H60Z",
  "snow M45.4 4.8L50 2.2L54.6 4.8L60 12L54 11L50 16L45 11.4L39.6 12.4ZM22 15L27 21.4L22.6 23.4L17.4 21.6ZM75 13L80.6 20.4L75.6 22L70.6 18.4Z",
  "ink M4 41L22 15L30 25L46 4M54 4L67 22L75 13L96 41",
  "stone M2.5 44.4L5 46C20 40 32 47 50 45C68 43 80 47 95 46L97.5 44.4L74.7 85.8Q50 86.9 25.4 85.9Z",
  "fine M5 46C20 40 32 47 50 45C68 43 80 47 95 46",
];

const DEVASTATED = [
  "night M50 12L57 27L72 16L69 31L88 30L76 43L93 52L73 53L80 69L63 61L56 77L48 63L31 74L34 58L14 60L27 48L8 38L29 37L20 20L38 28Z",
  "fire M50 27L54 36L64 30L61 39L74 41L64 47L70 56L59 53L55 64L49 55L38 61L41 51L28 49L39 44L31 33L43 38Z",
  "sun M50 36L53 42L59 41L56 46L60 51L53 50L49 56L46 50L39 50L44 45L40 40L47 42Z",
  "ink M50 12L57 27L72 16L69 31L88 30L76 43L93 52L73 53L80 69L63 61L56 77L48 63L31 74L34 58L14 60L27 48L8 38L29 37L20 20L38 28Z",
];

/** What a territory looks like, without its condition. */
export const HexGround = (
  p: Place & { terrain: Terrain; ground?: Ground | undefined; devastated?: boolean | undefined },
): VNode => {
  const { sky, ground, motif } = SCENES[p.terrain];
  const high = p.ground === "mountain";
  return (
    <Pic {...p} box={HEX_BOX} ratio={HEX_RATIO}>
      {lay(`${p.devastated ? "stone-3" : high ? "water" : sky} ${HEX}`)}
      {p.devastated ? lay(...DEVASTATED) : lay(...(high ? PEAKS : ground))}
      {p.devastated ? null : high ? <g transform="translate(17 20.4) scale(.66)">{lay(...motif)}</g> : lay(...motif)}
      {lay(`${high ? "firm" : "ink"} ${HEX}`)}
    </Pic>
  );
};

/** The cartouche with what it takes: a sum, or exact faces. Brown in the valley, grey in mountains. */
export const Condition = (
  p: Place & { sum?: number | undefined; faces?: readonly number[] | undefined; ground?: Ground | undefined },
): VNode => {
  const faces = p.faces ?? [];
  const wide = faces.length > 0 ? faces.length * 13 + 5 : 24;
  const x = 30 - wide / 2;
  return (
    <Pic {...p} box="0 0 60 22" ratio={22 / 60} class={p.ground === "mountain" ? "a-high" : "a-low"}>
      {lay(
        `plate M${x + 3} 1.4Q30 .6 ${x + wide - 3} 1.4Q${x + wide} 2 ${x + wide} 5V17Q${x + wide} 20.4 ${x + wide - 4} 20.6Q30 21.4 ${x + 4} 20.6Q${x} 20.4 ${x} 17V5Q${x} 2 ${x + 3} 1.4Z`,
      )}
      {faces.length > 0 ? (
        faces.map((face, i) => (
          <g>
            <rect class="a-face" x={x + 3.6 + i * 13} y="4.6" width="11.8" height="12.8" rx="2.6" />
            <text class="a-face-num" x={x + 9.5 + i * 13} y="11.2" font-size="11.5">
              {face}
            </text>
          </g>
        ))
      ) : (
        <text class="a-plate-num" x="30" y="11.4" font-size="17">
          {p.sum}
        </text>
      )}
    </Pic>
  );
};

/** A whole territory: the ground, what it yields, and its condition. */
export const Territory = (
  p: Place & {
    terrain: Terrain;
    ground?: Ground | undefined;
    sum?: number | undefined;
    faces?: readonly number[] | undefined;
    cubes?: number | undefined;
    devastated?: boolean | undefined;
    /** For less than 60 pixels: the condition large, nothing else. */
    small?: boolean | undefined;
  },
): VNode => (
  <Pic {...p} box={HEX_BOX} ratio={HEX_RATIO} class={p.class}>
    <HexGround terrain={p.terrain} ground={p.ground} devastated={p.devastated} size={100} />
    {p.devastated || p.terrain === "graveyard" ? null : p.small ? (
      <Condition sum={p.sum} faces={p.faces} ground={p.ground} x={-5} y={46} size={110} />
    ) : (
      <g>
        <Condition sum={p.sum} faces={p.faces} ground={p.ground} x={20} y={62.4} size={60} />
        {Array.from({ length: p.cubes ?? 0 }, (_, i) => (
          <Cube x={i ? 22 : 64} y={63} size={14} />
        ))}
      </g>
    )}
  </Pic>
);

// Pawns

export type Pawn = "camp" | "explorer" | "drill" | "zeppelin" | "android" | "miner" | "juggernaut";
export const PAWNS: readonly Pawn[] = ["camp", "explorer", "drill", "zeppelin", "android", "miner", "juggernaut"];

const FIGURES: Record<Pawn, string[]> = {
  camp: [
    "who M23.6 9.4C17.4 19.4 11 29.4 3.6 39.4C10 42.4 38 42.4 44.6 39.2C37.4 29.4 30 19.6 23.6 9.4Z",
    "shade M23.6 9.4C30 19.6 37.4 29.4 44.6 39.2C41.4 40.8 36 41.4 31 41.6Z",
    "night M23.6 18L30.4 41.6C26 42 21.6 42 17 41.6Z",
    "ink M23.6 9.4C17.4 19.4 11 29.4 3.6 39.4C10 42.4 38 42.4 44.6 39.2C37.4 29.4 30 19.6 23.6 9.4ZM23.6 18L30.4 41.6M23.6 18L17 41.6M23.6 18V9.4M23.6 9.4V2.6",
    "who M23.8 2.6L34 5.6L23.8 9Z",
    "ink M23.8 2.6L34 5.6L23.8 9Z",
  ],
  explorer: [
    "who M6.4 43.4C7.4 35.4 13 31.4 18 30.4H30.4C35.4 31.4 41 35.4 42 43.4Z",
    "ink M6.4 43.4C7.4 35.4 13 31.4 18 30.4H30.4C35.4 31.4 41 35.4 42 43.4Z",
    "bone M15.4 19C14.6 27 18.4 33.4 24.2 33.4C30 33.4 33.8 27 33 19Z",
    "ink M15.4 19C14.6 27 18.4 33.4 24.2 33.4C30 33.4 33.8 27 33 19",
    "outline M19.4 23.4a1.4 1.7 0 1 0 2.8 0a1.4 1.7 0 1 0-2.8 0ZM26.4 23.4a1.4 1.7 0 1 0 2.8 0a1.4 1.7 0 1 0-2.8 0ZM19.4 28.6C21.4 26.8 27.2 26.8 29.2 28.6C27.4 30 21.2 30 19.4 28.6Z",
    "who M3.6 19.6C8.6 18 11.6 16.4 12.6 13.6C14.4 7.4 18.6 4.4 24.2 4.2C30 4.2 34.2 7.4 36 13.6C37 16.4 39.8 18 44.6 19.4C38.4 23.4 10.4 23.6 3.6 19.6Z",
    "shade M24.2 4.2C30 4.2 34.2 7.4 36 13.6C37 16.4 39.8 18 44.6 19.4C41 21.6 32.6 22.6 24.2 22.6C30 17.4 29 9.4 24.2 4.2Z",
    "ink M3.6 19.6C8.6 18 11.6 16.4 12.6 13.6C14.4 7.4 18.6 4.4 24.2 4.2C30 4.2 34.2 7.4 36 13.6C37 16.4 39.8 18 44.6 19.4C38.4 23.4 10.4 23.6 3.6 19.6ZM12.4 14.4C20 17.6 28.6 17.6 36.2 14.4",
  ],
  drill: [
    "iron M13 21H35L24.4 45.4Z",
    "shade M27 21H35L24.4 45.4Z",
    "ink M13 21H35L24.4 45.4ZM14.8 25.4L33.4 23.4M17 30.6L31 28.4M19.4 36L28.6 33.6M21.8 41L26.4 38.8",
    "who M8.6 8.6C18.6 7.4 29.4 7.4 39.4 8.6C40.6 12.6 40.6 17.4 39.4 21.4C29.4 22.6 18.6 22.6 8.6 21.4C7.4 17.4 7.4 12.6 8.6 8.6Z",
    "shade M30 7.8L39.4 8.6C40.6 12.6 40.6 17.4 39.4 21.4L30 22.2Z",
    "ink M8.6 8.6C18.6 7.4 29.4 7.4 39.4 8.6C40.6 12.6 40.6 17.4 39.4 21.4C29.4 22.6 18.6 22.6 8.6 21.4C7.4 17.4 7.4 12.6 8.6 8.6ZM3.4 11.4V18.6M8 15H3.4M44.6 11.4V18.6M40 15H44.6M18.4 7.8V3.4H29.6V7.8",
    "bone M17.6 15a6.4 5 0 1 0 12.8 0a6.4 5 0 1 0-12.8 0Z",
    "ink M17.6 15a6.4 5 0 1 0 12.8 0a6.4 5 0 1 0-12.8 0ZM24 15L27.4 12.8",
  ],
  zeppelin: [
    "who M3 15.4L9.6 19.4C16 12 26 9.4 35 11.4C41.6 13 45.4 17.4 45.4 21.4C45.4 26 41 30.4 34.4 31.8C25.4 33.6 16 31 9.6 24.4L3 28.4Z",
    "shade M9.6 24.4L3 28.4L3.2 24.4C16 28 32 28.6 44.6 24.2C42.8 28 39.2 30.8 34.4 31.8C25.4 33.6 16 31 9.6 24.4Z",
    "ink M3 15.4L9.6 19.4C16 12 26 9.4 35 11.4C41.6 13 45.4 17.4 45.4 21.4C45.4 26 41 30.4 34.4 31.8C25.4 33.6 16 31 9.6 24.4L3 28.4C2.2 24.2 2.2 19.8 3 15.4ZM9 21.8C20 19.6 34 19.4 45 21.2",
    "fine M20 12.4C18 18 18 25.4 20 31M32 11C34.4 17 34.4 26 32 32",
    "brass M18.6 34.4H34.6L32 40.4H21.2Z",
    "ink M18.6 34.4H34.6L32 40.4H21.2ZM22 31.8V34.4M31 32.2V34.4M14.6 35.4L18.6 37.4L14.6 39.4",
  ],
  android: [
    "iron M7.4 44C8.2 38 13 34.6 18 33.8H30.4C35.4 34.6 40.2 38 41 44Z",
    "ink M7.4 44C8.2 38 13 34.6 18 33.8H30.4C35.4 34.6 40.2 38 41 44ZM24.2 38V38.2",
    "iron M13.6 17H34.8V31Q34.8 35.4 30.4 35.6H18Q13.6 35.4 13.6 31Z",
    "ink M13.6 17H34.8V31Q34.8 35.4 30.4 35.6H18Q13.6 35.4 13.6 31ZM10.4 22.4V28.4M38 22.4V28.4",
    "sun M16.8 24a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0ZM25.4 24a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0Z",
    "ink M16.8 24a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0ZM25.4 24a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0ZM18.6 31.4H29.8M21.4 29.8V33M24.2 29.8V33M27 29.8V33",
    "who M5.4 18.4C9.4 17.4 11.8 15.8 12.8 13.2C14.6 7.6 18.8 5.4 24.2 5.2C29.8 5.2 34 7.8 35.8 13.2C36.8 15.8 39 17.4 43 18.2C37 21.6 11.4 21.8 5.4 18.4Z",
    "ink M5.4 18.4C9.4 17.4 11.8 15.8 12.8 13.2C14.6 7.6 18.8 5.4 24.2 5.2C29.8 5.2 34 7.8 35.8 13.2C36.8 15.8 39 17.4 43 18.2C37 21.6 11.4 21.8 5.4 18.4ZM24.2 5.2V1.8",
  ],
  miner: [
    "iron-2 M6 36C6 33 8 31.6 10.6 31.6H29C31.6 31.6 33.6 33 33.6 36.4C33.6 40 31.6 42.4 28.6 42.4H11C8 42.4 6 40 6 36Z",
    "ink M6 36.6C6 33 8 31.6 10.6 31.6H29C31.6 31.6 33.6 33 33.6 36.4C33.6 40 31.6 42.4 28.6 42.4H11C8 42.4 6 40 6 36.6Z",
    "bone M9.6 37a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM17.2 37a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM24.8 37a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z",
    "who M7.4 31.6V16Q7.6 12.4 11 12H23Q26.8 12.4 27.4 16L29.4 31.6Z",
    "shade M20 12H23Q26.8 12.4 27.4 16L29.4 31.6H22Z",
    "ink M7.4 31.6V16Q7.6 12.4 11 12H23Q26.8 12.4 27.4 16L29.4 31.6ZM11 12V6.4H15V12",
    "sun M12 19.6a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
    "ink M12 19.6a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
    "iron M29 15.6L46 24L30.6 31Z",
    "ink M29 15.6L46 24L30.6 31ZM33.4 18L34.6 29M38 20.2L38.6 27.2M24 23.4H29.6",
  ],
  juggernaut: [
    "who M3 17L10 20C15 11.6 25 7.6 34.4 10.4L46 20.4L35.4 31C26 34.6 15.4 31.6 10 25L3 28Z",
    "shade M10 25L3 28L3.2 23.4C16 28.4 32 27.6 44 22.4L35.4 31C26 34.6 15.4 31.6 10 25Z",
    "ink M3 17L10 20C15 11.6 25 7.6 34.4 10.4L46 20.4L35.4 31C26 34.6 15.4 31.6 10 25L3 28C2.2 24.4 2.2 20.6 3 17ZM9.6 22.4C20 20.4 34 19.8 46 20.4M34.4 10.4C36.6 17 37 24.4 35.4 31M22 8.8C20.4 16 20.4 25 22 32.6",
    "outline M26.4 14.6h2v2h-2ZM30.4 15h2v2h-2ZM26.4 26h2v2h-2ZM30.4 25.6h2v2h-2ZM14.6 16h2v2h-2ZM14.6 24.6h2v2h-2Z",
    "iron-2 M15.4 34H36.4L33 42.4H18.8Z",
    "ink M15.4 34H36.4L33 42.4H18.8ZM20 32.4V34M32 32.4V34M36 36.4H44.4M35 39.4H40.4M14.8 10.6V4.4H19V8.6",
    "sun M20.6 36.4h3.4v3h-3.4ZM26.6 36.4h3.4v3h-3.4Z",
  ],
};

/** A pawn in its owner's colour, with its owner's shape at its foot; without a seat, in brass.
 *
 * A rim of paper parts it from what lies under it.
 */
export const PawnArt = (p: Place & { kind: Pawn; seat?: number | undefined }): VNode => (
  <Pic {...p}>
    <g data-seat={p.seat}>
      {lay(...FIGURES[p.kind].map((layer) => `rim ${layer.slice(layer.indexOf(" ") + 1)}`))}
      {lay(...FIGURES[p.kind])}
      {p.seat === undefined ? null : (
        <g transform="translate(29.6 29.6) scale(.38)">
          {lay(`badge ${shapeOf(p.seat)}`, `who.edged ${shapeOf(p.seat)}`)}
        </g>
      )}
    </g>
  </Pic>
);

// Goods

/** A cube of resources. */
export const Cube = (p: Place): VNode =>
  pic(
    p,
    "earth M24 4.4L42.6 13.6V34L24 44.4L5.4 34V13.6Z",
    "straw M24 4.4L42.6 13.6L24 23.4L5.4 13.6Z",
    "earth-2 M42.6 13.6V34L24 44.4V23.4Z",
    "ink M24 4.4L42.6 13.6V34L24 44.4L5.4 34V13.6ZM5.4 13.6L24 23.4L42.6 13.6M24 23.4V44.4",
  );

/** A crystal of Somnium. */
export const Crystal = (p: Place): VNode =>
  pic(
    p,
    "crystal-2 M24.4 3L36.6 16L33.4 36.4L24 45.2L14.4 36L11.6 16.4Z",
    "crystal M24.4 3L11.6 16.4L14.4 36L24 45.2L21.6 19Z",
    "snow M24.4 3L11.6 16.4L21.6 19Z",
    "ink M24.4 3L36.6 16L33.4 36.4L24 45.2L14.4 36L11.6 16.4ZM11.6 16.4L21.6 19L36.6 16M21.6 19L24 45.2",
  );

const ENGRAVED = [
  "M24 5.4L26.6 10.4L24 15.4L21.4 10.4Z",
  "M18 12.4Q21 5.6 24 11Q27 5.6 30 12.4",
  "M24 6.4a4 4 0 1 0 .2 0M24 9.4v2",
  "M17.6 13.4L20.8 7.4L24 13.4L27.2 7.4L30.4 13.4",
];

/** One of the four engraved skulls, 1 to 4; each has its own engraving. */
export const Artifact = (p: Place & { number: number }): VNode =>
  pic(
    p,
    "crystal M24 3C34.6 2.8 41.6 10 41.4 19.4C41.4 25 38.8 28.4 35.6 31L35 37.4C35 39.6 33.6 40.6 31.6 40.8L31 44.6H17L16.4 40.8C14.4 40.6 13 39.6 13 37.4L12.4 31C9.2 28.4 6.6 25 6.6 19.4C6.4 10 13.4 3.2 24 3Z",
    "shade M31 4.4C37.6 6.8 41.6 12.6 41.4 19.4C41.4 25 38.8 28.4 35.6 31L35 37.4C35 39.6 33.6 40.6 31.6 40.8L31 44.6H26.6C33 33.4 35 17 31 4.4Z",
    "outline M11.8 22.6C12.4 19.4 18.6 18.8 20.8 21.4C22 24.4 19.6 29 16.4 29.2C13 29.2 11.4 26 11.8 22.6ZM36.2 22.6C35.6 19.4 29.4 18.8 27.2 21.4C26 24.4 28.4 29 31.6 29.2C35 29.2 36.6 26 36.2 22.6ZM24 28.4L26.6 33.4H21.4Z",
    "ink M24 3C34.6 2.8 41.6 10 41.4 19.4C41.4 25 38.8 28.4 35.6 31L35 37.4C35 39.6 33.6 40.6 31.6 40.8L31 44.6H17L16.4 40.8C14.4 40.6 13 39.6 13 37.4L12.4 31C9.2 28.4 6.6 25 6.6 19.4C6.4 10 13.4 3.2 24 3ZM20.4 39V44.4M24 38.4V44.4M27.6 39V44.4",
    `ink ${ENGRAVED[(p.number - 1) % 4] ?? ""}`,
  );

/** A die standing in defence: a shield with its number. `natural` is that of a Base Camp. */
export const Defence = (
  p: Place & { value: number; natural?: boolean | undefined; doubled?: boolean | undefined },
): VNode => {
  const shield = "M8 6.4Q24 2.4 40 6.4C41.6 22 38.4 36 24 45.4C9.6 36 6.4 22 8 6.4Z";
  return (
    <Pic {...p}>
      {p.doubled ? <g transform="translate(7 -3)">{lay(`iron ${shield}`, `ink ${shield}`)}</g> : null}
      {lay(`${p.natural ? "straw" : "die-bone-f"} ${shield}`, `ink ${shield}`)}
      <text class="a-face-num" x="24" y="24" font-size="29">
        {p.value}
      </text>
    </Pic>
  );
};

// Technologies

export type Technology =
  | "force-field"
  | "recovery-workshop"
  | "android-factory"
  | "flying-fortress"
  | "psychic-probe"
  | "death-ray"
  | "transport-tunneller"
  | "mechanical-miner"
  | "android-explorer"
  | "juggernaut"
  | "battle-exoskeleton"
  | "production-tanks";

const GEAR = "M21 3.6L27 3.6L28 8L32.2 9.8L36.2 7.4L40.4 11.8L38 15.6L39.8 19.8L44.4 21V27L39.8 28.2L38 32.4L40.4 36.4L36.2 40.6L32.2 38.2L28 40L27 44.4H21L20 40L15.8 38.2L11.8 40.6L7.6 36.4L10 32.4L8.2 28.2L3.6 27V21L8.2 19.8L10 15.6L7.6 11.8L11.8 7.4L15.8 9.8L20 8Z";

const EMBLEMS: Record<Technology | "leviathan", string[]> = {
  "force-field": [
    "crystal.thin M5 38C4.4 20 12 8 24 8C36 8 43.6 20 43 38Z",
    "fine M24 8V38M14 11.6C10.6 19 9.8 28 10.4 38M34 11.6C37.4 19 38.2 28 37.6 38M7.4 24H40.6M6 31.4H42M11 16.4H37",
    "ink M5 38C4.4 20 12 8 24 8C36 8 43.6 20 43 38",
    "iron M3.4 37.4H44.6V43.6H3.4Z",
    "ink M3.4 37.4H44.6V43.6H3.4ZM11 40.4H13M23 40.4H25M35 40.4H37",
    "sun M24 17L26.4 23.4L33 24L27.8 28.2L29.6 34.6L24 30.8L18.4 34.6L20.2 28.2L15 24L21.6 23.4Z",
    "ink M24 17L26.4 23.4L33 24L27.8 28.2L29.6 34.6L24 30.8L18.4 34.6L20.2 28.2L15 24L21.6 23.4Z",
  ],
  "recovery-workshop": [
    `iron ${GEAR}`,
    `ink ${GEAR}`,
    "paper-2 M14 24a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
    "ink M14 24a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
    "brass M7.4 38.4L27.6 18.2C26.4 13.6 29 8.6 34.4 7.6L32.4 12.6L35.6 15.8L40.6 13.8C40 19 34.6 21.8 30 20.6L9.8 40.8C7.4 42.4 5.8 40.8 7.4 38.4Z",
    "ink M7.4 38.4L27.6 18.2C26.4 13.6 29 8.6 34.4 7.6L32.4 12.6L35.6 15.8L40.6 13.8C40 19 34.6 21.8 30 20.6L9.8 40.8C7.4 42.4 5.8 40.8 7.4 38.4Z",
  ],
  "android-factory": [
    "smoke M10 14C6 13 6 7 11 7C12 3 18 3 19 6C24 5 25 11 21 12Z",
    "clay M5 43V26L16 19V26L27 19V26L34 21.4V43Z",
    "brass M34.4 43L36 8H42L43.6 43Z",
    "ink M5 43V26L16 19V26L27 19V26L34 21.4M34.4 43L36 8H42L43.6 43ZM3.4 43.4H44.6M35.6 15H42.4",
    "iron M12 29.4H24V38.4H12Z",
    "sun M14 32a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM18.6 32a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z",
    "ink M12 29.4H24V38.4H12ZM18 29.4V26.4M15 36H21.4M12 43V38.4M24 43V38.4",
  ],
  "flying-fortress": [
    "stone M10 24V9H14V12.4H18V9H22V12.4H26V9H30V12.4H34V9H38V24Z",
    "stone-2 M5 24H43L37 34H11Z",
    "shade M30 9V12.4H34V9H38V24H43L37 34H28Z",
    "ink M10 24V9H14V12.4H18V9H22V12.4H26V9H30V12.4H34V9H38V24M5 24H43L37 34H11Z",
    "night M21 24V18Q24 15 27 18V24ZM14.4 16.4H17V20.4H14.4ZM31 16.4H33.6V20.4H31Z",
    "fire M15 34H20L17.4 43.4ZM28 34H33L30.4 43.4Z",
    "ink M15 34L17.4 43.4L20 34M28 34L30.4 43.4L33 34M24 9V3L30 4.8L24 6.6",
  ],
  "psychic-probe": [
    "p4 M3.4 24C9.4 13 38.6 13 44.6 24C38.6 35 9.4 35 3.4 24Z",
    "bone M7.6 24C12.6 16.4 35.4 16.4 40.4 24C35.4 31.6 12.6 31.6 7.6 24Z",
    "ink M3.4 24C9.4 13 38.6 13 44.6 24C38.6 35 9.4 35 3.4 24ZM7.6 24C12.6 16.4 35.4 16.4 40.4 24C35.4 31.6 12.6 31.6 7.6 24Z",
    "crystal-2 M16.8 24a7.2 7.2 0 1 0 14.4 0a7.2 7.2 0 1 0-14.4 0Z",
    "ink M16.8 24a7.2 7.2 0 1 0 14.4 0a7.2 7.2 0 1 0-14.4 0Z",
    "outline M21 24a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
    "ink M24 3.4V10M12 6.4L15 12M36 6.4L33 12M24 38V44.6M12 41.6L15 36M36 41.6L33 36",
  ],
  "death-ray": [
    "iron M5 43.4L9.4 30H20.6L25 43.4Z",
    "ink M5 43.4L9.4 30H20.6L25 43.4Z",
    "clay M5.4 16.4L26 9.4L29.4 20L9 27.4C5.6 24.4 4.4 20.4 5.4 16.4Z",
    "brass M26 7L31.4 5.2L36 19.6L30.4 21.6Z",
    "ink M5.4 16.4L26 9.4L29.4 20L9 27.4C5.6 24.4 4.4 20.4 5.4 16.4ZM26 7L31.4 5.2L36 19.6L30.4 21.6ZM15 25.2V30M13 14L16.4 24.6M19 12L22.4 22.6",
    "fire M33.4 10.6L45 5.4L41 11.4L46.4 11.6L40 15.6L44.6 19L35.4 16.8Z",
    "ink M33.4 10.6L45 5.4L41 11.4L46.4 11.6L40 15.6L44.6 19L35.4 16.8Z",
    "bone M33.4 29.4C38.4 29.2 41.6 32.4 41.4 36.4C41.4 38.6 40.4 40 39 40.8V44H28V40.8C26.4 40 25.4 38.6 25.4 36.4C25.2 32.4 28.4 29.6 33.4 29.4Z",
    "outline M28.4 37a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0ZM34.2 37a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z",
    "ink M33.4 29.4C38.4 29.2 41.6 32.4 41.4 36.4C41.4 38.6 40.4 40 39 40.8V44H28V40.8C26.4 40 25.4 38.6 25.4 36.4C25.2 32.4 28.4 29.6 33.4 29.4Z",
  ],
  "transport-tunneller": [
    "earth-2 M3 8C16 6 32 6 45 8V42C32 44 16 44 3 42Z",
    "earth M3 17C8 13 22 12 30 14C38 16 42 20 43 25C42 31 38 35 30 36.6C22 38 8 37 3 33Z",
    "iron M28 15.4L43.4 25L28 35Z",
    "who M3 17.4H28V33H3Z",
    "ink M3 17.4H28V33H3M28 15.4L43.4 25L28 35ZM32 18L33.4 31.4M36.6 20.8L37.6 28.6",
    "bone M8 21H13V26H8ZM17 21H22V26H17Z",
    "ink M8 21H13V26H8ZM17 21H22V26H17ZM6 36.6a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM18 36.6a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0Z",
  ],
  "mechanical-miner": FIGURES.miner,
  "android-explorer": FIGURES.android,
  juggernaut: FIGURES.juggernaut,
  "battle-exoskeleton": [
    "iron-2 M16 30H32L34 44H26.4L24 36L21.6 44H14Z",
    "ink M16 30H32L34 44H26.4L24 36L21.6 44H14Z",
    "who M12 15H36L32.6 31H15.4Z",
    "shade M27 15H36L32.6 31H26Z",
    "ink M12 15H36L32.6 31H15.4Z",
    "iron M4 13.4C4.6 10 8.6 8.6 12.6 10.4L13 18L9.6 22V34C7.6 37 4.6 36.6 3.6 34ZM44 13.4C43.4 10 39.4 8.6 35.4 10.4L35 18L38.4 22V34C40.4 37 43.4 36.6 44.4 34Z",
    "ink M4 13.4C4.6 10 8.6 8.6 12.6 10.4L13 18L9.6 22V34C7.6 37 4.6 36.6 3.6 34ZM44 13.4C43.4 10 39.4 8.6 35.4 10.4L35 18L38.4 22V34C40.4 37 43.4 36.6 44.4 34Z",
    "bone M19.4 9C19.4 5.6 21.4 3.6 24 3.6C26.6 3.6 28.6 5.6 28.6 9V15H19.4Z",
    "ink M19.4 9C19.4 5.6 21.4 3.6 24 3.6C26.6 3.6 28.6 5.6 28.6 9V15H19.4ZM20 10H28",
    "sun M20.4 22.4a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
    "ink M20.4 22.4a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
  ],
  "production-tanks": [
    "bone M5 12Q12.4 7.6 20 12V40H5ZM28 12Q35.4 7.6 43 12V40H28Z",
    "iron-2 M3 39.4H45V44.6H40.6V42H30.4V44.6H17.6V42H7.4V44.6H3Z",
    "leaf M5 26H20V40H5ZM28 22H43V40H28Z",
    "ink M5 12Q12.4 7.6 20 12V40H5ZM28 12Q35.4 7.6 43 12V40H28ZM5 26Q8.6 24 12.4 26T20 26M28 22Q31.6 20 35.4 22T43 22M3 40.6H45M7.4 40.6V44.6M17.6 40.6V44.6M30.4 40.6V44.6M40.6 40.6V44.6",
    "post M20 17H28M20 33H28",
    "wood M20 17H28M20 33H28",
    "snow M9 31a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0ZM14 35.4a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0ZM33 28a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0ZM37.6 33a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0Z",
  ],
  leviathan: [
    "iron M3.4 29C4 18.6 13 11.4 24.6 11.6C33 11.8 38.4 15.6 40.4 21.6C42.6 20 44 17.4 44.4 14L46 20.4C45.6 25 43.4 28.6 40 30C36.4 36.4 29.6 39.8 21.4 39.6C10.8 39.4 3.4 36 3.4 29Z",
    "shade M3.6 31.4C14 35 30 34.6 40.2 29.6C36.4 36.4 29.6 39.8 21.4 39.6C11.4 39.4 4.2 36.6 3.6 31.4Z",
    "ink M3.4 29C4 18.6 13 11.4 24.6 11.6C33 11.8 38.4 15.6 40.4 21.6C42.6 20 44 17.4 44.4 14L46 20.4C45.6 25 43.4 28.6 40 30C36.4 36.4 29.6 39.8 21.4 39.6C10.8 39.4 3.4 36 3.4 29ZM3.6 30.6C8 33 13 33.4 17.4 32M22 12C19.4 18.6 19 26 20.6 33M32 13.6C33.6 19 33.6 25.4 32 31.6",
    "sun M9 24a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
    "ink M9 24a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0ZM12.6 24H13",
    "outline M24.6 17h1.8v1.8h-1.8ZM24.6 24h1.8v1.8h-1.8ZM36 21h1.8v1.8H36Z",
    "ink M24.4 11.4V4.6H30V12M27 2.4C29 1.6 30.6 2 32 3M26 39.4L23 44.4L32 40.6",
  ],
};

/** The emblem of a technology, or of the Leviathan that they build. */
export const Emblem = (p: Place & { of: Technology | "leviathan" }): VNode => pic(p, ...EMBLEMS[p.of]);

/** The tokens that some cards put on a territory. */
export const ForceField = (p: Place): VNode => (
  <Pic {...p} box={HEX_BOX} ratio={HEX_RATIO}>
    {lay(
      "field M10 52C10 26 26 9 50 9C74 9 90 26 90 52C84 66 68 74 50 74C32 74 16 66 10 52Z",
      "field-line M10 52C10 26 26 9 50 9C74 9 90 26 90 52M50 9V40M24 20C18 30 16 42 17 56M76 20C82 30 84 42 83 56M14 38C36 32 64 32 86 38",
    )}
  </Pic>
);
