/** What can I do? Every legal move as a plain button, by kind: for readers, switches, voice, and beginners. */

import { useMemo, useState } from "preact/hooks";

import type { Props } from "./state";

const SHOWN = 60;

export function Moves({ table, board }: Props) {
  const moves = table.moves.value;
  const [wanted, setWanted] = useState("");
  const groups = useMemo(() => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = new Map<string, string[]>();
    for (const move of moves) {
      const label = board.label(table, move);
      const text = `${move} ${label}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      const kind = board.kind(move);
      found.set(kind, [...(found.get(kind) ?? []), move]);
    }
    return found;
  }, [moves, wanted]);
  if (!moves.length) return <p class="dim">{table.say("web-no-moves")}</p>;
  return (
    <div class="moves">
      <h2 class="panel-title">{table.say("web-panel-moves")}</h2>
      {moves.length > 12 && (
        <label class="field">
          <span>{table.say("web-moves-filter")}</span>
          <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
      )}
      {[...groups].map(([kind, texts]) => (
        <Group key={kind} title={table.words.named(kind, kind)} texts={texts} table={table} board={board} />
      ))}
      {!groups.size && <p class="dim">{table.say("play-no-such-move")}</p>}
      {table.more.value && <p class="dim">{table.say("web-more-moves", { shown: moves.length })}</p>}
    </div>
  );
}

function Group({ title, texts, table, board }: Props & { title: string; texts: string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? texts : texts.slice(0, SHOWN);
  return (
    <section>
      <h3>
        {title} <span class="count">{texts.length}</span>
      </h3>
      <ul class="move-list">
        {shown.map((text) => (
          <li key={text}>
            <button type="button" data-move={text} onClick={() => void table.send(text)}>
              {board.label(table, text)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < texts.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {table.say("web-show-all", { count: texts.length })}
        </button>
      )}
    </section>
  );
}
