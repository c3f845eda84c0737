/** The second click of a double click, and a key that is held down, commit nothing.
 *
 * Whatever comes to stand where somebody has just clicked must not take the rest of their double click. What counts as one is the
 * browser's to say for a mouse (`detail`, by the speed set on the device); for a finger it is a second tap soon and near. */

const SOON = 350;
const NEAR = 24;

interface Press {
  x: number;
  y: number;
  at: number;
  mouse: boolean;
}

/** The last press of a pointer; null if a key came after it. */
let press: Press | null = null;
let spent: Press | null = null;

/** Something was committed: the press that led to it is used up. */
export function spend(): void {
  spent = press;
}

const end = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

addEventListener("pointerdown", ({ clientX: x, clientY: y, timeStamp: at, pointerType }) => (press = { x, y, at, mouse: pointerType === "mouse" }), true);
addEventListener(
  "keydown",
  (event) => {
    press = null;
    const acts = event.key.length === 1 || event.key === "Enter";
    if (event.repeat && acts && !(event.target as Element).closest?.("input, select, textarea")) end(event);
  },
  true,
);
addEventListener(
  "click",
  (event) => {
    if (!press || !spent || press === spent || !event.detail) return;
    const again = press.mouse ? event.detail > 1 : press.at - spent.at < SOON;
    if (again && Math.hypot(press.x - spent.x, press.y - spent.y) < NEAR) end(event);
  },
  true,
);
