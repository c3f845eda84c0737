/** The three victories as ladders: how far everybody is on each of them, always in sight. */

import type { VNode } from "preact";

import { SeatMark } from "../../art/patterns";
import { Artifact, Crystal, Emblem } from "../../art/wiraqocha";
import { cellsIn } from "../../core/cells";
import type { ScoreTree } from "../../core/wire";
import { panel } from "../../ui/state";
import { costsOf, GOALS, type Goal, type Table, type View } from "./view";

/** What it takes to win: `4`, `11`, or cubes and crystals as `21+2`. */
function goalOf({ box }: Table, goal: Goal): string {
  const { goals } = box.edition;
  if (goal === "artifacts") return String(goals.artifacts);
  if (goal === "crystals") return String(goals.crystals[box.seats]);
  const price = goals.leviathan[box.seats];
  return `${price?.cubes}+${price?.crystals}`;
}

/** What a seat has of it, in the same way. */
export function reachedOf(table: Table, view: View, seat: number, goal: Goal): string {
  const player = view.players[seat];
  if (goal === "artifacts") return String(cellsIn(player?.artifacts ?? 0).length);
  if (goal === "crystals") return String(player?.crystals ?? 0);
  const costs = costsOf(view, table.box, seat);
  return `${costs.cubes}+${costs.crystals}`;
}

const partOf = (tree: ScoreTree | undefined, goal: Goal): ScoreTree | undefined => tree?.parts.find((part) => part.reason.startsWith(goal));

export function GoalSign({ goal }: { goal: Goal }): VNode {
  if (goal === "artifacts") return <Artifact size={20} number={1} />;
  return goal === "crystals" ? <Crystal size={20} /> : <Emblem size={22} of="leviathan" />;
}

export function Ladders({ table, view }: { table: Table; view: View }): VNode {
  const standing = table.frame.value?.standing ?? [];
  const won = view.phase.type === "over" ? view.phase : null;
  return (
    <div class="wira-ladders" role="group" aria-label={table.say("wiraqocha-ladders")}>
      {GOALS.map((goal) => {
        const lost = standing.some((tree) => partOf(tree, goal)?.reason === "artifacts-lost");
        const each = view.players.map((_, seat) => table.say("wiraqocha-ladder-of", { name: table.nameOf(seat), reached: reachedOf(table, view, seat, goal) }));
        const title = lost && goal === "artifacts" ? table.say("wiraqocha-ladder-lost") : table.say(`wiraqocha-ladder-to-${goal}`, { goal: goalOf(table, goal) });
        return (
          <button
            key={goal}
            type="button"
            class={["wira-ladder", lost && goal === "artifacts" && "lost", won?.why === goal && "won"].filter(Boolean).join(" ")}
            data-goal={goal}
            aria-label={`${title} ${each.join(", ")}.`}
            title={title}
            onClick={() => (panel.value = "score")}
          >
            <span class="wira-goal" aria-hidden="true">
              <GoalSign goal={goal} />
              <b>{goalOf(table, goal)}</b>
            </span>
            <span class="wira-lanes" aria-hidden="true">
              {view.players.map((_, seat) => {
                const part = partOf(standing[seat], goal)?.points ?? 0;
                return (
                  <span key={seat} class={seat === view.seat ? "wira-lane own" : "wira-lane"} data-seat={seat}>
                    <span class="wira-track">
                      <span class="wira-run" style={{ width: `${part}%` }} />
                      <span class="wira-mark" style={{ left: `${part}%`, transform: `translate(${-part}%, -50%)` }}>
                        <SeatMark seat={seat} size={13} />
                      </span>
                    </span>
                    <b>{reachedOf(table, view, seat, goal)}</b>
                  </span>
                );
              })}
            </span>
          </button>
        );
      })}
    </div>
  );
}
