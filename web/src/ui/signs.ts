/** The signs that are not needed to begin with. */

import { addSigns } from "./icons";

addSigns({
  pencil: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  bot: "M6 9h12v9H6zM12 5v4M12 4.5h.01M9.5 13h.01M14.5 13h.01M3.5 12v3M20.5 12v3",
  away: "M4 4l16 16M8.5 15.5a5 5 0 0 1 5-1.2M5 12a10 10 0 0 1 4-2.6M12 19h.01M15.5 9.2A10 10 0 0 1 19 12",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  back: "m15 5-7 7 7 7",
  on: "m9 5 7 7-7 7",
  "back-far": "m13 5-7 7 7 7M19 5l-7 7 7 7",
  "on-far": "m11 5 7 7-7 7M5 5l7 7-7 7",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
});
