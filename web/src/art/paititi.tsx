/** Paititi: tools, the five kinds of finds, and the cards they are printed on (60 by 84). */

import type { ComponentChildren, VNode } from "preact";

import { even, lay, n1, Pic, pic, type Place } from "./hand";

// Tools

const PICK = [
  "post M12.6 42L29.6 15.4",
  "wood M12.6 42L29.6 15.4",
  "iron M8.4 12.4C16.4 5.6 27.4 5 35 10.4C41.4 15 44.6 23 43.4 32.6C41 24.6 37.6 19 32.8 16.2L29.4 21.4L23 17.2L26.4 12.2C21 10.4 15 10.6 8.4 12.4Z",
  "ink M8.4 12.4C16.4 5.6 27.4 5 35 10.4C41.4 15 44.6 23 43.4 32.6C41 24.6 37.6 19 32.8 16.2L29.4 21.4L23 17.2L26.4 12.2C21 10.4 15 10.6 8.4 12.4Z",
];

const SHOVEL = [
  "post M36.6 10.4L22 26.4",
  "wood M36.6 10.4L22 26.4",
  "post M31.4 5.6L42 15.4",
  "wood M31.4 5.6L42 15.4",
  "iron M15.6 22.4L26.4 32.4C25.4 38.4 18 43.6 6.6 43.8C5.4 33.4 9.4 25 15.6 22.4Z",
  "shade M26.4 32.4C25.4 38.4 18 43.6 6.6 43.8C12 38 18 34 21 27.4Z",
  "ink M15.6 22.4L26.4 32.4C25.4 38.4 18 43.6 6.6 43.8C5.4 33.4 9.4 25 15.6 22.4ZM11.6 38.4L18.6 30.8",
];

export const Pick = (p: Place): VNode => pic(p, ...PICK);
export const Shovel = (p: Place): VNode => pic(p, ...SHOVEL);

// Finds

export type Kind = "vase" | "llama" | "statue" | "tile" | "disc";
export const KINDS: readonly Kind[] = ["vase", "llama", "statue", "tile", "disc"];

