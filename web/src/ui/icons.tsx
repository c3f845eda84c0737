/** The signs of the shell, drawn with one pen: 24 x 24, round ends, the colour of the text around them. Those that only later parts of
 * it use come with them: see signs.ts. */

const PATHS: Partial<Record<Sign, string>> = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 6 4 11l5 5M5 11h9a5 5 0 0 1 5 5v2",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.3M18 14.4c2 .9 3.2 2.8 3.5 5.6",
  log: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7",
  close: "M6 6l12 12M18 6 6 18",
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
};

export type Later = "pencil" | "link" | "bot" | "away" | "play" | "pause" | "back" | "on" | "back-far" | "on-far" | "eye";
export type Sign = "menu" | "undo" | "list" | "people" | "log" | "close" | "star" | Later;

export function addSigns(more: Record<Later, string>): void {
  Object.assign(PATHS, more);
}

export function Icon({ sign }: { sign: Sign }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[sign]} />
    </svg>
  );
}
