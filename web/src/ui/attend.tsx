/** What goes on beside the screens of a table: taking part in the draw of the dice, keeping seals, the host's wish for a seat. */

import { render } from "preact";

import { Part } from "../core/draw";
import { keepSeal, sealKept } from "../core/seals";
import type { Table } from "../core/table";
import { Offer } from "./notices";

const attended = new WeakSet<Table>();

/** Once for a table, however often it is called. */
export function attend(table: Table): void {
  if (attended.has(table)) return;
  attended.add(table);
  keepSeals(table);
  const part = new Part(table);
  table.frame.subscribe((frame) => {
    if (frame?.draw) part.take(frame);
  });
  const place = document.createElement("div");
  document.body.append(place);
  render(<Offer table={table} />, place);
}

/** A tick moves the head of a frame on and leaves its seal: of the first frame the head is that of the view it came with. */
function keepSeals(table: Table): void {
  const id = table.given.table;
  const first = table.frame.value;
  let last = first?.seal ?? "";
  const { seen } = table.link;
  if (last && seen && sealKept(id)?.seal !== last) keepSeal(id, { seq: seen, seal: last });
  table.frame.subscribe((frame) => {
    if (!frame?.seal || frame.seal === last) return;
    last = frame.seal;
    keepSeal(id, { seq: frame.head, seal: last });
  });
}
