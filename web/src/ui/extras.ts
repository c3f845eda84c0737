/** What is not needed to begin with, in one chunk. */

import "../css/extras.css";

export { CommandBox } from "./command";
export { Curtain } from "./curtain";
export { Lobby } from "./lobby";
export { Help, Menu } from "./menu";
export { Refusal, Wish } from "./notices";
export { Panels } from "./panels";
export { Replay } from "./replay";
