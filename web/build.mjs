// Builds the client into src/yupana/web/dist: hashed names, one chunk a game, and a manifest for the server.
// `--watch` goes on building, `--out DIR` writes elsewhere, `--only GAME` leaves the other boards out (see README.md).
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const given = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const out = resolve(given("--out") ?? join(here, "../src/yupana/web/dist"));
const made = `${out}.new-${process.pid}`; // built beside it and put in its place when whole
const only = given("--only");
const watching = process.argv.includes("--watch");

const games = readdirSync(join(here, "src/games"), { withFileTypes: true })
  .filter((each) => each.isDirectory() && existsSync(join(here, "src/games", each.name, "index.tsx")))
  .map((each) => each.name)
  .filter((name) => !only || name === only || name === "plain")
  .sort();
const entries = {
  table: "src/table.tsx",
  page: "src/page.ts",
  extras: "src/ui/extras.ts",
  verify: "src/verify/page.ts",
  worker: "src/worker.ts",
  ...Object.fromEntries(games.map((game) => [`game-${game}`, `src/games/${game}/index.tsx`])),
};

/** The chunks that one begins with, and those that they begin with. */
function needed(outputs, path, found = new Set()) {
  for (const each of outputs[path].imports) {
    if (each.kind !== "import-statement" || found.has(each.path)) continue;
    found.add(each.path);
    needed(outputs, each.path, found);
  }
  return found;
}

/** What the server has to know: of each entry its files, and the names of the pictures and fonts. */
function manifest(outputs) {
  const found = { entries: {}, files: {} };
  for (const [path, output] of Object.entries(outputs)) {
    if (!output.entryPoint || !path.endsWith(".js")) continue;
    const entry = Object.keys(entries).find((name) => entries[name] === output.entryPoint);
    if (!entry) continue;
    found.entries[entry] = {
      js: basename(path),
      css: output.cssBundle ? basename(output.cssBundle) : null,
      imports: [...needed(outputs, path)].map((each) => basename(each)).sort(),
    };
  }
  return found;
}

/** Pictures that pages show by themselves are copied under a hashed name. */
function copyStill(found) {
  const still = join(here, "src/still");
  if (!existsSync(still)) return;
  for (const name of readdirSync(still).sort()) {
    const data = readFileSync(join(still, name));
    const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
    const hashed = name.replace(/(\.[a-z0-9]+)$/, `-${hash}$1`);
    writeFileSync(join(made, hashed), data);
    found.files[name] = hashed;
  }
}

const finish = {
  name: "finish",
  setup(setup) {
    setup.onStart(() => {
      rmSync(made, { recursive: true, force: true });
      mkdirSync(made, { recursive: true });
    });
    setup.onEnd((result) => {
      if (result.errors.length) return rmSync(made, { recursive: true, force: true });
      const found = manifest(result.metafile.outputs);
      copyStill(found);
      const sorted = (object) => Object.fromEntries(Object.entries(object).sort());
      found.entries = sorted(found.entries);
      writeFileSync(join(made, "manifest.json"), JSON.stringify(found, null, 1) + "\n");
      const old = `${made}.old`;
      if (existsSync(out)) renameSync(out, old);
      renameSync(made, out);
      rmSync(old, { recursive: true, force: true });
      if (watching) console.log(`built ${out}`);
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: Object.entries(entries).map(([to, from]) => ({ in: from, out: to })),
  outdir: made,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "safari15.4"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "file" },
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  logLevel: "warning",
  plugins: [finish],
};

if (watching) await (await context(options)).watch();
else await build(options);
