/** The bar at the bottom: Undo at its left, Done at its right, always there; the panels in between. */

import { useState } from "preact/hooks";

import { spend } from "../core/twice";
import { doneOf } from "./hand";
import { Icon, type Sign } from "./icons";
import { panel, panelsOf, read, wide, type Panel, type Props } from "./state";

const SIGNS: Partial<Record<Panel, Sign>> = { moves: "list", others: "people", log: "log" };

/** How long the big button rests after a click: what it comes to stand for must not take the second of a double click. */
const REST = 350;

export function Bar(props: Props) {
  const { table } = props;
  const [rests, setRests] = useState(false);
  const frame = table.frame.value;
  const seated = (frame?.mine.length ?? 0) > 0;
  const over = table.over.value;
  const done = doneOf(props);
  const act = (event: MouseEvent) => {
    if (rests) return;
    done.act?.();
    if (!event.detail) return;
    spend();
    setRests(true);
    setTimeout(() => setRests(false), REST);
  };
  const undoable = seated && frame?.phase === "playing" && frame.policy.undo !== "never";
  const fresh = table.fresh.value.filter((each) => (each.did || each.seat_now) && each.seat >= 0 && each.seq > read.value).length;
  return (
    <footer class="bar">
      {seated && !over && (
        <button type="button" class="undo" disabled={!undoable} onClick={() => void table.undo()}>
          <Icon sign="undo" /> {table.say("web-undo")}
        </button>
      )}
      {!wide.value && (
        <span class="bar-middle">
          {panelsOf(table).map((name) => SIGNS[name] && (
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
        <button type="button" class={done.ripe ? "done primary ripe" : "done primary"} disabled={!done.act} aria-disabled={rests || undefined} onClick={act}>
          {done.label}
        </button>
      )}
    </footer>
  );
}
