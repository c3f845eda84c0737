/** What is not needed to begin with, in one chunk. */

import "../css/extras.css";
import "./signs";

export { arrive, stillWelcome } from "./arrive";
export { attend } from "./attend";
export { Clock } from "./clock";
export { CommandBox } from "./command";
export { Connection } from "./connection";
export { Curtain } from "./curtain";
export { Hands } from "./hands";
export { Lobby } from "./lobby";
export { Help, Menu } from "./menu";
export { Refusal, Wish } from "./notices";
export { Panels } from "./panels";
export { Replay } from "./replay";
