/** The time that is left, counted down. */

import { useEffect, useState } from "preact/hooks";

import type { Props } from "./state";

/** The time left to one's own seat, or to whoever has least of it; nothing where nobody is hurried. */
export function Clock({ table }: Props) {
  const frame = table.frame.value;
  const [, tick] = useState(0);
  const left = Object.entries(frame?.clock ?? {});
  useEffect(() => {
    if (!left.length) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [left.length > 0]);
  if (!left.length || frame?.phase !== "playing") return null;
  const own = left.filter(([seat]) => frame.mine.includes(Number(seat)));
  const least = Math.min(...(own.length ? own : left).map(([, seconds]) => seconds));
  const now = Math.max(0, Math.round(least - (performance.now() - table.shownAt) / 1000));
  const text = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  return (
    <p class={now < 15 ? "clock short" : "clock"} role="timer">
      <span class="unseen">{table.say("web-time-left")}</span> {text}
    </p>
  );
}