const FINDS: Record<Kind | "shards", string[]> = {
  vase: [
    "clay M19.4 4.6C22.4 3.8 25.6 3.8 28.8 4.6C29 8.4 28.2 11.4 29 14C31.4 17.6 38.4 20.4 38.4 28.4C38.4 35 31.4 37.4 28.6 43.6C25.6 44.6 22.4 44.6 19.4 43.6C16.6 37.4 9.6 35 9.6 28.4C9.6 20.4 16.6 17.6 19 14C20 11.4 19.2 8.4 19.4 4.6Z",
    "bone M10.6 23.6C19 26 29 26 37.4 23.6C38.2 25.4 38.4 27 38.4 28.6C38.4 30 38 31.2 37.4 32.2C29 34.6 19 34.6 10.6 32.2C10 31.2 9.6 30 9.6 28.6C9.6 27 10 25.4 10.6 23.6Z",
    "shade M28.8 4.6C29 8.4 28.2 11.4 29 14C31.4 17.6 38.4 20.4 38.4 28.4C38.4 35 31.4 37.4 28.6 43.6C27 44.2 25.6 44.2 24.6 44.2C32 34 30 22 26 14Z",
    "ink M19.4 4.6C22.4 3.8 25.6 3.8 28.8 4.6C29 8.4 28.2 11.4 29 14C31.4 17.6 38.4 20.4 38.4 28.4C38.4 35 31.4 37.4 28.6 43.6C25.6 44.6 22.4 44.6 19.4 43.6C16.6 37.4 9.6 35 9.6 28.4C9.6 20.4 16.6 17.6 19 14C20 11.4 19.2 8.4 19.4 4.6ZM10.6 23.6C19 26 29 26 37.4 23.6M10.6 32.2C19 34.6 29 34.6 37.4 32.2M19 14C14 11.6 8.6 14.4 9.6 21.4M29 14C34 11.6 39.4 14.4 38.4 21.4",
    "fine M13 31L16 26.4L19.4 31.6L23 26.6L26.4 31.6L30 26.4L34 31",
  ],
  llama: [
    "gold M12 4.4L14.4 8.6L18.4 8.4L20 4.4C21.6 6 22 8 21.6 10.4C22.8 13.4 22.2 16.4 22 19.4C27.4 19.8 33.4 19.4 37.6 20.4C40.4 20.6 41.8 19 43.6 19.4C44.4 22.4 42.6 24.4 40.4 25C41 31 39.6 37 39.4 43.4H34.6L33.6 34.4C29.4 35.4 24.6 35.4 20.6 34.4L20 43.4H15L14 31C12 27 13 22 13.2 17.4C11 17.6 8.4 17.4 6.4 16.4C6 13.4 7.4 11.4 10.4 10.4C10.2 8 10.6 6 12 4.4Z",
    "shade M37.6 20.4C40.4 20.6 41.8 19 43.6 19.4C44.4 22.4 42.6 24.4 40.4 25C41 31 39.6 37 39.4 43.4H34.6L33.6 34.4C29.4 35.4 24.6 35.4 20.6 34.4C28 33 36 30 37.6 20.4Z",
    "ink M12 4.4L14.4 8.6L18.4 8.4L20 4.4C21.6 6 22 8 21.6 10.4C22.8 13.4 22.2 16.4 22 19.4C27.4 19.8 33.4 19.4 37.6 20.4C40.4 20.6 41.8 19 43.6 19.4C44.4 22.4 42.6 24.4 40.4 25C41 31 39.6 37 39.4 43.4H34.6L33.6 34.4C29.4 35.4 24.6 35.4 20.6 34.4L20 43.4H15L14 31C12 27 13 22 13.2 17.4C11 17.6 8.4 17.4 6.4 16.4C6 13.4 7.4 11.4 10.4 10.4C10.2 8 10.6 6 12 4.4Z",
    "outline M13.4 12a1.3 1.5 0 1 0 2.6 0a1.3 1.5 0 1 0-2.6 0Z",
    "clay M23.6 19.6L35 19.8L35.4 30C31.4 31 27.4 31 23.4 30Z",
    "fine M23.6 19.6L35 19.8L35.4 30C31.4 31 27.4 31 23.4 30ZM23.6 24L26.4 26.6L29.4 23.8L32.4 26.6L35.2 24",
  ],
  statue: [
    "clay M3.6 16.6C4 7.6 12.4 2 24 2C35.6 2 44 7.6 44.4 16.6L35 18.4C31 14 17 14 13 18.4Z",
    "ink M3.6 16.6C4 7.6 12.4 2 24 2C35.6 2 44 7.6 44.4 16.6L35 18.4C31 14 17 14 13 18.4ZM24 2V13.4M15.4 3.6L18.4 14M32.6 3.6L29.6 14M8.4 8.4L13.8 16M39.6 8.4L34.2 16",
    "leaf M12.4 28.4C8.6 31 8.2 36 9.4 39.4L15 40L15.6 45.4H32.4L33 40L38.6 39.4C39.8 36 39.4 31 35.6 28.4Z",
    "leaf-2 M28 28.4H35.6C39.4 31 39.8 36 38.6 39.4L33 40L32.4 45.4H27Z",
    "ink M12.4 28.4C8.6 31 8.2 36 9.4 39.4L15 40L15.6 45.4H32.4L33 40L38.6 39.4C39.8 36 39.4 31 35.6 28.4M15 40L15.4 35.4M33 40L32.6 35.4M24 41.4V45.4",
    "leaf M13.4 17.6C16.6 13.4 31.4 13.4 34.6 17.6C35.8 23.6 34.2 31 24 31.4C13.8 31 12.2 23.6 13.4 17.6Z",
    "ink M13.4 17.6C16.6 13.4 31.4 13.4 34.6 17.6C35.8 23.6 34.2 31 24 31.4C13.8 31 12.2 23.6 13.4 17.6ZM24 19V24.4M20 27.6C22.6 28.8 25.4 28.8 28 27.6",
    "outline M16.4 19.6H21.4V22.4H16.4ZM26.6 19.6H31.6V22.4H26.6Z",
    "gold M17.6 33.8H30.4V39.4H17.6ZM8.4 23.4a3.4 3.6 0 1 0 6.8 0a3.4 3.6 0 1 0-6.8 0ZM32.8 23.4a3.4 3.6 0 1 0 6.8 0a3.4 3.6 0 1 0-6.8 0Z",
    "ink M17.6 33.8H30.4V39.4H17.6ZM24 33.8V39.4M8.4 23.4a3.4 3.6 0 1 0 6.8 0a3.4 3.6 0 1 0-6.8 0ZM32.8 23.4a3.4 3.6 0 1 0 6.8 0a3.4 3.6 0 1 0-6.8 0Z",
  ],
  tile: [
    "water M6.4 7.4C18 6 30 6 41.6 7.2C42.8 18.6 42.8 29.8 41.8 41C30 42.4 18 42.4 6.6 41.2C5.4 30 5.4 18.6 6.4 7.4Z",
    "shade M41.6 7.2C42.8 18.6 42.8 29.8 41.8 41C30 42.4 18 42.4 6.6 41.2L10.4 37.4C19 38.4 29 38.4 37.8 37.4C38.6 28 38.6 20 37.8 11Z",
    "ink M6.4 7.4C18 6 30 6 41.6 7.2C42.8 18.6 42.8 29.8 41.8 41C30 42.4 18 42.4 6.6 41.2C5.4 30 5.4 18.6 6.4 7.4Z",
    "bone M19.6 11.6H28.4V15.8H32.4V19.8H36.6V28.4H32.4V32.4H28.4V36.6H19.6V32.4H15.6V28.4H11.4V19.8H15.6V15.8H19.6Z",
    "ink M19.6 11.6H28.4V15.8H32.4V19.8H36.6V28.4H32.4V32.4H28.4V36.6H19.6V32.4H15.6V28.4H11.4V19.8H15.6V15.8H19.6Z",
    "clay M19.8 24.1a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0Z",
    "ink M19.8 24.1a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0Z",
  ],
  disc: [
    "sun M24 1.8L27.6 7L32.6 3.6L34 9.6L40.2 8.4L39.4 14.6L45.6 15.8L42.2 21L47 24L42.2 27.4L45.4 32.6L39.4 33.8L40 40L34 38.8L32.6 44.8L27.6 41.4L24 46.4L20.4 41.4L15.4 44.8L14 38.8L8 40L8.6 33.8L2.6 32.6L5.8 27.4L1 24L5.8 21L2.4 15.8L8.6 14.6L7.8 8.4L14 9.6L15.4 3.6L20.4 7Z",
    "ink M24 1.8L27.6 7L32.6 3.6L34 9.6L40.2 8.4L39.4 14.6L45.6 15.8L42.2 21L47 24L42.2 27.4L45.4 32.6L39.4 33.8L40 40L34 38.8L32.6 44.8L27.6 41.4L24 46.4L20.4 41.4L15.4 44.8L14 38.8L8 40L8.6 33.8L2.6 32.6L5.8 27.4L1 24L5.8 21L2.4 15.8L8.6 14.6L7.8 8.4L14 9.6L15.4 3.6L20.4 7Z",
    "gold M10.6 24a13.4 13.4 0 1 0 26.8 0a13.4 13.4 0 1 0-26.8 0Z",
    "ink M10.6 24a13.4 13.4 0 1 0 26.8 0a13.4 13.4 0 1 0-26.8 0ZM24 20.6V26.4L22 28M18.4 31.4C21.6 33.4 26.4 33.4 29.6 31.4",
    "outline M16.6 21.4C18 19.4 20.4 19.4 21.6 21.4C20.2 23 18 23 16.6 21.4ZM26.4 21.4C27.8 19.4 30.2 19.4 31.4 21.4C30 23 27.8 23 26.4 21.4Z",
  ],
  shards: [
    "clay M5 19.4L14 6.4L23.4 10.4L20.4 22L11 25.4ZM27.4 8L41 11.4L43 24L33 22.4ZM8 31.4L20 28L26 38L15.4 44L6.4 40.4ZM30 28.4L42.4 31L40 42.4L30.4 40Z",
    "shade M23.4 10.4L20.4 22L11 25.4L17 15ZM43 24L33 22.4L38 17ZM26 38L15.4 44L18 36ZM40 42.4L30.4 40L38 36Z",
    "ink M5 19.4L14 6.4L23.4 10.4L20.4 22L11 25.4ZM27.4 8L41 11.4L43 24L33 22.4ZM8 31.4L20 28L26 38L15.4 44L6.4 40.4ZM30 28.4L42.4 31L40 42.4L30.4 40Z",
    "fine M9.4 19L13 14.4L16 17.4M35 13.4L38 16.4M12 34.6L16 37.6L18.6 33.4M34 33.4L36.6 36.6",
  ],
};

