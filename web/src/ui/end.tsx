/** The end of a game: the scoring told step by step on the board, the places, and what to do next. */

import { useEffect, useState } from "preact/hooks";

import { insist, tell } from "../core/announce";
import { pause, still } from "../core/anim";
import * as api from "../core/api";
import type { Step } from "../core/board";
import { keep } from "../core/kept";
import type { Table } from "../core/table";
import type { Outcome, ScoreTree } from "../core/wire";
import { SeatSign } from "./sign";
import { sharePicture } from "./picture";
import { places, reasonOf, Score } from "./score";
import { replay, told, type Props } from "./state";

const STEP = 900;

export function End({ table, board }: Props) {
  const frame = table.frame.value;
  const outcome = frame?.outcome;
  const [step, setStep] = useState<(Step & { total: number }) | null>(null);
  useEffect(() => {
    if (!outcome || told.value === table.given.table) return;
    told.value = table.given.table;
    let left = false;
    const steps = board.steps?.(table) ?? stepsOf(table);
    const tell = async () => {
      let total = 0;
      for (const each of still() ? [] : steps) {
        if (left) return;
        total += each.points;
        setStep({ ...each, total });
        table.lit.value = new Set(each.where);
        await pause(STEP);
      }
      table.lit.value = new Set();
      setStep(null);
      insist(headline(table, outcome));
    };
    void tell();
    return () => {
      left = true;
      table.lit.value = new Set();
    };
  }, [outcome]);
  if (!frame || !outcome) return null;
  if (step) return <Telling table={table} step={step} />;
  return (
    <section class="end" aria-label={table.say("web-end")}>
      <h2>{headline(table, outcome)}</h2>
      <p>{table.words.named(`${table.game}-end-${outcome.why}`, outcome.why)}</p>
      {outcome.rank && <Ruler table={table} board={board} outcome={outcome} />}
      {frame.seats.length > 1 && <Places table={table} outcome={outcome} />}
      {outcome.tie_break && <p>{table.words.named(`${table.game}-tie-${outcome.tie_break}`, outcome.tie_break)}</p>}
      <Next table={table} board={board} />
      {frame.score && <Score table={table} board={board} tree={frame.score} />}
      <p class="fair">
        {table.say("web-fair", { luck: board.luck ?? "dice" })} <a href={`/verify?table=${table.given.table}`}>{table.say("web-verify")}</a>
      </p>
    </section>
  );
}

function headline(table: Table, outcome: Outcome): string {
  const frame = table.frame.value;
  if (outcome.rank) return table.say("outcome-rank", { score: outcome.scores[0] ?? 0, rank: table.words.named(`${table.game}-rank-${outcome.rank}`, outcome.rank) });
  const won = outcome.places[0] ?? [];
  if (frame && won.some((seat) => frame.mine.includes(seat)) && frame.mine.length === 1) {
    return table.say(won.length > 1 ? "web-you-share" : "web-you-won");
  }
  const names = won.map((seat) => table.nameOf(seat)).join(", ");
  return table.say("web-won", { names, count: won.length });
}

/** Every leaf of the score tree with points: told in the order in which it stands there. */
function stepsOf(table: Table): Step[] {
  const found: Step[] = [];
  const walk = (tree: ScoreTree) => {
    if (tree.parts.length && !tree.best) tree.parts.forEach(walk);
    else if (tree.points) found.push({ points: tree.points, text: reasonOf(table, tree), where: places(tree) });
  };
  const score = table.frame.value?.score;
  if (score) walk(score);
  return found.length > 1 ? found : [];
}

function Telling({ table, step }: { table: Table; step: Step & { total: number } }) {
  const sign = step.points > 0 ? `+${step.points}` : `−${-step.points}`;
  return (
    <section class="telling" aria-label={table.say("web-telling")}>
      <p class="telling-step">
        <span>{step.text}</span> <strong class={step.points < 0 ? "minus" : "plus"}>{sign}</strong>
      </p>
      <p class="telling-total">{step.total}</p>
      <p class="dim">{table.say("web-skip-telling")}</p>
    </section>
  );
}

function Places({ table, outcome }: { table: Table; outcome: Outcome }) {
  const frame = table.frame.value;
  let place = 1;
  return (
    <ol class="places">
      {outcome.places.map((seats) => {
        const at = place;
        place += seats.length;
        return seats.map((seat) => (
          <li key={seat} class={frame?.mine.includes(seat) ? "own" : undefined}>
            <span class="place">{at}.</span>
            <SeatSign seat={seat} />
            <bdi class="place-name">{table.nameOf(seat)}</bdi>
            <span class="points">{outcome.scores[seat]}</span>
          </li>
        ));
      })}
    </ol>
  );
}

