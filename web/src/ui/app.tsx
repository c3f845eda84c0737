/** Which of the screens of a table is shown: gathering, the curtain, or play. */

import { useEffect } from "preact/hooks";

import { curtain } from "../core/prefs";
import { Later } from "./later";
import { Play } from "./play";
import { behind, help, looking, menu, replay, type Props } from "./state";

export function App(props: Props) {
  return (
    <>
      <Screen {...props} />
      {menu.value && <Later pick="Menu" {...props} />}
      {help.value && <Later pick="Help" {...props} />}
    </>
  );
}

function Screen(props: Props) {
  const { table, board } = props;
  const frame = table.frame.value;
  const own = frame?.mine ?? [];
  const hidden = own.length > 1 && (board.secret || curtain.value === "on") && frame?.phase === "playing";
  const turn = own.find((seat) => frame?.pending.includes(seat));
  // With secrets the server is told who looks, so that another's view does not even come to this device.
  const next = hidden ? (turn ?? looking.value) : null;
  const seat = table.seat.value;
  useEffect(() => {
    if (hidden && seat !== null) table.lookFrom(seat);
  }, [hidden]);
  if (!frame) return <p class="loading" role="status">{table.say("web-loading")}</p>;
  if (frame.phase === "gathering") return <Later pick="Lobby" {...props} />;
  if (replay.value !== null) return <Later pick="Replay" {...props} />;
  if (next !== null && next !== looking.value) {
    behind.value = next;
    return <Later pick="Curtain" {...props} />;
  }
  if (next !== null && seat !== next) return <p class="loading" role="status">{table.say("web-loading")}</p>;
  return <Play {...props} />;
}
