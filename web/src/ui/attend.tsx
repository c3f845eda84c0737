/** What goes on beside the screens of a table: taking part in the draw of the dice, keeping seals, the host's wish for a seat. */

import { render } from "preact";

import { Part } from "../core/draw";
import { keepSeal } from "../core/seals";
import type { Table } from "../core/table";
import { Offer } from "./notices";

const attended = new WeakSet<Table>();

/** Once for a table, however often it is called. */
export function attend(table: Table): void {
  if (attended.has(table)) return;
  attended.add(table);
  table.sealed.subscribe((seal) => {
    if (seal) keepSeal(table.given.table, seal);
  });
  const part = new Part(table);
  table.frame.subscribe((frame) => {
    if (frame?.draw) part.take(frame);
  });
  const place = document.createElement("div");
  document.body.append(place);
  render(<Offer table={table} />, place);
}
