/** What the table asks and what its big button does; on a shared device also: to pass it on (see hands.tsx). */

import type { Done } from "../core/board";
import { curtain } from "../core/prefs";
import { panel, passing, type Props } from "./state";

/** Whether several people play at this device. */
export const shared = ({ table }: Props): boolean => (table.frame.value?.mine.length ?? 0) > 1 && table.frame.value?.phase === "playing";

/** Whether one of them must not see what another sees. */
export const hides = (props: Props): boolean => shared(props) && (props.board.secret === true || curtain.value === "on");

/** Who of them is to have it: the first that is waited for. */
export function firstHand({ table }: Props): number | null {
  const frame = table.frame.value;
  return frame?.mine.find((seat) => frame.pending.includes(seat) && !frame.seats[seat]?.bot) ?? frame?.mine[0] ?? null;
}

const BRIEF = 12;

/** A name that fits on a button; the prompt has all of it. */
const brief = (name: string): string => ([...name].length > BRIEF ? `${[...name].slice(0, BRIEF - 1).join("").trim()}…` : name);

/** The button at the bottom right. */
export function doneOf({ table, board }: Props): Done {
  if (table.over.value) return { label: table.say("web-result"), act: () => (panel.value = "end") };
  const pass = passing.value;
  return pass ? { label: table.say("web-pass", { name: brief(table.nameOf(pass.to)) }), act: pass.act, ripe: true } : board.done(table);
}

export function promptOf({ table, board }: Props): string {
  const pass = passing.value;
  return pass ? table.say("web-pass-prompt", { name: table.nameOf(pass.to) }) : board.prompt(table);
}