/** One piece of a kind, or shards. */
export const Find = (p: Place & { kind: Kind | "shards" }): VNode => pic(p, ...FINDS[p.kind]);

// Cards

const CARD_BOX = "0 0 60 84";
const CARD = "M5.4 1.6Q30 .8 54.6 1.5Q58.2 1.8 58.5 5.4Q59.2 42 58.4 78.6Q58.2 82.2 54.4 82.4Q30 83.2 5.6 82.4Q1.8 82.2 1.6 78.4Q.8 42 1.5 5.4Q1.8 1.8 5.4 1.6Z";

const Card = (p: Place & { fill: string; children?: ComponentChildren }): VNode => (
  <Pic {...p} box={CARD_BOX} ratio={1.4} class={`a-card${p.class ? ` ${p.class}` : ""}`}>
    {lay(`${p.fill} ${CARD}`)}
    {p.children}
    {lay(`ink ${CARD}`)}
  </Pic>
);

/** Where one to four tools stand, and how large. */
const TOOLS: readonly (readonly [number, number, number][])[] = [
  [],
  [[6, 2, 30]],
  [[-1, 5, 23], [19, 7, 23]],
  [[-1, 0, 20], [20, 0, 20], [10, 15, 20]],
  [[0, -1, 18], [21, -1, 18], [0, 16, 18], [21, 16, 18]],
];

