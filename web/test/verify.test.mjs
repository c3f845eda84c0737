// The browser's check of a finished game, against exports that the server itself has made: `npm test`.
// They are made anew for each run, unless EXPORTS names a folder that has them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(web, "..");

/** The check as the page has it, bundled for this process. */
async function bundled() {
  const entry = `
    export { check } from "./check";
    export { hmac, sha256, hex } from "./sha256";
    export { readJson, writeJson } from "./json";
    export { digestOf, readEdition, withBox } from "./edition";
    export { usual } from "./faces";
    export { default as boxes } from "./boxes.json";`;
  const outfile = join(mkdtempSync(join(tmpdir(), "yupana-check-")), "check.mjs");
  await build({
    stdin: { contents: entry, resolveDir: join(web, "src/verify"), loader: "ts" },
    bundle: true,
    format: "esm",
    outfile,
  });
  return import(pathToFileURL(outfile));
}

function exportsFolder() {
  if (process.env.EXPORTS) return process.env.EXPORTS;
  const folder = mkdtempSync(join(tmpdir(), "yupana-exports-"));
  const own = join(root, ".venv/bin/python");
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const made = spawnSync(python, ["-m", "tests.server.exports", folder], { cwd: root, encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  return folder;
}

const { check, hmac, sha256, hex, readJson, writeJson, digestOf, readEdition, withBox, usual, boxes } = await bundled();
const folder = exportsFolder();
const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
const exported = new Map(files.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));

/** Numbers by chance that are the same in every run. */
function random(seed) {
  let counter = 0;
  return (below) => createHash("sha256").update(`${seed} ${counter++}`).digest().readUInt32BE() % below;
}

test("SHA-256 and HMAC are those of everybody else", () => {
  for (let size = 0; size < 200; size++) {
    const data = randomBytes(size);
    const key = randomBytes(size % 131);
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
    assert.equal(hex(hmac(key, data)), createHmac("sha256", key).update(data).digest("hex"));
  }
});

test("JSON is read strictly and written in one way", () => {
  assert.equal(writeJson(readJson('{"b":[1,-2,null,true],"a":"\\u00e9\\n"}')), '{"a":"é\\n","b":[1,-2,null,true]}');
  assert.equal(writeJson(readJson('{"\u{1f600}":1,"\uffee":2}')), '{"\uffee":2,"\u{1f600}":1}');
  assert.equal(writeJson(readJson('{"__proto__":{"a":1}}')), '{"__proto__":{"a":1}}');
  for (const bad of ['{"a":1,"a":1}', "1.0", "1e3", "01", "-0", "9007199254740993", '"\\ud800"', "[1,]", "{}x", "NaN", '"\t"', "[".repeat(100), ""]) {
    assert.throws(() => readJson(bad), undefined, bad);
  }
});

test("there are exports of all four games", () => {
  const games = new Set([...exported.values()].map((data) => check(data, boxes).game));
  assert.deepEqual([...games].sort(), ["paititi", "temple", "valley", "wiraqocha"]);
});

for (const [name, data] of exported) {
  test(`${name} checks out`, () => {
    const report = check(data, boxes);
    assert.deepEqual(report.findings, []);
    assert.equal(report.ok, true);
    assert.ok(report.outcomes > 5 && report.moves > 5, "something happened");
    const tree = JSON.parse(Buffer.from(data).toString());
    assert.equal(report.headHash, tree.head_hash);
    assert.equal(check(data, boxes, tree.head_hash).ok, true);
    assert.equal(check(data, boxes, "0".repeat(64)).steps.chain, "wrong");
    if (/-undone\.json$/.test(name)) assert.ok(report.takenBack > 0);
    const branched = tree.entries.find((each) => each.kind === "branched");
    assert.equal(Boolean(branched), name.includes("branched"));
    assert.deepEqual([report.branch, report.copied], branched ? [branched.body.table, branched.body.events] : ["", 0]);
    assert.equal(report.moves + report.outcomes + report.takenBack + report.copied, tree.entries.filter((each) => each.kind === "did").length);
    for (const die of report.dice) assert.equal(die.faces.reduce((sum, face) => sum + face.seen, 0), die.rolls);
  });
}

test("200 files with one bit changed are all refused", () => {
  const names = [...exported.keys()];
  const next = random("bits");
  for (let time = 0; time < 200; time++) {
    const name = names[time % names.length];
    const forged = exported.get(name).slice();
    const [at, bit] = [next(forged.length), next(8)];
    forged[at] ^= 1 << bit;
    const report = check(forged, boxes);
    assert.equal(report.ok, false, `${name}, byte ${at}, bit ${bit}`);
    assert.ok(report.findings.length > 0);
  }
});

/** A forger who works out all hashes again, as a dishonest server would. */
function sealed(tree) {
  let previous = "0".repeat(64);
  for (const entry of tree.entries) {
    const { hash: _, ...hashed } = entry;
    entry.hash = createHash("sha256").update(previous + writeJson(hashed)).digest("hex");
    previous = entry.hash;
  }
  tree.head_hash = previous;
  return new Uint8Array(Buffer.from(writeJson(tree)));
}

const CHANCES = { temple: "faces", valley: "faces", wiraqocha: "dice", paititi: "cards" };

for (const [game, field] of Object.entries(CHANCES)) {
  test(`a ${game} whose server changed an outcome and every hash after it is refused`, () => {
    const data = exported.get(`${game}.json`);
    let forgeries = 0;
    const tree = JSON.parse(Buffer.from(data).toString());
    assert.equal(check(sealed(tree), boxes).ok, true, "sealed anew as it was");
    const outcomes = tree.entries.filter((entry) => entry.kind === "did" && entry.body.seat === -1);
    const every = Math.ceil(outcomes.length / 30);
    tree.entries.forEach((entry, at) => {
      const number = outcomes.indexOf(entry);
      if (number < 0 || number % every) return;
      const forged = JSON.parse(Buffer.from(data).toString());
      const move = forged.entries[at].body.move;
      const values = move[field];
      if (Array.isArray(values)) values[0] = values[0] === 1 ? 2 : 1;
      else for (const key of Object.keys(move)) if (typeof move[key] === "number") move[key] = (move[key] + 1) % 4;
      if (writeJson(move) === writeJson(entry.body.move)) return;
      const report = check(sealed(forged), boxes);
      assert.equal(report.steps.outcomes, "wrong", `entry ${at + 1}`);
      assert.equal(report.steps.chain, "right");
      forgeries++;
    });
    assert.ok(forgeries >= 8, `${forgeries} forgeries`);
  });
}

const LIES = {
  "another seed": [(tree) => (tree.seed = "ab".repeat(32)), "fairness.commitment"],
  "another seed, published as well": [
    (tree) => {
      tree.seed = "ab".repeat(32);
      tree.entries.find((each) => each.kind === "closed").body.seed = tree.seed;
    },
    "fairness.commitment",
  ],
  "no seed": [(tree) => (tree.seed = null), "fairness.no-seed"],
  "a nonce that the server chose": [
    (tree) => (tree.entries.find((each) => each.body.made_by === "server").body.nonce = "ab".repeat(16)),
    "fairness.server-nonce",
  ],
  "a seat without a nonce": [
    (tree) => {
      tree.entries = tree.entries.filter((each) => !(each.kind === "sat" && each.body.seat === 0));
      tree.entries.forEach((each, at) => (each.seq = at + 1));
    },
    "fairness.nonce",
  ],
  "another table": [(tree) => (tree.table.id = "another"), "fairness.chance"],
  "another birthday": [(tree) => (tree.table.created_ms += 1), "fairness.table-wrong"],
  "a game without its end": [
    (tree) => (tree.entries = tree.entries.slice(0, tree.entries.findIndex((each) => each.kind === "closed"))),
    "fairness.not-over",
  ],
  "an entry that nobody knows": [(tree) => (tree.entries.at(-1).kind = "amended"), "fairness.story"],
  "time that runs backwards": [(tree) => (tree.entries[3].at_ms = 5), "fairness.time"],
  "one more field": [(tree) => (tree.note = "trust me"), "fairness.form"],
  "another format": [(tree) => (tree.format = "yupana record"), "fairness.no-export"],
};

for (const [name, [lie, code]] of Object.entries(LIES)) {
  test(`${name} is found out`, () => {
    const tree = JSON.parse(Buffer.from(exported.get("temple.json")).toString());
    lie(tree);
    const report = check(sealed(tree), boxes);
    assert.equal(report.ok, false);
    assert.ok(report.findings.some((each) => each.code === code), JSON.stringify(report.findings.slice(0, 3)));
  });
}

/** Numbers and times that nobody could object to. */
function inOrder(tree) {
  tree.entries.forEach((each, at) => Object.assign(each, { seq: at + 1, at_ms: tree.table.created_ms }));
}

/** The last so many events before the game began are put behind its beginning, or the next ones before it. */
function moveBeginning(tree, by) {
  const start = tree.entries.findIndex((each) => each.kind === "sat");
  const began = tree.entries.findIndex((each) => each.kind === "began");
  if (by < 0) {
    tree.entries.splice(began + 1 + by, 0, ...tree.entries.splice(start + by, -by));
  } else {
    const next = tree.entries.filter((each, at) => at > began && each.kind === "did").slice(0, by);
    tree.entries = tree.entries.filter((each) => !next.includes(each));
    tree.entries.splice(start, 0, ...next);
  }
  inOrder(tree);
}
const branchedOf = (tree) => tree.entries.find((each) => each.kind === "branched");

const BRANCHED_LIES = {
  "a copied event called this table's own": [(tree) => moveBeginning(tree, -1), "fairness.branch"],
  "an event of this table called a copy": [(tree) => moveBeginning(tree, 1), "fairness.branch"],
  "a boundary moved by stealth": [
    (tree) => {
      const start = tree.entries.findIndex((each) => each.kind === "sat");
      const by = start - tree.entries.slice(0, start).filter((each) => each.body.move?.faces).at(-3).seq + 1;
      moveBeginning(tree, -by); // three rolls of the other table: hardly what the dice of this one say
      branchedOf(tree).body.events -= by;
    },
    "fairness.chance",
  ],
  "a beginning that is said to be nobody's": [
    (tree) => {
      tree.entries.splice(1, 1);
      inOrder(tree);
    },
    "fairness.story",
  ],
  "a policy that denies it": [(tree) => (tree.entries[0].body.policy.branch = ""), "fairness.table-wrong"],
  "another table than the policy says": [(tree) => (branchedOf(tree).body.table = "another"), "fairness.table-wrong"],
  "no hash of the other log": [(tree) => (branchedOf(tree).body.hash = "trust me"), "fairness.form"],
  "a copied event taken back": [
    (tree) => {
      const began = tree.entries.findIndex((each) => each.kind === "began");
      const body = { seat: 0, number: branchedOf(tree).body.events - 1, assisted: true };
      tree.entries.splice(began + 1, 0, { ...tree.entries[began], cid: null, kind: "took-back", body });
      inOrder(tree);
    },
    "fairness.story",
  ],
};

for (const [name, [lie, code]] of Object.entries(BRANCHED_LIES)) {
  test(`${name} is found out`, () => {
    const data = exported.get("valley-branched.json");
    const tree = JSON.parse(Buffer.from(data).toString());
    assert.equal(check(sealed(tree), boxes).ok, true, "sealed anew as it was");
    lie(tree);
    const report = check(sealed(tree), boxes);
    assert.equal(report.ok, false);
    assert.equal(report.steps.chain, "right");
    assert.ok(report.findings.some((each) => each.code === code), JSON.stringify(report.findings.slice(0, 3)));
  });
}

test("dice that were not rolled here are not counted here", () => {
  const data = exported.get("temple-branched.json");
  const tree = JSON.parse(Buffer.from(data).toString());
  const began = tree.entries.findIndex((each) => each.kind === "began");
  const rolls = tree.entries.filter((each, at) => at > began && each.kind === "did" && each.body.move.faces);
  assert.ok(rolls.length > 0 && rolls.length < tree.entries.filter((each) => each.body.move?.faces).length);
  for (const die of check(data, boxes).dice) assert.equal(die.rolls, rolls.length);
});

test("of an edition that is not known here nothing is claimed", () => {
  const tree = JSON.parse(Buffer.from(exported.get("valley.json")).toString());
  tree.entries[0].body.edition_digest = "000000000000";
  delete tree.entries[0].body.tables; // as logs from before
  const report = check(sealed(tree), boxes);
  assert.deepEqual(report.findings, []);
  assert.equal(report.steps.outcomes, "skipped");
  assert.equal(report.ok, false);
});

test("a log holds the edition that it names, and the box is the one that Python finds in it", () => {
  for (const [name, data] of exported) {
    const { game, edition_digest: digest, tables } = JSON.parse(Buffer.from(data).toString()).entries[0].body;
    if (name === "paititi-dug-out.json") continue; // written by hand, as logs from before
    const edition = readEdition(tables);
    assert.equal(digestOf(edition), digest, name);
    const emptied = { ...boxes, [game]: {} };
    assert.deepEqual(withBox(emptied, game, digest, edition)[game][digest], boxes[game][digest], name);
  }
});

for (const game of ["temple", "valley", "wiraqocha", "paititi"]) {
  test(`a ${game} of an edition that only the file has is checked by it`, () => {
    const tree = JSON.parse(Buffer.from(exported.get(`${game}.json`)).toString());
    const unknown = { ...boxes, [game]: {} };
    const report = check(sealed(tree), unknown);
    assert.deepEqual(report.findings, []);
    assert.equal(report.ok, true);
    assert.equal(report.ownEdition, true);
    assert.equal(check(sealed(tree), boxes).ownEdition, false);
    delete tree.entries[0].body.tables;
    assert.equal(check(sealed(tree), unknown).steps.outcomes, "skipped");
  });
}

const OTHER_TABLES = {
  "tables of another digest": (body) => (body.tables = body.tables.replace('"group":3', '"group":4')),
  "tables of another name": (body) => (body.edition = "mine"),
  "tables that are none": (body) => (body.tables = "{"),
  "a table twice": (body) => (body.tables = body.tables.replace("{", '{"name":"other",')),
};

for (const [name, lie] of Object.entries(OTHER_TABLES)) {
  test(`${name} are found out`, () => {
    const tree = JSON.parse(Buffer.from(exported.get("temple.json")).toString());
    lie(tree.entries[0].body);
    const report = check(sealed(tree), boxes);
    assert.equal(report.ok, false);
    assert.ok(report.findings.some((each) => each.code === "fairness.edition"), JSON.stringify(report.findings));
  });
}

test("a box of absurd size is not worked out", () => {
  const edition = readEdition('{"dice":{"numbers":[1000000]}}');
  assert.deepEqual(withBox(boxes, "temple", "x", edition), boxes);
});

// Databases of earlier versions, as exports: see tests/server/databases/.

const before = new Map(
  readdirSync(join(folder, "before")).sort().map((name) => [name, readFileSync(join(folder, "before", name), "utf8")]),
);

test("there are logs of earlier versions of all four games, finished and running", () => {
  const games = (over) => new Set([...before.values()].map(JSON.parse).filter((tree) => over === tree.entries.some((each) => each.kind === "closed")).map((tree) => tree.table.game));
  assert.equal(games(true).size, 4);
  assert.equal(games(false).size, 4);
});

for (const [name, text] of before) {
  test(`before/${name} seals to the same bytes`, () => {
    assert.equal(writeJson(readJson(text)), text);
    const tree = JSON.parse(text);
    const head = tree.head_hash;
    assert.equal(Buffer.from(sealed(tree)).toString(), text);
    assert.equal(tree.head_hash, head);
    const report = check(new Uint8Array(Buffer.from(text)), boxes);
    assert.equal(report.steps.chain, "right");
    const over = tree.entries.some((each) => each.kind === "closed");
    assert.equal(report.ok, over, JSON.stringify(report.findings));
  });
}

test("noise is not called fair, and never breaks the check", () => {
  for (let size = 0; size < 300; size += 7) {
    const report = check(new Uint8Array(randomBytes(size)), boxes);
    assert.equal(report.ok, false);
    assert.equal(report.steps.file, "wrong");
  }
});

test("what is usual is what Python finds usual", () => {
  assert.deepEqual(usual(60, 1 / 6), [2, 20]);
  assert.deepEqual(usual(0, 1 / 6), [0, 0]);
  assert.deepEqual(usual(10, 1), [10, 10]);
  assert.deepEqual(usual(1000, 0.5), [448, 552]);
});
