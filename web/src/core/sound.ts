/** A few small sounds, made by arithmetic. Use `ring`, which brings them only where somebody wants them. */

let context: AudioContext | null = null;

export type Sound = "pencil" | "dice" | "turn" | "no" | "end";
const NOTES: Record<Sound, readonly [frequency: number, at: number, length: number][]> = {
  pencil: [[1800, 0, 0.03], [1500, 0.04, 0.03]],
  dice: [[300, 0, 0.03], [260, 0.07, 0.03], [330, 0.15, 0.03]],
  turn: [[660, 0, 0.12], [880, 0.12, 0.18]],
  no: [[220, 0, 0.12]],
  end: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.3]],
};

export function play(name: Sound): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, at, length] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = name === "turn" || name === "end" ? "sine" : "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, now + at);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length);
  }
}
