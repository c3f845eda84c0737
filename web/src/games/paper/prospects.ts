/** What moves would change in one's points: asked of the server, and remembered as long as the view stands. */

import { useEffect, useState } from "preact/hooks";

import { hints } from "../../core/prefs";
import type { Table } from "../../core/table";
import type { ScoreTree } from "../../core/wire";

export interface Effect {
  /** Points more or fewer than now. */
  by: number;
  /** The points as they would be. */
  tree: ScoreTree;
}

const NONE: ReadonlyMap<string, Effect> = new Map();

/** The effects of these moves, as far as they are known already. */
export function useEffects(table: Table, texts: readonly string[]): ReadonlyMap<string, Effect> {
  const [known, setKnown] = useState(NONE);
  const head = table.frame.value?.head;
  const wanted = hints.value === "off" ? "" : texts.join();
  useEffect(() => {
    let current = true;
    setKnown(NONE);
    if (wanted) {
      void table.what(texts).then((prospects) => {
        const now = table.frame.value?.score?.points;
        if (!current || now === undefined) return;
        const found = new Map<string, Effect>();
        for (const text of texts) {
          const prospect = prospects.get(text);
          if (prospect?.tree) found.set(text, { by: prospect.tree.points - now, tree: prospect.tree });
        }
        setKnown(found);
      });
    }
    return () => {
      current = false;
    };
  }, [wanted, head]);
  return known;
}

/** The most that any of them brings; null where none brings anything, or advice is not wanted. */
export function bestOf(effects: ReadonlyMap<string, Effect>): number | null {
  if (hints.value !== "advice" || !effects.size) return null;
  const best = Math.max(...[...effects.values()].map((each) => each.by));
  return best > 0 ? best : null;
}

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** Whom the others at the table wait for, when one is done oneself: a sentence of the game's with a name and how many more. */
export function waitingFor(table: Table, key: string): string {
  const [first, ...more] = (table.frame.value?.pending ?? []).filter((seat) => seat !== table.seat.value && seat >= 0);
  return first === undefined ? table.say("web-prompt-wait") : table.say(key, { name: table.nameOf(first), more: more.length });
}

/** The parts of a score with this reason, wherever they stand in it. */
export function partsOf(tree: ScoreTree | null | undefined, reason: string): ScoreTree[] {
  if (!tree) return [];
  return tree.reason === reason ? [tree] : tree.parts.flatMap((part) => partsOf(part, reason));
}

export const sumOf = (tree: ScoreTree | null | undefined, reason: string): number =>
  partsOf(tree, reason).reduce((sum, part) => sum + part.points, 0);
