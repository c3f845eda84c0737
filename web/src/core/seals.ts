/** The last seal that each table showed to this browser: with it, the check of a finished game tells whether it is the one that
 * was played. */

import { recall, store } from "./shelf";

export interface Seal {
  seq: number;
  seal: string;
}

const KEY = "yupana.seals";

export const sealKept = (table: string): Seal | undefined => recall<Seal>(KEY, table);
export const keepSeal = (table: string, seal: Seal): void => store(KEY, table, seal);
