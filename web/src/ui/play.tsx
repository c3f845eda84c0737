/** The table while a game is played: header, prompt, board, tools, bar, panels. The same for every game. */

import { useEffect } from "preact/hooks";

import { insist, tell } from "../core/announce";
import { useSwipe } from "../core/swipe";
import { Bar } from "./bar";
import { doneOf, promptOf } from "./hand";
import { Later } from "./later";
import { lineOf } from "./lines";
import { command, help, panel, panelsOf, wide, type Props } from "./state";
import { Top } from "./top";

export function Play(props: Props) {
  const { table, board } = props;
  const prompt = promptOf(props);
  useEffect(() => tell(prompt), [prompt]);
  const events = table.frame.value?.events;
  useEffect(() => {
    if (!events?.length) return;
    board.animate?.(table, events);
    const told = events.filter((each) => each.seat >= 0 && !table.frame.value?.mine.includes(each.seat));
    for (const each of told.slice(-4)) tell(lineOf(props, each) ?? "");
  }, [events]);
  const over = table.over.value;
  useEffect(() => {
    if (over) panel.value = "end";
  }, [over]);
  const swipe = useSwipe(() => {
    if (!wide.value && panelsOf(table).includes("others")) panel.value = "others";
  });
  return (
    <div class="table" data-game={table.game} data-phase={table.frame.value?.phase} data-head={table.frame.value?.head} data-moved={table.frame.value?.rev.join()}>
      <Top {...props} />
      <main class="stage">
        {troubled(table) && <Later pick="Connection" {...props} />}
        <p class="prompt" id="prompt">{prompt}</p>
        <div class="board" role="group" tabIndex={-1} aria-label={table.say("web-board")} onKeyDown={(event) => keys(props, event)} {...swipe}>
          <board.Sheet table={table} />
        </div>
        {board.Tools && !over && (
          <div class="tools" role="group" aria-label={table.say("web-tools")} onKeyDown={(event) => keys(props, event)}>
            <board.Tools table={table} />
          </div>
        )}
      </main>
      {command.value && <Later pick="CommandBox" {...props} />}
      <Bar {...props} />
      {(wide.value || panel.value) && <Later pick="Panels" {...props} />}
      {table.refusal.value && <Later pick="Refusal" {...props} />}
      {typeof table.frame.value?.asked === "number" && <Later pick="Wish" {...props} />}
    </div>
  );
}

/** Whether somebody's link is down, ours or another's, or a bot plays for a person. */
const troubled = (table: Props["table"]): boolean =>
  table.status.value !== "open" || table.frame.value?.seats.some((seat) => seat.player === "person" && (!seat.here || seat.bot)) === true;

/** Keys while the board or its tools have the focus; elsewhere letters are letters. */
function keys(props: Props, event: KeyboardEvent): void {
  const { table, board } = props;
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if ((event.target as Element).closest("input, select, textarea")) return;
  if (board.key?.(table, event)) return event.preventDefault();
  switch (event.key) {
    case "u":
      void table.undo();
      break;
    case "d":
      doneOf(props).act?.();
      break;
    case "s": {
      const score = table.frame.value?.score;
      insist(score ? table.say("web-points-are", { points: score.points }) : table.say("web-no-score"));
      panel.value = "score";
      break;
    }
    case "r":
      insist(`${board.heading(table).full}. ${promptOf(props)}`);
      break;
    case "l":
      insist(table.fresh.value.map((each) => lineOf({ table, board }, each)).filter(Boolean).join(" ") || table.say("web-nothing-new"));
      break;
    case "m":
      panel.value = "moves";
      break;
    case "/":
      command.value = true;
      break;
    case "?":
      help.value = true;
      break;
    default:
      return;
  }
  event.preventDefault();
}
