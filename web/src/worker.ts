/** Lets the client be installed where the address is https: keeps the built files, and says plainly when there is no
 * connection. Nothing else goes through here: no page, no view and no answer of the server is ever kept.
 *
 * It runs by itself, beside the pages, so it is one plain script; `PLAIN` is written before it (see web/offline.py). */

/** The page without a connection, by language; the first is for everybody else. */
declare const PLAIN: Record<string, string>;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker extends EventTarget {
  registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
}

const here = self as unknown as Worker;
const KEPT = "yupana-built";
const MOST_KEPT = 120;

here.addEventListener("install", () => void here.skipWaiting());
here.addEventListener("activate", (event) => (event as Lasting).waitUntil(here.registration.navigationPreload?.enable() ?? Promise.resolve()));
here.addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const { request } = asked;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") asked.respondWith(page(asked));
  else if (address.pathname.startsWith("/static/")) asked.respondWith(built(request));
});

async function page(asked: Asked): Promise<Response> {
  try {
    return (await asked.preloadResponse) ?? (await fetch(asked.request));
  } catch {
    const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in PLAIN) ?? Object.keys(PLAIN)[0] ?? "";
    return new Response(PLAIN[language], { status: 503, headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" } });
  }
}

/** A built file: its name changes with what is in it, so that what is kept is right for ever. */
async function built(request: Request): Promise<Response> {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    const names = await kept.keys();
    if (names.length >= MOST_KEPT) await Promise.all(names.map((name) => kept.delete(name)));
    await kept.put(request, answer.clone());
  }
  return answer;
}

export {};
