// Measures what can be measured of the art: contrasts, the two dark lists, and weights in gzip.
// `node src/art/check.mjs` prints the tables of README.md and fails where a limit is broken.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");
const broken = [];

// Themes

/** The custom properties of the first rule with this selector. */
function rule(css, selector) {
  const from = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map((found) => [found[1], found[2]]));
}

const tokens = read("tokens.css");
const SYSTEM = ':root:is([data-theme="system"], :not([data-theme]))';
const light = rule(tokens, ":root");
const dark = { ...light, ...rule(tokens, ':root[data-theme="dark"]') };
const contrast = { ...light, ...rule(tokens, ':root[data-theme="contrast"]') };
const themes = { light, dark, contrast };

function same(what, one, other) {
  if (!Object.keys(one).length || JSON.stringify(one) !== JSON.stringify(other)) broken.push(`${what}: the two dark lists differ`);
}
same("tokens.css", rule(tokens, ':root[data-theme="dark"]'), rule(tokens, SYSTEM));
const covers = read("covers.css");
for (const game of ["valley", "temple", "wiraqocha", "paititi"]) {
  same(`covers.css, ${game}`, rule(covers, `:root[data-theme="dark"] .cover-${game}`), rule(covers, `${SYSTEM} .cover-${game}`));
}

// Contrasts, as WCAG reckons them

function luminance(colour) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(theme, one, other) {
  const [high, low] = [one, other].map((name) => luminance(name.startsWith("#") ? name : theme[name])).sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GAMES = ["valley", "temple", "wiraqocha", "paititi"];
const cells = GAMES.map((game) => `${game}-cell`);
const grounds = GAMES.map((game) => `${game}-ground`);
const PAPERS = ["paper", "paper-2"];
const PAIRS = [
  // What is read: 4.5.
  [4.5, "ink", [...PAPERS, "paper-3", ...cells, ...grounds, "glow-fill", "bad-fill"]],
  [4.5, "ink-2", [...PAPERS, ...cells, ...grounds]],
  [4.5, "pencil", [...PAPERS, ...cells, "glow-fill"]],
  [4.5, "good", PAPERS],
  [4.5, "bad", [...PAPERS, "bad-fill"]],
  ...GAMES.map((game) => [4.5, `${game}-accent`, [...PAPERS, "accent-ink"]]),
  [4.5, "outline", ["die-bone", "bone", "stone", "earth", "straw", "leaf", "water", "gold"]],
  [4.5, "on-p", ["p1", "p2", "p3", "p4", "p5"]],
  [4.5, "#fffaf0", ["earth-2", "iron-2"]],
  // Marks and large figures: 3.
  [3, "outline", ["clay"]],
  [3, "die-pip", ["die-purple", "die-green", "die-red"]],
  [3, "rule", PAPERS],
  [3, "focus", [...PAPERS, ...cells]],
  [3, "glow", [...PAPERS, ...cells, ...grounds]],
  ...["p1", "p2", "p3", "p4", "p5"].map((seat) => [3, seat, [...PAPERS, ...cells]]),
  ...["jungle", "town", "range", "pyramid"].map((kind) => [3, `${kind}-line`, ["valley-cell"]]),
  [3, "thread", ["temple-cell"]],
];

console.log("| what | on | at least | light | dark | contrast |\n|---|---|---|---|---|---|");
for (const [least, what, places] of PAIRS) {
  const worst = Object.entries(themes).map(([name, theme]) => {
    const found = Math.min(...places.map((place) => ratio(theme, what, place)));
    for (const place of places) {
      if (ratio(theme, what, place) < least) broken.push(`${name}: ${what} on ${place} is ${ratio(theme, what, place).toFixed(2)}, wanted ${least}`);
    }
    return found.toFixed(1);
  });
  console.log(`| ${what} | ${places.join(", ")} | ${least} | ${worst.join(" | ")} |`);
}

// Weights

async function weight(names, most) {
  const from = names.map((name) => `export * from "./${name}";`).join("");
  const { outputFiles } = await build({
    stdin: { contents: from, resolveDir: here, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["preact", "preact/jsx-runtime"],
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  if (bytes > most) broken.push(`${names}: ${bytes} bytes in gzip, at most ${most}`);
  return bytes;
}

console.log("\n| files | bytes in gzip | at most |\n|---|---|---|");
for (const [names, most] of [
  [["valley"], 9000],
  [["temple"], 9000],
  [["wiraqocha"], 9000],
  [["paititi"], 9000],
  [["dice", "digits", "patterns", "logo"], 9000],
  [["covers"], 20000],
]) {
  console.log(`| ${names.join(", ")} | ${await weight(names, most)} | ${most} |`);
}
for (const name of ["tokens.css", "covers.css"]) {
  const { outputFiles } = await build({ entryPoints: [join(here, name)], minify: true, bundle: true, write: false, outdir: "out" });
  console.log(`| ${name} | ${gzipSync(outputFiles[0].contents, { level: 9 }).length} | |`);
}

for (const line of broken) console.error(line);
process.exitCode = broken.length ? 1 : 0;