/** The levels of a solo game as a ruler, with a mark where one stands. */
function Ruler({ table, board, outcome }: Props & { outcome: Outcome }) {
  const ranks = board.ranks?.(table) ?? Object.entries((table.box as { edition?: { ranks?: Record<string, number> } }).edition?.ranks ?? {});
  const score = outcome.scores[0] ?? 0;
  if (!ranks.length) return null;
  const levels = [...ranks].sort((one, other) => one[1] - other[1]);
  const low = Math.min(levels[0]?.[1] ?? 0, score, 0);
  const high = Math.max((levels.at(-1)?.[1] ?? 0) * 1.15, score + 1);
  const at = (value: number) => 4 + ((value - low) / (high - low)) * 292;
  return (
    <svg class="ruler" viewBox="0 0 300 62" role="img" aria-label={table.say("web-ruler", { score })}>
      <path class="ruler-line" d="M4 34H296" />
      {levels.map(([code, least], index) => (
        <g key={code} class={code === outcome.rank ? "ruler-own" : undefined}>
          <path d={`M${at(least)} 28v12`} />
          <text x={at(least)} y={index % 2 ? 24 : 52} text-anchor={index === 0 ? "start" : index === levels.length - 1 ? "end" : "middle"}>
            {table.words.named(`${table.game}-rank-${code}`, code)} {least}
          </text>
        </g>
      ))}
      <path class="ruler-mark" d={`M${at(score)} 33l-5-10h10z`} />
    </svg>
  );
}

/** To make a picture takes a moment on a small phone: it says so at once. */
function Picture({ table, board }: Props) {
  const [busy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    tell(table.say("web-picture-made"));
    await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
    try {
      await sharePicture({ table, board });
    } catch {
      table.refuse({ t: "no", cid: null, code: "web-picture-failed", facts: {}, said: "", head: 0, clause: null, n: null });
    }
    setBusy(false);
  };
  return (
    <button type="button" aria-disabled={busy} onClick={() => void (busy || share())}>
      {table.say(busy ? "web-picture-made" : "web-picture")}
    </button>
  );
}

/** A link by which anybody may look back at the game: copied where the browser lets us, and shown. */
function ReplayLink({ table }: { table: Table }) {
  const [address, setAddress] = useState("");
  const [copied, setCopied] = useState(false);
  const make = async () => {
    try {
      const made = address || `${table.given.invite ?? location.origin}/t/${table.given.table}#s=${(await api.link(table.given.table, "replay")).secret}&m=0`;
      setAddress(made);
      await navigator.clipboard?.writeText(made).then(
        () => {
          setCopied(true);
          tell(table.say("web-copied"));
        },
        () => undefined,
      );
    } catch (error) {
      table.failed(error);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void make()}>
        {table.say(copied ? "web-copied" : "web-replay-link")}
      </button>
      {address && (
        <label class="field replay-link">
          <span>{table.say("web-replay-link-about")}</span>
          <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  );
}

function Next({ table, board }: Props) {
  const [asked, setAsked] = useState(false);
  const frame = table.frame.value;
  const next = frame?.next;
  const seated = (frame?.mine.length ?? 0) > 0;
  const go = async (to: string) => {
    try {
      const found = await api.follow(table.given.table, to);
      const names = (frame?.mine ?? []).map((seat) => table.nameOf(seat)).join(", ");
      const code = found.held.find((each) => each.resume)?.resume;
      keep(found.table, { game: table.game, code: found.code, name: names, secrets: found.held.map((each) => each.secret), ...(code ? { resume: code } : {}) });
      location.assign(`/t/${found.table}`);
    } catch (error) {
      setAsked(false);
      table.failed(error);
    }
  };
  useEffect(() => {
    if (asked && next) void go(next);
  }, [asked, next]);
  const again = async (same: boolean) => {
    setAsked(true);
    const reply = await table.command({ do: "again", same_dice: same });
    if (reply.t === "no") setAsked(false);
  };
  return (
    <div class="buttons">
      {next && !asked && (
        <button type="button" class="primary" onClick={() => void go(next)}>
          {table.say("web-follow")}
        </button>
      )}
      {seated && !next && (
        <>
          <button type="button" class="primary" disabled={asked} onClick={() => void again(false)}>
            {table.say("web-again")}
          </button>
          {!frame?.policy.branch && (
            <button type="button" disabled={asked} onClick={() => void again(true)}>
              {table.say("web-same-dice", { luck: board.luck ?? "dice" })}
            </button>
          )}
        </>
      )}
      <button type="button" onClick={() => (replay.value = 0)}>
        {table.say("web-replay")}
      </button>
      <Picture table={table} board={board} />
      {(seated || frame?.host) && <ReplayLink table={table} />}
      <a class="button" href={`/api/tables/${table.given.table}/export`}>
        {table.say("web-download")}
      </a>
      <a class="button" href="/">
        {table.say("web-home")}
      </a>
    </div>
  );
}
