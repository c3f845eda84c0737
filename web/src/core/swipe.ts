/** A finger that goes across the screen: told once, when it is lifted. Taps, scrolling and pinching stay what they are.
 *
 * The style sheets leave up and down and the pinch to the browser (`touch-action`), which then takes the pointer
 * away by itself; while the page is enlarged it has all directions, and nothing here happens. */

import { useRef } from "preact/hooks";

const LEAST = 48;
const STEEPEST = 0.6;
const LONGEST = 800;

/** 1: on to what lies at the right, the finger going left; -1: back. */
export type Way = 1 | -1;

const enlarged = () => (visualViewport?.scale ?? 1) > 1.01;

visualViewport?.addEventListener("resize", () => document.documentElement.classList.toggle("enlarged", enlarged()));

/** Handlers for the element to be swiped on. */
export function useSwipe(act: (way: Way) => void) {
  const began = useRef<PointerEvent | null>(null);
  const end = () => (began.current = null);
  return {
    onPointerDown: (event: PointerEvent) => {
      began.current = event.pointerType !== "mouse" && event.isPrimary && !enlarged() ? event : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = began.current;
      end();
      if (!from || from.pointerId !== event.pointerId || event.timeStamp - from.timeStamp > LONGEST) return;
      const [across, along] = [event.clientX - from.clientX, event.clientY - from.clientY];
      if (Math.abs(across) >= LEAST && Math.abs(along) <= Math.abs(across) * STEEPEST) act(across < 0 ? 1 : -1);
    },
    onPointerCancel: end,
  };
}