const tools = (count: number, left: number, top: number, draw: string[]): VNode[] =>
  (TOOLS[count] ?? []).map(([x, y, size]) => (
    <Pic x={left + x} y={top + y} size={size}>
      {lay(...draw)}
    </Pic>
  ));

/** A digging card: picks above, shovels below; both numbers stay visible at the left edge. */
export const DiggingCard = (p: Place & { picks: number; shovels: number }): VNode => (
  <Card {...p} fill="paper-2">
    {lay(
      "tool-1 M1.5 5.4Q1.8 1.8 5.4 1.6Q30 .8 54.6 1.5Q58.2 1.8 58.5 5.4L58.8 36Q44 43 30 41Q14 39 1.2 46Z",
      "tool-2 M58.8 36Q44 43 30 41Q14 39 1.2 46L1.6 78.4Q1.8 82.2 5.6 82.4Q30 83.2 54.4 82.4Q58.2 82.2 58.4 78.6Z",
      "ink M58.8 36Q44 43 30 41Q14 39 1.2 46",
    )}
    <text class="a-card-num" x="9.4" y="12" font-size="15">{p.picks}</text>
    <text class="a-card-num" x="9.4" y="57" font-size="15">{p.shovels}</text>
    <Pick x={3.4} y={19} size={12} />
    <Shovel x={3.4} y={64} size={12} />
    {tools(p.picks, 17, 4, PICK)}
    {tools(p.shovels, 17, 46.6, SHOVEL)}
  </Card>
);

const SPOTS: readonly (readonly [number, number, number][])[] = [
  [],
  [[10, 15, 40]],
  [[6, 8, 28], [26, 35, 28]],
  [[17, 8, 26], [4.4, 36, 25], [30.6, 36, 25]],
];

/** An artifact card: one to three pieces of a kind, or shards; its worth in the corner. */
export const ArtifactCard = (
  p: Place & { kind: Kind | "shards"; pieces?: number | undefined; worth?: number | undefined },
): VNode => (
  <Card {...p} fill={`of-${p.kind}`}>
    {lay(`panel M5.6 6Q30 5 54.4 6Q55.4 36 54.6 65Q30 66.4 5.4 65Q4.6 36 5.6 6Z`)}
    {(SPOTS[p.kind === "shards" ? 1 : (p.pieces ?? 1)] ?? []).map(([x, y, size]) => (
      <Find kind={p.kind} x={x} y={y} size={size} />
    ))}
    {p.kind === "shards" ? null : (
      <g>
        <text class="a-card-num" x="9.8" y="73.4" font-size="12">{p.pieces}</text>
        <Find kind={p.kind} x={14.6} y={67.2} size={12} />
      </g>
    )}
    {p.worth ? (
      <g>
        {lay("bone M40 73.6a7.6 7 0 1 0 15.2 0a7.6 7 0 1 0-15.2 0Z", "ink M40 73.6a7.6 7 0 1 0 15.2 0a7.6 7 0 1 0-15.2 0Z")}
        <text class="a-card-num" x="47.6" y="73.8" font-size="11">{p.worth}</text>
      </g>
    ) : null}
  </Card>
);

