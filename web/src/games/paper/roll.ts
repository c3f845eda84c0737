/** The dice as they fall, and figures as they are typed. */

import { play } from "../../core/anim";
import type { News } from "../../core/wire";

export function rollDice(news: readonly News[]): void {
  if (!news.some((each) => each.did?.startsWith("roll "))) return;
  document.querySelectorAll(".dice .a-die").forEach((die, at) => {
    void play(
      die,
      [
        { transform: `translateY(-22px) rotate(${-220 + at * 40}deg) scale(.7)`, opacity: 0.2 },
        { transform: "translateY(3px) rotate(14deg) scale(1.06)", opacity: 1, offset: 0.7 },
        { transform: "none" },
      ],
      { duration: 420 + at * 90 },
    );
  });
}

const SOON = 900;
let typed = "";
let typedAt = 0;

/** The number that is being typed, figure by figure: `1` and soon after `2` is twelve, if there is a twelve. */
export function typedNumber(figure: string, known: readonly string[]): string {
  const longer = Date.now() - typedAt < SOON ? typed + figure : figure;
  typed = known.includes(longer) ? longer : figure;
  typedAt = Date.now();
  return typed;
}
