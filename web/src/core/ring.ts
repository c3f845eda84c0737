/** Sounds, for those who turned them on; for all others nothing is even loaded. */

import { sound } from "./prefs";
import type { Sound } from "./sound";

export function ring(name: Sound): void {
  if (sound.value === "on") void import("./sound").then((sounds) => sounds.play(name));
}
