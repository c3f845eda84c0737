/** Sets of cells, tiles or cards: the engine writes them as whole numbers, one bit a member.
 *
 * A set of 64 cells does not fit into a number of JavaScript; `parse` keeps such numbers as text, and
 * `cellsIn` reads either. */

const LONG = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g;

/** JSON with long whole numbers kept exactly, as strings of digits. */
export function parse(text: string): unknown {
  return JSON.parse(text.replace(LONG, (found) => (found.startsWith('"') ? found : `"${found}"`)));
}

export type Cells = number | string;

/** The members of a set, in order: `cellsIn(10)` is [1, 3]. */
export function cellsIn(set: Cells): number[] {
  const found: number[] = [];
  for (let rest = BigInt(set), at = 0; rest > 0n; rest >>= 1n, at++) if (rest & 1n) found.push(at);
  return found;
}

export function has(set: Cells, member: number): boolean {
  return ((BigInt(set) >> BigInt(member)) & 1n) === 1n;
}
