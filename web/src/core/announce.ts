/** Live regions: what a screen reader is told. Polite news are gathered, at most one message in 600 ms. */

const GATHER = 600;

function region(urgency: "polite" | "assertive"): HTMLElement {
  const made = document.createElement("div");
  made.className = "unseen";
  made.setAttribute("aria-live", urgency);
  made.setAttribute("role", urgency === "polite" ? "status" : "alert");
  document.body.append(made);
  return made;
}

let polite: HTMLElement | null = null;
let assertive: HTMLElement | null = null;
let waiting: string[] = [];
let timer = 0;
let last = 0;

/** Tells news when the reader has time for them; what comes close together is told together. */
export function tell(text: string): void {
  if (!text || waiting.includes(text)) return;
  waiting.push(text);
  if (timer) return;
  const since = performance.now() - last;
  timer = window.setTimeout(flush, Math.max(GATHER - since, 100));
}

function flush(): void {
  polite ??= region("polite");
  polite.textContent = waiting.join(" ");
  waiting = [];
  timer = 0;
  last = performance.now();
}

/** Tells at once: your turn, or a refusal. The same words twice are said twice. */
export function insist(text: string): void {
  assertive ??= region("assertive");
  const now = assertive;
  now.textContent = "";
  requestAnimationFrame(() => (now.textContent = text));
}

/** The regions must exist before they speak. */
export function openRegions(): void {
  polite ??= region("polite");
  assertive ??= region("assertive");
}
