/** Where a board comes from: each game is a chunk of its own, and the page says where it is. */

import type { Board } from "../core/board";

export async function loadBoard(address: string): Promise<Board> {
  const found = (await import(address)) as { default: Board };
  return found.default;
}