/** A dig site, the back of an artifact card: the deeper it lies, the more layers. */
export const DigSite = (p: Place & { picks: number; shovels: number }): VNode => {
  const layers = Math.min(5, Math.max(1, p.picks - 1));
  const next = even(p.picks);
  const top = 22;
  const step = (82 - top) / (layers + 1);
  const strata = Array.from({ length: layers }, (_, i) => {
    const y = top + (i + 1) * step;
    const bend = () => n1(y + (next() - 0.5) * 5);
    return `${["earth", "clay", "earth-2", "stone-3", "night"][i]} M1.4 ${bend()}Q16 ${bend()} 30 ${bend()}T58.6 ${bend()}L58.4 78.6Q58.2 82.2 54.4 82.4Q30 83.2 5.6 82.4Q1.8 82.2 1.6 78.4Z`;
  });
  return (
    <Card {...p} fill="water">
      {lay(
        "straw M1.2 24Q12 18 24 22T58.8 20L58.4 78.6Q58.2 82.2 54.4 82.4Q30 83.2 5.6 82.4Q1.8 82.2 1.6 78.4Z",
        "ink M1.2 24Q12 18 24 22T58.8 20",
        ...strata,
        "leaf-2 M6 21.6Q7 14 12 12Q12 18 10 20.8ZM49 20.6Q50 14 55 13Q55 18 53 20.4Z",
      )}
      {lay("tag M14 28.6Q30 27.4 46 28.6Q48 29 48.2 31Q49 51 48 71Q47.8 73 45.8 73.2Q30 74.4 14.2 73.2Q12.2 73 12 71Q11.2 51 12 31Q12.2 29 14 28.6Z")}
      <Pick x={14} y={31} size={17} />
      <text class="a-card-num" x="39" y="40.4" font-size="18">{p.picks}</text>
      <Shovel x={14} y={53} size={17} />
      <text class="a-card-num" x="38.4" y="62.4" font-size={p.shovels > 9 ? 12.5 : 18}>{p.shovels}</text>
    </Card>
  );
};

// Exhibitions

export type Form = "opening" | "travelling" | "permanent";

const FORMS: Record<Form, string[]> = {
  // Two glasses that meet.
  opening: [
    "bone M6.6 6.4H23.6C23.6 15 21.4 25.4 15.2 27.4C9 25.4 6.8 15 6.6 6.4ZM24.8 6.4H41.8C41.6 15 39.4 25.4 33.2 27.4C27 25.4 24.8 15 24.8 6.4ZM13.4 26H17V40L21 43.6H9.4L13.4 40ZM31.4 26H35V40L39 43.6H27.4L31.4 40Z",
    "sun M8 13.4H22.4L18.6 25.4Q15.4 28 12 25.4ZM26 13.4H40.4L36.4 25.4Q33 28 29.8 25.4Z",
    "ink M6.6 6.4H23.6C23.6 15 21.4 25.4 15.2 27.4C9 25.4 6.8 15 6.6 6.4ZM15.2 27.4V41M9.4 42.4Q15.2 40.4 21 42.4M24.8 6.4H41.8C41.6 15 39.4 25.4 33.2 27.4C27 25.4 24.8 15 24.8 6.4ZM33.2 27.4V41M27.4 42.4Q33.2 40.4 39 42.4",
  ],
  // A trunk with labels.
  travelling: [
    "earth M4.6 17Q24 15.4 43.4 17Q44.6 29 43.4 41Q24 42.6 4.6 41Q3.4 29 4.6 17Z",
    "ink M4.6 17Q24 15.4 43.4 17Q44.6 29 43.4 41Q24 42.6 4.6 41Q3.4 29 4.6 17ZM16.4 16V10.4Q16.6 7.6 19.4 7.4H28.6Q31.4 7.6 31.6 10.4V16M4.2 25.4Q24 27 43.8 25.4M11.4 16.6V41.4M36.6 16.6V41.4",
    "bone M17.4 29.4L26 28.6L26.6 36L18 36.8Z",
    "sun M21 22.4H27V29H21Z",
    "ink M21 22.4H27V29H21ZM24 25V26.6",
  ],
  // A museum.
  permanent: [
    "stone M6 40V20H42V40Z",
    "bone M10 21H16V38H10ZM21 21H27V38H21ZM32 21H38V38H32Z",
    "gold M3.6 19L24 5.4L44.4 19Z",
    "ink M3.6 19L24 5.4L44.4 19ZM10 20V38M16 20V38M21 20V38M27 20V38M32 20V38M38 20V38M4.4 38.6H43.6M2.6 43H45.4",
  ],
};

