/** Several seats on one device: who has it in hand, and to whom it goes next. What somebody did stays in sight until they pass it on. */

import { useEffect, useRef } from "preact/hooks";

import { firstHand, hides } from "./hand";
import { behind, looking, panel, passing, type Props } from "./state";

interface Standing {
  seat: number;
  /** How often the seat had moved. */
  rev: number;
  /** The round or turn. */
  heading: string;
}

function standing({ table, board }: Props): Standing | null {
  const frame = table.frame.value;
  const seat = table.seat.value;
  if (!frame || seat === null || seat !== looking.value) return null;
  return { seat, rev: frame.rev[frame.mine.indexOf(seat)] ?? 0, heading: board.heading(table).full };
}

/** Draws nothing: gives the device to whoever is to have it first, and says when it is to be passed on. */
export function Hands(props: Props) {
  const { table } = props;
  const taken = useRef<Standing | null>(null);
  const now = standing(props);
  const seat = table.seat.value;
  const first = firstHand(props);
  useEffect(() => {
    if (looking.value !== null || first === null) return;
    if (hides(props)) {
      // behind the curtain nothing else comes to this device
      if (seat !== null && table.link.look === undefined) table.lookFrom(seat);
    } else {
      looking.value = first;
      table.lookFrom(first);
    }
  }, [looking.value, first]);
  useEffect(() => {
    if (now) taken.current = now;
  }, [now?.seat, looking.value]);
  const to = now && taken.current ? next(props, taken.current, now) : null;
  useEffect(() => {
    passing.value = to === null ? null : { to, act: () => pass(props, to) };
    return () => {
      passing.value = null;
    };
  }, [to]);
  return null;
}

/** Who at this device is to have it next, once whoever took it is done; null if nobody is. */
function next({ table }: Props, then: Standing, now: Standing): number | null {
  const frame = table.frame.value;
  if (!frame || now.seat !== then.seat || frame.phase !== "playing") return null;
  const waits = (seat: number) => frame.pending.includes(seat) && !frame.seats[seat]?.bot;
  if (waits(now.seat) && (now.rev === then.rev || now.heading === then.heading)) return null;
  const others = frame.mine.filter((seat) => seat !== now.seat && waits(seat));
  return others.find((seat) => seat > now.seat) ?? others[0] ?? null;
}

function pass(props: Props, seat: number): void {
  panel.value = null;
  if (hides(props)) {
    behind.value = seat;
    looking.value = null;
  } else {
    looking.value = seat;
    props.table.lookFrom(seat);
  }
}
