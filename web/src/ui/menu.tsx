/** The menu of a table: how it looks and sounds, the rules, the way back to this seat, help. */

import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";

import * as api from "../core/api";
import * as prefs from "../core/prefs";
import { kept } from "../core/kept";
import type { Table } from "../core/table";
import { Dialog } from "./dialog";
import { Host } from "./host";
import { GiveSeats, Links } from "./links";
import { command, help, menu, replay, type Props } from "./state";

export function Menu(props: Props) {
  const { table } = props;
  const close = () => (menu.value = false);
  const frame = table.frame.value;
  const resume = kept(table.given.table)?.resume;
  return (
    <Dialog title={table.say("web-menu")} close={table.say("web-close")} onClose={close}>
      <nav class="menu-links" aria-label={table.say("web-menu")}>
        <a href="/">{table.say("web-home")}</a>
        <a href={table.given.rules} target="_blank" rel="noopener">{table.say("web-rules")}</a>
        <button type="button" onClick={() => { close(); help.value = true; }}>{table.say("web-help")}</button>
        <button type="button" onClick={() => { close(); command.value = true; }}>{table.say("web-command")}</button>
        {frame?.phase !== "gathering" && (
          <button type="button" onClick={() => { close(); replay.value = 0; }}>{table.say("web-replay")}</button>
        )}
      </nav>
      {frame?.host && frame.phase === "playing" && (
        <details>
          <summary>{table.say("web-host")}</summary>
          <Host {...props} />
          <GiveSeats table={table} />
        </details>
      )}
      {frame?.host && (
        <div class="menu-host">
          <WatchLink table={table} />
          <Links table={table} />
        </div>
      )}
      <Looks table={table} />
      {resume && (
        <p class="dim">
          {table.say("web-resume-code")} <code class="resume">{resume}</code>
        </p>
      )}
    </Dialog>
  );
}

/** A link for those who only watch: made when it is asked for. */
function WatchLink({ table }: { table: Table }) {
  const [address, setAddress] = useState("");
  const make = async () => {
    try {
      const found = await api.link(table.given.table, "spectator");
      setAddress(`${table.given.invite ?? location.origin}/t/${table.given.table}#s=${found.secret}`);
    } catch (error) {
      table.failed(error);
    }
  };
  if (!address) return <button type="button" onClick={() => void make()}>{table.say("web-watch-link")}</button>;
  return (
    <label class="field">
      <span>{table.say("web-watch-link")}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
    </label>
  );
}

export function Looks({ table }: { table: Table }) {
  return (
    <div class="looks">
      <Choice table={table} name="theme" of={prefs.theme} all={prefs.THEMES} />
      <Choice table={table} name="text" of={prefs.size} all={prefs.SIZES} />
      <Choice table={table} name="hints" of={prefs.hints} all={prefs.HINTS} />
      <Choice table={table} name="sound" of={prefs.sound} all={["off", "on"]} />
      <Choice table={table} name="hand" of={prefs.hand} all={["on", "off"]} />
      <label class="field">
        <span>{table.say("web-language")}</span>
        <select value={prefs.language()} onChange={(event) => prefs.speak(event.currentTarget.value)}>
          <option value="en" lang="en">English</option>
          <option value="fr" lang="fr">Français</option>
        </select>
      </label>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  table: Table;
  name: string;
  of: Signal<T>;
  all: readonly T[];
}

function Choice<T extends string>({ table, name, of, all }: ChoiceProps<T>) {
  return (
    <label class="field">
      <span>{table.say(`web-${name}`)}</span>
      <select value={of.value} onChange={(event) => (of.value = event.currentTarget.value as T)}>
        {all.map((each) => (
          <option key={each} value={each}>{table.say(`web-${name}-${each}`)}</option>
        ))}
      </select>
    </label>
  );
}

const KEYS = ["arrows", "enter", "n", "u", "d", "m", "s", "r", "l", "slash", "question"] as const;

export function Help({ table, board }: Props) {
  const close = () => (help.value = false);
  return (
    <Dialog title={table.say("web-help")} close={table.say("web-close")} onClose={close} wide>
      {table.words.has(`${table.game}-help`) && <pre class="help-text">{table.say(`${table.game}-help`)}</pre>}
      <h3>{table.say("web-keys")}</h3>
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt><kbd>{table.words.attr(`web-key-${key}`, "key")}</kbd></dt>
            <dd>{table.say(`web-key-${key}`)}</dd>
          </div>
        ))}
        {board.keys?.(table).map(([key, what]) => (
          <div key={key}>
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p><a href={table.given.rules} target="_blank" rel="noopener">{table.say("web-rules")}</a></p>
    </Dialog>
  );
}
