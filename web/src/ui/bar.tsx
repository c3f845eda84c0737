/** The bar at the bottom: Undo at its left, Done at its right, always there; the panels in between. */

import { Icon, type Sign } from "./icons";
import { panel, panelsOf, read, wide, type Panel, type Props } from "./state";

const SIGNS: Record<Panel, Sign> = { end: "crown", moves: "list", others: "people", score: "star", log: "log" };

export function Bar({ table, board }: Props) {
  const frame = table.frame.value;
  const seated = (frame?.mine.length ?? 0) > 0;
  const over = table.over.value;
  const done = over ? { label: table.say("web-result"), act: () => (panel.value = "end") } : board.done(table);
  const undoable = seated && frame?.phase === "playing" && frame.policy.undo !== "never";
  const fresh = table.fresh.value.filter((each) => each.did && each.seat >= 0 && each.seq > read.value).length;
  return (
    <footer class="bar">
      {seated && !over && (
        <button type="button" class="undo" disabled={!undoable} onClick={() => void table.undo()}>
          <Icon sign="undo" /> {table.say("web-undo")}
        </button>
      )}
      {!wide.value && (
        <span class="bar-middle">
          {panelsOf(table).filter((name) => name !== "score" && name !== "end").map((name) => (
            <button
              key={name}
              type="button"
              class="quiet"
              data-panel={name}
              aria-expanded={panel.value === name}
              aria-label={table.say(`web-panel-${name}`)}
              onClick={() => (panel.value = panel.value === name ? null : name)}
            >
              <Icon sign={SIGNS[name]} />
              {name === "log" && fresh > 0 && <span class="badge" aria-hidden="true">{fresh > 9 ? "9+" : fresh}</span>}
            </button>
          ))}
        </span>
      )}
      {(seated || over) && (
        <button type="button" class={"ripe" in done && done.ripe ? "done primary ripe" : "done primary"} disabled={!done.act} onClick={done.act}>
          {done.label}
        </button>
      )}
    </footer>
  );
}
