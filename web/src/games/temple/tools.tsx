/** The dice and the numbers they give; with a cell picked, what each number would bring there. */

import { useEffect, useRef } from "preact/hooks";

import { Mummy } from "../../art/temple";
import { Dice } from "../paper/cells";
import { bestOf, signed, sumOf, useEffects, type Effect } from "../paper/prospects";
import { numbersOf, picked, shownSeat, SPECIAL, type Table } from "./view";

const MANY = 8;

/** Why the points change: `series +1, groups +3`. */
function whyOf(table: Table, effect: Effect): string {
  const now = table.frame.value?.score;
  const changed = (["series", "groups", "mummies"] as const).flatMap((reason) => {
    const by = sumOf(effect.tree, reason) - sumOf(now, reason);
    return by ? [table.say(`temple-effect-${reason}`, { by: signed(by) })] : [];
  });
  return changed.join(", ") || table.say("temple-effect-none");
}

export function spokenFaces(table: Table, faces: readonly (number | string)[]): string {
  const names = faces.map((face, at) => (face === 0 || face === SPECIAL[at] ? table.say(`temple-face-${SPECIAL[at]}`) : String(face)));
  return table.say("temple-dice", { faces: names.join(", ") });
}

export function Tools({ table }: { table: Table }) {
  const view = table.view.value;
  const { number, cell } = picked(table);
  const numbers = view?.phase.type === "writing" ? numbersOf(table) : [];
  const fits = new Set(cell === null ? numbers : table.matching([cell]).map((text) => text.split(" ")[0] ?? ""));
  const effects = useEffects(table, cell === null ? [] : [...fits].map((each) => `${each} ${cell}`));
  const best = bestOf(effects);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // by keyboard the numbers come next; a finger finds them by itself
    if (cell !== null && document.activeElement?.matches(":focus-visible")) row.current?.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [cell]);
  if (!view) return null;
  if (view.phase.type === "haunting") {
    const shown = shownSeat(view);
    return (
      <div class="paper-tools holding">
        <Mummy size={44} />
        <p>{shown === view.seat ? table.say("temple-haunt-own") : table.say("temple-haunt", { name: table.nameOf(shown) })}</p>
      </div>
    );
  }
  if (view.phase.type !== "writing") return <div class="paper-tools" />;
  const act = (each: string) => {
    if (cell !== null) void table.send(`${each} ${cell}`);
    else table.pick.value = number === each ? [] : [each];
  };
  const back = (event: KeyboardEvent) => {
    if (event.key !== "Escape" && event.key !== "Backspace") return;
    table.pick.value = [];
    document.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="paper-tools">
      <Dice label={spokenFaces(table, view.phase.faces)} faces={view.phase.faces} special={SPECIAL} />
      <div
        ref={row}
        class={numbers.length > MANY ? "numbers many" : "numbers"}
        role="group"
        aria-label={cell === null ? table.say("temple-numbers") : table.say("temple-numbers-for", { cell })}
        onKeyDown={back}
      >
        {numbers.map((each) => {
          const effect = effects.get(`${each} ${cell}`);
          const why = effect && whyOf(table, effect);
          return (
            <button
              key={each}
              type="button"
              class={best !== null && effect?.by === best ? "number best" : "number"}
              data-number={each}
              aria-pressed={number === each}
              aria-label={effect ? table.say("temple-number-effect", { number: each, by: signed(effect.by), why: why ?? "" }) : each}
              title={why}
              disabled={!fits.has(each)}
              onClick={() => act(each)}
            >
              <span>{each}</span>
              {effect && <small>{signed(effect.by)}</small>}
            </button>
          );
        })}
      </div>
    </div>
  );
}
