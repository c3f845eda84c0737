/** The signs of the shell, drawn with one pen: 24 x 24, round ends, the colour of the text around them. */

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 6 4 11l5 5M5 11h9a5 5 0 0 1 5 5v2",
  done: "m5 13 4.5 4.5L19 7",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.3M18 14.4c2 .9 3.2 2.8 3.5 5.6",
  log: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7",
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  pencil: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  close: "M6 6l12 12M18 6 6 18",
  type: "M4 6h16v12H4zM8 10h.01M12 10h.01M16 10h.01M8 14h8",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  bot: "M6 9h12v9H6zM12 5v4M12 4.5h.01M9.5 13h.01M14.5 13h.01M3.5 12v3M20.5 12v3",
  away: "M4 4l16 16M8.5 15.5a5 5 0 0 1 5-1.2M5 12a10 10 0 0 1 4-2.6M12 19h.01M15.5 9.2A10 10 0 0 1 19 12",
  crown: "M4 18h16M4 15 3 7l5 4 4-6 4 6 5-4-1 8z",
  chat: "M4 5h16v11h-9l-5 4v-4H4z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  back: "m15 5-7 7 7 7",
  on: "m9 5 7 7-7 7",
  "back-far": "m13 5-7 7 7 7M19 5l-7 7 7 7",
  "on-far": "m11 5 7 7-7 7M5 5l7 7-7 7",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
} as const;

export type Sign = keyof typeof PATHS;

export function Icon({ sign }: { sign: Sign }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[sign]} />
    </svg>
  );
}
