/** How a seat is marked besides its name: a shape, so that colour is never alone. */

const SHAPES = "▲●■◆★";

export function SeatSign({ seat }: { seat: number }) {
  const kind = seat % SHAPES.length;
  return (
    <span class={`seat-sign seat-${kind}`} aria-hidden="true">
      {SHAPES[kind]}
    </span>
  );
}
