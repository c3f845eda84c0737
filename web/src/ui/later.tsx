/** Parts of the shell that are not needed at once come when they are asked for. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { Given, Table } from "../core/table";
import type { Props } from "./state";

type Extras = typeof import("./extras");
type Part = Exclude<keyof Extras, "arrive" | "stillWelcome" | "attend">;

let extras: Extras | null = null;
let dressed: Promise<void> | null = null;

/** Brings the chunk and the style sheet that belongs to it. */
export async function bring({ js, css }: Given["extras"]): Promise<Extras> {
  dressed ??= new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: css });
    link.onload = () => done();
    link.onerror = () => {
      dressed = null;
      link.remove();
      fail(new Error(css));
    };
    document.head.append(link);
  });
  const [module] = await Promise.all([import(js) as Promise<Extras>, dressed]);
  return (extras = module);
}

/** Brings them while nobody is waiting for them. */
export function warm(table: Table): void {
  const quietly = () => void bring(table.given.extras).then((found) => found.attend(table), () => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(quietly, { timeout: 3000 });
  else setTimeout(quietly, 1000);
}

export function Later({ pick, table, board }: Props & { pick: Part }) {
  const [, redraw] = useState(0);
  const Part: ComponentType<Props> | undefined = extras?.[pick];
  useEffect(() => {
    if (Part) return;
    let wanted = true;
    const fetch = (tries: number) => {
      bring(table.given.extras).then(
        () => {
          if (wanted) redraw(1);
        },
        () => setTimeout(() => wanted && fetch(tries + 1), 1000 * tries),
      );
    };
    fetch(1);
    return () => {
      wanted = false;
    };
  }, []);
  return Part ? <Part table={table} board={board} /> : null;
}
