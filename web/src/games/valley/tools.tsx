/** The dice and what can be made of them: numbers, Penny's pad, Dakota's structures, a nine against a snake. */

import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";

import { Sign } from "../../art/dice";
import { DiscoverySign, Snake, StructureArt, type Discovery, type Structure } from "../../art/valley";
import { Dice } from "../paper/cells";
import { signed, useEffects } from "../paper/prospects";
import { Discover } from "./discover";
import { candidatesOf, looking, marksOf, picked, shownSeat, SPECIAL, toolsOf, type Mark, type Table, type View } from "./view";

/** Whether Penny's numbers are laid out. */
export const pad = signal(false);

export function spokenFaces(table: Table, faces: readonly (number | string)[]): string {
  const names = faces.map((face, at) => (face === 0 || face === SPECIAL[at] ? table.say(`valley-face-${SPECIAL[at]}`) : String(face)));
  return table.say("valley-dice", { faces: names.join(", ") });
}

export function toolLabel(table: Table, tool: string): string {
  const [first = "", number = ""] = tool.split(" ");
  if (/^\d/.test(first)) return first;
  if (first === "penny") return table.say("valley-tool-penny", { number });
  if (first === "cross") return table.say("valley-tool-cross", { escape: table.box.edition.snakes.escape });
  return table.say(`valley-score-${first}`);
}

export function Tools({ table }: { table: Table }) {
  const view = table.view.value;
  const row = useRef<HTMLDivElement>(null);
  const { tool, cell } = picked(table);
  const marks = view?.phase.type === "writing" ? marksOf(table) : [];
  const fitting = cell === null ? marks : marks.filter((mark) => mark.cell === cell);
  const effects = useEffects(table, cell === null ? [] : fitting.filter((mark) => !mark.tool.startsWith("penny")).map((mark) => mark.text));
  const head = table.frame.value?.head;
  useEffect(() => {
    pad.value = false;
    if (looking.value && !candidatesOf(table).length) looking.value = null;
  }, [head]);
  useEffect(() => {
    // by keyboard the tools come next; a finger finds them by itself
    if (cell !== null && document.activeElement?.matches(":focus-visible")) row.current?.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [cell]);
  if (!view) return null;
  if (view.phase.type === "placing") return <Holding table={table} view={view} />;
  if (view.phase.type !== "writing") return <div class="paper-tools" />;
  if (looking.value) return <Discover table={table} />;

  const tools = toolsOf(marks);
  const fits = new Set(fitting.map((mark) => mark.tool));
  const numbers = tools.filter((each) => /^\d/.test(each));
  const penny = tools.filter((each) => each.startsWith("penny"));
  const others = tools.filter((each) => !numbers.includes(each) && !penny.includes(each));
  const turn = view.phase.mine;
  const act = (each: string) => {
    const way = cell === null ? undefined : fitting.find((mark) => mark.tool === each);
    if (way) void table.send(way.text);
    else table.pick.value = tool === each ? [] : [each];
  };
  const back = (event: KeyboardEvent) => {
    if (event.key !== "Escape" && event.key !== "Backspace") return;
    table.pick.value = [];
    pad.value = false;
    document.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
    event.preventDefault();
  };
  const effectOf = (each: string): string => {
    const mark = fitting.find((one: Mark) => one.tool === each);
    const by = mark && effects.get(mark.text)?.by;
    return by ? signed(by) : "";
  };
  const candidates = candidatesOf(table);
  return (
    <div class="paper-tools">
      <Dice label={spokenFaces(table, view.phase.faces)} faces={view.phase.faces} special={SPECIAL} used={(at) => usedDie(view, at, numbers.length)} />
      {candidates.length > 0 && (
        <button type="button" class="valley-reveal" onClick={() => (looking.value = { kind: (candidates[0]?.kind ?? "town") as Discovery, at: 0, with: [], without: [] })}>
          <DiscoverySign kind={candidates[0]?.kind ?? "town"} size={26} />
          {table.say("valley-discover-count", { count: candidates.length })}
        </button>
      )}
      {turn?.step === "marking" && (
        <div ref={row} class={pad.value ? "numbers many" : "numbers"} role="group" onKeyDown={back} aria-label={cell === null ? table.say("valley-tools") : table.say("valley-tools-for", { cell })}>
          {pad.value
            ? penny.map((each) => (
                <button key={each} type="button" class="number" data-tool={each} aria-pressed={tool === each} disabled={!fits.has(each)} aria-label={toolLabel(table, each)} onClick={() => act(each)}>
                  <span>{each.split(" ")[1]}</span>
                </button>
              ))
            : [...numbers, ...others].map((each) => (
                <button key={each} type="button" class="number" data-tool={each} aria-pressed={tool === each} disabled={!fits.has(each)} aria-label={`${toolLabel(table, each)} ${effectOf(each)}`} onClick={() => act(each)}>
                  {/^\d/.test(each) ? <span>{each}</span> : each === "cross" ? <Snake size={30} crossed /> : <StructureArt size={30} kind={each as Structure} />}
                  {effectOf(each) && <small>{effectOf(each)}</small>}
                </button>
              ))}
          {penny.length > 0 && (
            <button type="button" class="number valley-penny" aria-expanded={pad.value} aria-pressed={tool?.startsWith("penny") ?? false} aria-label={table.say("valley-penny")} onClick={() => (pad.value = !pad.value)}>
              <Sign face="penny" size={26} />
              <small>{pad.value ? "×" : penny.length > 1 ? "1–15" : penny[0]?.split(" ")[1]}</small>
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Special faces fade once they are used, numbers once nothing more can be made of them. */
function usedDie(view: View, at: number, numbersLeft: number): boolean {
  if (view.phase.type !== "writing" || !view.phase.mine) return false;
  const turn = view.phase.mine;
  if (turn.step !== "marking") return true;
  if (view.phase.faces[at] !== 0) return numbersLeft === 0;
  return SPECIAL[at] === "penny" ? turn.penny : turn.dakota;
}

function Holding({ table, view }: { table: Table; view: View }) {
  const shown = shownSeat(view);
  return (
    <div class="paper-tools holding">
      <Snake size={44} />
      <p>{shown === view.seat ? table.say("valley-hold-own") : table.say("valley-hold", { name: table.nameOf(shown) })}</p>
    </div>
  );
}

