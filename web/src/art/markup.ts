/** Pictures as text: for pages that the server writes, for files, and for looking at them. */

import type { ComponentChildren, VNode } from "preact";

const escape = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** The mark-up of a drawing made of plain elements and components without state. */
export function markup(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return node.map(markup).join("");
  if (typeof node !== "object") return escape(String(node));
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === "function") return markup((type as (p: unknown) => ComponentChildren)(props));
  const { children, ...rest } = props;
  const inside = markup(children as ComponentChildren);
  if (!type) return inside;
  const attributes = Object.entries(rest)
    .filter(([name, value]) => value !== undefined && value !== null && name !== "key")
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("");
  return `<${type}${attributes}>${inside}</${type}>`;
}
