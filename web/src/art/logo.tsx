/** The sign of Yupana: a counting board of stone whose four fields hold 5, 3, 2 and 1 pebbles. */

import type { VNode } from "preact";

import { blob, lay, Pic, type Place } from "./hand";

const BOARD = "M8.2 3.6Q24 2.2 39.8 3.5Q44.2 3.9 44.6 8.2Q45.7 24 44.5 39.8Q44.1 44.2 39.8 44.5Q24 45.8 8.2 44.5Q3.8 44.1 3.5 39.8Q2.3 24 3.4 8.2Q3.8 4 8.2 3.6Z";
const FIELDS = "M9.4 6.7Q15.6 6.1 21.4 6.5Q22 14 21.6 21.6Q14 22.1 6.4 21.7Q6 15.4 6.5 9.4Q6.8 7 9.4 6.7ZM26.4 6.5Q32.6 6.1 38.6 6.7Q41.2 7 41.5 9.4Q42.1 15.4 41.7 21.6Q34 22.1 26.5 21.7Q26 14 26.4 6.5ZM6.4 26.5Q14 26 21.6 26.4Q22 34 21.5 41.5Q15.4 41.9 9.4 41.4Q6.8 41.1 6.5 38.6Q6 32.6 6.4 26.5ZM26.5 26.4Q34 26 41.7 26.5Q42.1 32.6 41.5 38.6Q41.2 41.1 38.6 41.4Q32.6 41.9 26.4 41.5Q26 34 26.5 26.4Z";
const FIVE = blob(10.4, 10.6, 2.2) + blob(17.8, 10.4, 2.2) + blob(14, 14.2, 2.2) + blob(10.2, 17.8, 2.2) + blob(17.8, 17.8, 2.2);
const THREE = blob(30.4, 10.8, 2.5) + blob(37.6, 10.8, 2.5) + blob(34, 17.4, 2.5);
const TWO = blob(10.6, 34, 2.9) + blob(17.6, 34, 2.9);
const ONE = blob(34, 34, 4.4, 4.2);

/** The board, for the head of a page. */
export const Logo = (p: Place): VNode => (
  <Pic {...p}>
    {lay(
      `stone-2 ${BOARD}`,
      `bone ${FIELDS}`,
      `ink ${BOARD}`,
      `fine ${FIELDS}`,
      `leaf-2 ${FIVE}`,
      `water-2 ${THREE}`,
      `gold ${TWO}`,
      `clay ${ONE}`,
      `fine ${FIVE}${THREE}${TWO}${ONE}`,
    )}
  </Pic>
);

/** The same for 16 pixels: fewer and larger pebbles, no thin lines. */
export const Favicon = (p: Place): VNode => (
  <Pic {...p}>
    {lay(
      `outline ${BOARD}`,
      `bone ${FIELDS}`,
      `outline ${blob(10.8, 10.8, 3)}${blob(17.4, 17.4, 3)}${blob(30.6, 14, 3)}${blob(37.4, 14, 3)}${blob(10.6, 34, 3)}${blob(17.4, 34, 3)}`,
      `clay ${blob(34, 34, 5.6)}`,
    )}
  </Pic>
);