/** The sign of a form of exhibition. */
export const FormSign = (p: Place & { form: Form }): VNode => pic(p, ...FORMS[p.form]);

/** An exhibition card: two halves, each a form and a kind; openings, or travelling above permanent. */
export const ExhibitionCard = (p: Place & { kinds: readonly [Kind, Kind]; forms: readonly [Form, Form] }): VNode => (
  <Card {...p} fill={`of-${p.kinds[1]}`}>
    {lay(
      `of-${p.kinds[0]} M5.4 1.6Q30 .8 54.6 1.5Q58.2 1.8 58.5 5.4L58.8 42H1.2L1.5 5.4Q1.8 1.8 5.4 1.6Z`,
      "panel M23.4 5Q40 4 55 5Q56 22 55 38.4Q39 39.4 23.4 38.4Q22.6 22 23.4 5ZM23.4 46Q40 45 55 46Q56 62 55 78.6Q39 79.6 23.4 78.6Q22.6 62 23.4 46Z",
      "ink M1.2 42Q30 41 58.8 42",
    )}
    {[0, 1].map((half) => (
      <g>
        <FormSign form={p.forms[half] as Form} x={3} y={12.4 + half * 41} size={18} />
        <Find kind={p.kinds[half] as Kind} x={25} y={7.6 + half * 41} size={28} />
      </g>
    ))}
  </Card>
);

/** Stop: the doors of the museum close. */
export const StopCard = (p: Place): VNode => (
  <Card {...p} fill="stone">
    {lay(
      "snake M19 17H41L53 29V51L41 63H19L7 51V29Z",
      "ink M19 17H41L53 29V51L41 63H19L7 51V29Z",
      "bone M20 42L18.6 32Q20 29.6 22.4 31.4L24 36V25Q25.4 22.6 27.8 24.6L28.4 34V22.4Q30.2 20 32.4 22.4L32.8 34L33.8 24.4Q36 22.4 37.6 25L37.4 37L39.6 34Q42 33 42.4 35.6L38 47Q36 54 29.6 54Q22.6 54 20 42Z",
      "ink M20 42L18.6 32Q20 29.6 22.4 31.4L24 36V25Q25.4 22.6 27.8 24.6L28.4 34V22.4Q30.2 20 32.4 22.4L32.8 34L33.8 24.4Q36 22.4 37.6 25L37.4 37L39.6 34Q42 33 42.4 35.6L38 47Q36 54 29.6 54Q22.6 54 20 42Z",
    )}
  </Card>
);

/** The back of a digging card, or of an exhibition card of phase B or C. */
export const CardBack = (p: Place & { of: "digging" | "exhibition" }): VNode => (
  <Card {...p} fill={p.of === "digging" ? "earth-2" : "clay"}>
    {lay(
      "back-line M6 7.4Q30 6.4 54 7.4Q55 42 54 76.6Q30 77.6 6 76.6Q5 42 6 7.4Z",
      "back-line M30 14L48 42L30 70L12 42ZM30 22L42.6 42L30 62L17.4 42Z",
      "back-line M9 11h6v6M51 11h-6v6M9 73h6v-6M51 73h-6v-6",
    )}
    {p.of === "digging" ? (
      <Pick x={19} y={31} size={22} />
    ) : (
      <FormSign form="permanent" x={19} y={31} size={22} />
    )}
  </Card>
);
