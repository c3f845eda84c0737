/** Registers the worker that lets the client be installed, where the browser allows it: https, or this very machine.
 * On plain http in a house there is none, and nothing is different. */

interface Types {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): unknown };
}

export function install(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="yupana-worker"]')?.content;
  if (!address || !isSecureContext || !("serviceWorker" in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: Types };
  const ours = { createScriptURL: () => address };
  const script = trustedTypes ? trustedTypes.createPolicy("yupana-worker", ours).createScriptURL(address) : address;
  const register = () => void navigator.serviceWorker.register(script as string).catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
