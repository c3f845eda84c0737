/** The panels beside the board: on a phone one of them slides over it, on a wide screen they stay open. */

import { useEffect, useRef } from "preact/hooks";

import { useSwipe } from "../core/swipe";
import { End } from "./end";
import { Icon } from "./icons";
import { Log } from "./log";
import { Moves } from "./moves";
import { Others } from "./others";
import { Score } from "./score";
import { panel, panelsOf, wide, type Panel, type Props } from "./state";

export function Panels(props: Props) {
  const { table } = props;
  const here = useRef<HTMLElement>(null);
  const tabs = panelsOf(table);
  const shown = panel.value ?? (wide.value ? tabs[0] : null);
  useEffect(() => {
    if (panel.value && !wide.value) here.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [panel.value]);
  const at = shown && tabs.includes(shown) ? shown : (tabs[0] ?? "log");
  const close = () => {
    panel.value = null;
    document.querySelector<HTMLElement>(`[data-panel="${at}"]`)?.focus();
  };
  /** To the tab beside this one; beyond the last there is the board. */
  const swipe = useSwipe((way) => {
    const next = tabs[tabs.indexOf(at) + way];
    if (wide.value) return;
    if (next) panel.value = next;
    else close();
  });
  if (!shown) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !wide.value) return close();
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by || (event.target as Element).getAttribute("role") !== "tab") return;
    const next = tabs[(tabs.indexOf(at) + by + tabs.length) % tabs.length];
    if (!next) return;
    panel.value = next;
    here.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <aside ref={here} class="panels" aria-label={table.say("web-panels")} onKeyDown={onKeyDown}>
      <div class="tabs">
        <div role="tablist" class="tab-list" aria-label={table.say("web-panels")}>
          {tabs.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === at}
              aria-controls="panel"
              tabIndex={name === at ? 0 : -1}
              onClick={() => (panel.value = name)}
            >
              {table.say(`web-tab-${name}`)}
            </button>
          ))}
        </div>
        {!wide.value && (
          <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={close}>
            <Icon sign="close" />
          </button>
        )}
      </div>
      <div id="panel" role="tabpanel" class="panel" tabIndex={0} aria-labelledby={`tab-${at}`} {...swipe}>
        <Content name={at} {...props} />
      </div>
    </aside>
  );
}

function Content({ name, table, board }: Props & { name: Panel }) {
  switch (name) {
    case "end":
      return <End table={table} board={board} />;
    case "moves":
      return <Moves table={table} board={board} />;
    case "others":
      return <Others table={table} board={board} />;
    case "log":
      return <Log table={table} board={board} />;
    case "score": {
      const score = table.frame.value?.score;
      return score ? <Score table={table} board={board} tree={score} /> : <p class="dim">{table.say("web-no-score")}</p>;
    }
  }
}
