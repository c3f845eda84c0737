/** The table before the game: the code, the QR, who is in; the host begins. */

import { useEffect, useState } from "preact/hooks";

import { attend } from "./attend";
import { Connection } from "./connection";
import { Host } from "./host";
import { Icon } from "./icons";
import { Refusal } from "./notices";
import { level, menu, type Props } from "./state";

export function Lobby(props: Props) {
  const { table } = props;
  useEffect(() => attend(table), []);
  const frame = table.frame.value;
  const welcome = table.welcome.value;
  if (!frame || !welcome) return <p class="loading">{table.say("web-loading")}</p>;
  const people = frame.seats.filter((seat) => seat.player !== "empty").length;
  const open = frame.seats.length > 1 && welcome.code && !frame.policy.locked;
  return (
    <div class="lobby" data-game={table.game}>
      <header class="top">
        <button type="button" class="quiet" aria-label={table.say("web-menu")} onClick={() => (menu.value = true)}>
          <Icon sign="menu" />
        </button>
        <h1>
          <span class="game-title">{table.title}</span>
        </h1>
      </header>
      <main class="lobby-in">
        <Connection {...props} />
        {open && welcome.code && <Invite table={table} code={welcome.code} />}
        <section>
          <h2>{table.say("web-who-is-in", { people, seats: frame.seats.length })}</h2>
          <Host {...props} />
        </section>
        <Start table={table} />
      </main>
      <Refusal {...props} />
    </div>
  );
}

function Start({ table }: { table: Props["table"] }) {
  const frame = table.frame.value;
  if (!frame) return null;
  if (frame.draw) return <p class="notice drawing" role="status">{table.say("table.drawing")}</p>;
  const free = frame.seats.filter((seat) => seat.player === "empty").length;
  const own = frame.mine[0];
  const ready = own !== undefined && frame.seats[own]?.ready;
  if (frame.host) {
    return (
      <button type="button" class="primary big" onClick={() => void table.command({ do: "begin", bot: level.value })}>
        {free ? table.say("web-begin-with-bots", { count: free }) : table.say("web-begin")}
      </button>
    );
  }
  return (
    <>
      {own !== undefined && (
        <button type="button" class={ready ? "big" : "primary big"} aria-pressed={ready} onClick={() => void table.command({ do: "ready", yes: !ready, seat: own })}>
          {table.say(ready ? "web-not-ready" : "web-i-am-ready")}
        </button>
      )}
      <p class="dim">{table.say("web-wait-for-host")}</p>
    </>
  );
}

function Invite({ table, code }: { table: Props["table"]; code: string }) {
  const [copied, setCopied] = useState(false);
  const address = `${table.given.invite ?? location.origin}/j/${code}`;
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({ title: table.title, url: address });
      else {
        await navigator.clipboard.writeText(address);
        setCopied(true);
      }
    } catch {
      // closed without sharing
    }
  };
  const can = typeof navigator.share === "function" || typeof navigator.clipboard === "object";
  return (
    <section class="invite" aria-label={table.say("web-invite")}>
      <img class="qr" src={`/j/${code}/qr.svg`} alt={table.say("web-qr", { address })} width="200" height="200" />
      <div>
        <p class="code">{code}</p>
        <p class="address">{address.replace(/^https?:\/\//, "")}</p>
        {table.given.invite === null && <p class="notice">{table.say("web-only-here")}</p>}
        {can && (
          <button type="button" onClick={() => void share()}>
            <Icon sign="link" /> {table.say(copied ? "web-copied" : "web-share")}
          </button>
        )}
      </div>
    </section>
  );
}
