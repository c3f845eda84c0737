/** A picture of the board to share: what is on the screen as one SVG that needs no style sheet, under a heading, as a PNG. */

import type { Props } from "./state";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1200;
const MARGIN = 40;
const TITLE = 52;
const LINE = 34;
/** So many are named; of more it is told how many. */
const NAMED = 12;

/** What of the computed style makes a drawing look as it does: what children take over, and what they do not, with its usual value. */
const INHERITED = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "paint-order", "text-anchor", "visibility", "color"] as const;
const OWN: Readonly<Record<string, string>> = { opacity: "1", "dominant-baseline": "auto", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1", "mix-blend-mode": "normal" };

export async function sharePicture({ table, board }: Props): Promise<void> {
  const blob = await paint(pictureOf({ table, board }));
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

/** The heading, and the board below it. */
function pictureOf({ table, board }: Props): SVGSVGElement {
  const page = document.querySelector<HTMLElement>(".board") ?? document.body;
  const drawn = board.picture?.(table);
  const drawing = drawn ? dressed(drawn) : collage((page.firstElementChild as HTMLElement | null) ?? page);
  const [, , across = 1, down = 1] = (drawing.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const colours = getComputedStyle(document.querySelector(".table") ?? document.body);
  const lines = wrapped(namesOf(table), colours.fontFamily);
  const top = MARGIN + TITLE + lines.length * LINE + MARGIN / 2;
  const inside = WIDE - 2 * MARGIN;
  const tall = Math.round((inside * down) / across);
  const whole = element("svg", { xmlns: SVG, width: WIDE, height: top + tall + MARGIN, viewBox: `0 0 ${WIDE} ${top + tall + MARGIN}` });
  whole.append(element("rect", { width: "100%", height: "100%", fill: colours.backgroundColor }));
  const write = (text: string, y: number, size: number, weight: number) =>
    whole.append(element("text", { x: MARGIN, y, fill: colours.color, "font-family": colours.fontFamily, "font-size": size, "font-weight": weight }, text));
  write(table.title, MARGIN + TITLE * 0.75, 44, 700);
  lines.forEach((line, at) => write(line, MARGIN + TITLE + (at + 0.75) * LINE, 26, 400));
  for (const [name, value] of Object.entries({ x: MARGIN, y: top, width: inside, height: tall })) drawing.setAttribute(name, String(value));
  whole.append(drawing);
  return whole as SVGSVGElement;
}

/** Who played, with their points, the first place first. */
function namesOf(table: Props["table"]): string[] {
  const outcome = table.frame.value?.outcome;
  if (!outcome) return [];
  let place = 1;
  const all = outcome.places.flatMap((seats) => {
    const at = place;
    place += seats.length;
    return seats.map((seat) => `${outcome.scores.length > 1 ? `${at}. ` : ""}${table.nameOf(seat)}: ${outcome.scores[seat] ?? ""}`);
  });
  const rank = outcome.rank ? [table.words.named(`${table.game}-rank-${outcome.rank}`, outcome.rank)] : [];
  return [...all.slice(0, NAMED), ...(all.length > NAMED ? [`+${all.length - NAMED}`] : []), ...rank];
}

/** As many on a line as there is room for. */
function wrapped(parts: readonly string[], font: string): string[] {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `26px ${font}`;
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length ? `${lines.at(-1)}  ·  ${part}` : part;
    if (lines.length && (pen?.measureText(longer).width ?? 0) <= WIDE - 2 * MARGIN) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

async function paint(picture: SVGSVGElement): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(picture);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: Number(picture.getAttribute("height")) });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

function element(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** A copy of a drawing that needs no style sheet, with the patterns it uses and that live elsewhere on the page. */
function dressed(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  dress(drawing, copy, null);
  const used = new Set([...copy.outerHTML.matchAll(/url\((?:&quot;|["'])?#([^)"'&]+)/g)].map((found) => found[1] ?? ""));
  for (const id of used) {
    const pattern = document.getElementById(id);
    if (!pattern || drawing.contains(pattern)) continue;
    const taken = pattern.cloneNode(true) as SVGElement;
    dress(pattern, taken, null);
    copy.prepend(taken);
  }
  return copy;
}

/** Writes the looks of an element and all within it into their copies; what a child takes over from its parent is not said again. */
function dress(from: Element, to: Element, parent: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(from);
  if (style.display === "none") return to.replaceChildren();
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== (parent?.getPropertyValue(name) ?? null)) to.setAttribute(name, value.replaceAll('"', "'"));
    else to.removeAttribute(name);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) to.setAttribute(name, value);
  }
  for (const name of ["style", "class", "tabindex"]) to.removeAttribute(name);
  for (const { name } of [...to.attributes]) if (name.startsWith("aria-") || name.startsWith("data-")) to.removeAttribute(name);
  for (let at = 0; at < from.children.length; at++) dress(from.children[at] as Element, to.children[at] as Element, style);
}

/** What lies in a part of the page as one drawing: its boxes, its words and its own drawings, each where it stands. */
function collage(part: HTMLElement): SVGSVGElement {
  const all = part.getBoundingClientRect();
  const whole = element("svg", { viewBox: `0 0 ${part.scrollWidth} ${part.scrollHeight}` }) as SVGSVGElement;
  const place = ({ left, top, width, height }: DOMRect) => ({ x: left - all.left + part.scrollLeft, y: top - all.top + part.scrollTop, width, height });
  const draw = (from: Element): void => {
    const style = getComputedStyle(from);
    const at = place(from.getBoundingClientRect());
    if (style.display === "none" || style.visibility === "hidden" || from.classList.contains("unseen") || at.width < 2) return;
    if (from instanceof SVGSVGElement) {
      const copy = dressed(from);
      for (const [name, value] of Object.entries(at)) copy.setAttribute(name, String(value));
      return whole.append(copy);
    }
    const edge = parseFloat(style.borderTopWidth);
    const bare = style.backgroundColor === "rgba(0, 0, 0, 0)" && !edge;
    if (!bare) whole.append(element("rect", { ...at, rx: parseFloat(style.borderTopLeftRadius) || 0, fill: style.backgroundColor, stroke: edge ? style.borderTopColor : "none", "stroke-width": edge }));
    for (const child of from.childNodes) {
      if (child instanceof Element) draw(child);
      else if (child.textContent?.trim()) words(child, style);
    }
  };
  const words = (text: Node, style: CSSStyleDeclaration): void => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { x, y, height } = place(range.getBoundingClientRect());
    whole.append(element("text", { x, y: y + height * 0.78, fill: style.color, "font-family": style.fontFamily.replaceAll('"', "'"), "font-size": style.fontSize, "font-weight": style.fontWeight }, text.textContent?.trim() ?? ""));
  };
  draw(part);
  return whole;
}
