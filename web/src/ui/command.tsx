/** The command box: the notation of the terminal, and its words (moves, why, score, rule, undo, help). */

import { useEffect, useRef, useState } from "preact/hooks";

import { tell } from "../core/announce";
import { clauseText } from "../core/rules";
import type { Table } from "../core/table";
import type { ScoreTree } from "../core/wire";
import { Icon } from "./icons";
import { reasonOf } from "./score";
import { command, type Props } from "./state";

const LISTED = 40;

export function CommandBox({ table, board }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => input.current?.focus(), []);
  const print = (text: string) => {
    setLines((now) => [...now, text].slice(-12));
    tell(text);
  };
  const obey = async (event: Event) => {
    event.preventDefault();
    const line = input.current?.value.trim() ?? "";
    if (!line) return;
    input.current!.value = "";
    print(`> ${line}`);
    await run({ table, board }, line, print);
  };
  const close = () => {
    command.value = false;
    document.querySelector<HTMLElement>(".board")?.focus();
  };
  return (
    <form class="command" aria-label={table.say("web-command")} onSubmit={(event) => void obey(event)} onKeyDown={(event) => event.key === "Escape" && close()}>
      {lines.length > 0 && (
        <div class="command-lines" tabIndex={0} role="log" aria-label={table.say("web-command-said")}>
          {lines.map((line, at) => (
            <pre key={at}>{line}</pre>
          ))}
        </div>
      )}
      <div class="command-line">
        <input ref={input} type="text" aria-label={table.say("web-command")} autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" placeholder={table.say("web-command-hint")} />
        <button type="submit">{table.say("web-command-go")}</button>
        <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={close}>
          <Icon sign="close" />
        </button>
      </div>
    </form>
  );
}

async function run({ table, board }: Props, line: string, print: (text: string) => void): Promise<void> {
  const [word = "", ...rest] = line.split(/\s+/);
  switch (word.toLowerCase()) {
    case "help":
    case "?":
      return print([`${table.game}-help`, "web-command-help"].filter((key) => table.words.has(key)).map((key) => table.say(key)).join("\n"));
    case "moves":
    case "legal":
      return print(list(table, rest));
    case "score":
      return print(table.frame.value?.score ? scoreText(table, table.frame.value.score) : table.say("web-no-score"));
    case "look":
      return print(`${board.heading(table).full}. ${board.prompt(table)}`);
    case "rule":
      return print((await clauseText(table.game, (rest[0] ?? "").toUpperCase())) || table.say("rules-unknown", { game: table.game, clause: rest[0] ?? "" }));
    case "undo": {
      const reply = await table.undo();
      return print(reply.t === "ack" ? table.say("web-undone") : table.explain(reply));
    }
  }
  const reply = await table.send(line);
  print(reply.t === "ack" ? table.say("web-command-done", { move: line }) : table.explain(reply));
}

function list(table: Table, words: string[]): string {
  const found = table.matching(words.map((word) => word.toLowerCase()));
  if (!found.length) return table.say("play-no-such-move");
  const more = found.length > LISTED ? `\n${table.say("play-more-moves", { shown: LISTED })}` : "";
  return found.slice(0, LISTED).join("\n") + more;
}

function scoreText(table: Table, tree: ScoreTree, indent = ""): string {
  const where = tree.where.length ? `  (${tree.where.join(" ")})` : "";
  const line = `${indent}${reasonOf(table, tree)}: ${tree.points}${where}`;
  return [line, ...tree.parts.map((part) => scoreText(table, part, `${indent}  `))].join("\n");
}
