/** Animations: short, skipped by any touch or key, and none where somebody asked for less motion. */

const running = new Set<Animation>();

export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Plays the key frames and ends at once if motion is unwanted; the promise never fails. */
export async function play(element: Element | null | undefined, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
  if (!element || still() || document.visibilityState === "hidden") return;
  const animation = element.animate(frames, { easing: "cubic-bezier(.2,.8,.3,1)", ...options });
  running.add(animation);
  try {
    await animation.finished;
  } catch {
    // cancelled: the element is as it should be
  } finally {
    running.delete(animation);
  }
}

/** Ends what is running: whoever acts does not wait. */
export function skip(): void {
  for (const animation of running) animation.finish();
}

export function shake(element: Element | null | undefined): void {
  void play(element, [{ translate: "0" }, { translate: "-4px" }, { translate: "4px" }, { translate: "0" }], { duration: 160 });
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true, passive: true });

/** Waits, unless somebody wants no motion or acts in the meantime. */
export function pause(ms: number): Promise<void> {
  if (still()) return Promise.resolve();
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
      done();
    };
    const timer = window.setTimeout(end, ms);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
  });
}
