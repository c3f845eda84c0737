/** What happened, the newest last, and the phrases that can be said. */

import { useEffect, useRef } from "preact/hooks";

import { lineOf } from "./lines";
import { read, type Props } from "./state";

export function Log({ table, board }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const lines = table.log.value;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
    read.value = lines.at(-1)?.seq ?? -1;
  }, [lines]);
  const frame = table.frame.value;
  const phrases = table.welcome.value?.phrases ?? [];
  let heading = "";
  return (
    <div class="log">
      <ol ref={list}>
        {lines.map((line) => {
          const text = lineOf({ table, board }, line);
          if (text === null) return null;
          const fresh = line.heading !== heading ? (heading = line.heading) : "";
          return (
            <li key={line.seq} class={frame?.mine.includes(line.seat) ? "own" : undefined}>
              {fresh && <strong class="log-heading">{fresh}</strong>}
              {text}
            </li>
          );
        })}
      </ol>
      {!lines.length && <p class="dim">{table.say("web-log-empty")}</p>}
      {(frame?.mine.length ?? 0) > 0 && (frame?.seats.length ?? 0) > 1 && (
        <div class="phrases" role="group" aria-label={table.say("web-phrases")}>
          {phrases.map((phrase) => (
            <button key={phrase} type="button" class="chip" onClick={() => void table.command({ do: "say", phrase, ...only(frame?.mine) })}>
              {table.say(`web-phrase-${phrase}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function only(mine: number[] | undefined): { seat?: number } {
  return mine && mine.length > 1 && mine[0] !== undefined ? { seat: mine[0] } : {};
}
