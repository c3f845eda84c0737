// Writes the covers and the icon as files of their own: `node src/art/still.mjs DIRECTORY`.
// Such a file carries its colours with it, by day and by night, and nothing that it does not use.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("usage: node still.mjs DIRECTORY");

const { outputFiles } = await build({
  stdin: {
    contents: `
      export { CoverArt } from "./covers";
      export { Favicon } from "./logo";
      export { markup } from "./markup";
      export { h } from "preact";`,
    resolveDir: here,
    loader: "ts",
  },
  bundle: true,
  write: false,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
});
const module = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`;
const { CoverArt, Favicon, h, markup } = await import(module);

const css = ["tokens.css", "pens.css", "covers.css"].map((name) => readFileSync(join(here, name), "utf8")).join("\n");
const plain = css.replace(/\/\*[^]*?\*\//g, "").replace(/@import[^;]+;/g, "");
const [day, night] = [plain.replace(/@media[^{]+\{[^]*?\}\s*\}/g, ""), ':root[data-theme="dark"]'];

/** The declarations of the rules whose selector is exactly one of these. */
const rules = (text, wanted) =>
  [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selector]) => selector.split(",").some((each) => wanted(each.trim())))
    .map(([, selector, body]) => [selector.trim(), body.trim()]);

const values = (selector) =>
  Object.assign({}, ...rules(day, (each) => each === selector).map(([, body]) => Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+)/g)].map((found) => [found[1], found[2]]))));

/** The style of a drawing: the rules of its classes, and the colours that these ask for. */
function style(drawing, game) {
  const used = new Set([...drawing.matchAll(/class="([^"]+)"/g)].flatMap((found) => found[1].split(" ")));
  const pens = rules(day, (each) => each.split(" ").every((part) => part.startsWith(".") && used.has(part.slice(1))))
    .map(([selector, body]) => {
      const kept = selector.split(",").map((each) => each.trim()).filter((each) => each.split(" ").every((part) => used.has(part.slice(1))));
      return `${kept.join(",")}{${body.replace(/\s+/g, " ")}}`;
    })
    .filter((rule) => !/^\.cover-/.test(rule))
    .join("");
  const asked = [...new Set([...pens.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1]))];
  const list = (light) => asked.filter((name) => light[name]).map((name) => `${name}:${light[name]}`).join(";");
  const bright = { ...values(":root"), ...values(`.cover-${game}`) };
  const dim = { ...bright, ...values(night), ...values(`${night} .cover-${game}`) };
  return `<style>svg{${list(bright)}}@media(prefers-color-scheme:dark){svg{${list(dim)}}}${pens}</style>`;
}

function file(node, game) {
  const drawing = markup(node).replace(/ (aria-hidden|focusable)="[^"]*"/g, "").replace(/><\/(path|stop|ellipse)>/g, "/>");
  return drawing
    .replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(">", `>${style(drawing, game)}`);
}

mkdirSync(out, { recursive: true });
for (const game of ["valley", "temple", "wiraqocha", "paititi"]) {
  writeFileSync(join(out, `cover-${game}.svg`), file(h(CoverArt, { game }), game));
}
writeFileSync(join(out, "icon.svg"), file(h(Favicon, {}), "none"));
