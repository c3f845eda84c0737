/** Which of the screens of a table is shown: gathering, the curtain, or play. */

import { hides, shared } from "./hand";
import { Later } from "./later";
import { Play } from "./play";
import { help, looking, menu, replay, type Props } from "./state";

export function App(props: Props) {
  return (
    <>
      <Screen {...props} />
      {shared(props) && <Later pick="Hands" {...props} />}
      {menu.value && <Later pick="Menu" {...props} />}
      {help.value && <Later pick="Help" {...props} />}
    </>
  );
}

function Screen(props: Props) {
  const { table } = props;
  const frame = table.frame.value;
  if (!frame && table.status.value === "gone") return <Later pick="Connection" {...props} />;
  if (!frame) return <p class="loading" role="status">{table.say("web-loading")}</p>;
  if (frame.phase === "gathering") return <Later pick="Lobby" {...props} />;
  if (replay.value !== null) return <Later pick="Replay" {...props} />;
  // With secrets the server is told who looks, so that another's view does not even come to this device.
  if (hides(props)) {
    if (looking.value === null) return <Later pick="Curtain" {...props} />;
    if (looking.value !== table.seat.value) return <p class="loading" role="status">{table.say("web-loading")}</p>;
  }
  return <Play {...props} />;
}
