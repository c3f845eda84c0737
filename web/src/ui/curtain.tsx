/** A shared device changes hands: nothing is drawn behind the curtain until the next one is there. */

import { useEffect, useRef } from "preact/hooks";

import { firstHand } from "./hand";
import { SeatSign } from "./sign";
import { behind, looking, type Props } from "./state";

export function Curtain(props: Props) {
  const { table } = props;
  const button = useRef<HTMLButtonElement>(null);
  const seat = behind.value ?? firstHand(props) ?? 0;
  const name = table.nameOf(seat);
  useEffect(() => button.current?.focus(), [seat]);
  const open = () => {
    behind.value = null;
    looking.value = seat;
    table.lookFrom(seat);
  };
  return (
    <main class="curtain" data-game={table.game}>
      <p class="curtain-sign">
        <SeatSign seat={seat} />
      </p>
      <h1>{table.say("web-curtain", { name })}</h1>
      <p>{table.say("web-curtain-why")}</p>
      <button ref={button} type="button" class="primary big" onClick={open}>
        {table.say("web-curtain-open", { name })}
      </button>
    </main>
  );
}
