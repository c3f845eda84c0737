/** A picture of the board to share: the SVG on the screen with its colours written into it, as a PNG. */

import type { Props } from "./state";

const WIDE = 1200;
/** What of the computed style makes a drawing look as it does. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "display", "visibility", "paint-order"] as const;

export async function sharePicture(table: Props["table"], board: Props["board"]): Promise<void> {
  const drawing = board.picture?.(table) ?? document.querySelector<SVGSVGElement>(".board svg");
  if (!drawing) return;
  const blob = await paint(drawing);
  if (!blob) return;
  const file = new File([blob], `yupana-${table.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
    } catch {
      // closed without sharing
    }
    return;
  }
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function paint(drawing: SVGSVGElement): Promise<Blob | null> {
  const box = drawing.viewBox.baseVal;
  const shape = box && box.width ? box : drawing.getBoundingClientRect();
  const tall = Math.round((WIDE * shape.height) / shape.width);
  const text = new XMLSerializer().serializeToString(dressed(drawing, WIDE, tall));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: tall });
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = getComputedStyle(document.querySelector(".table") ?? document.body).backgroundColor;
  pen.fillRect(0, 0, WIDE, tall);
  pen.drawImage(image, 0, 0, WIDE, tall);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** A copy that needs no style sheet. */
function dressed(drawing: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of LOOKS) to[at]?.setAttribute(name, style.getPropertyValue(name));
    to[at]?.removeAttribute("style");
  });
  // patterns and symbols that live elsewhere on the page come along
  for (const other of document.querySelectorAll("svg defs")) {
    if (!drawing.contains(other)) copy.prepend(other.cloneNode(true));
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return copy;
}
