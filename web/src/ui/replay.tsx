/** Looking back: any moment of the game, by turn or by round, from any seat once it is over. The game goes on
 * meanwhile; nobody is thrown back to it until they say so. From any moment of a finished game one can play on. */

import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

import { tell } from "../core/announce";
import { still } from "../core/anim";
import * as api from "../core/api";
import { keep } from "../core/kept";
import { Table } from "../core/table";
import type { Frame } from "../core/wire";
import { Connection } from "./connection";
import { Dialog } from "./dialog";
import { Icon, type Sign } from "./icons";
import { lineOf } from "./lines";
import { Refusal } from "./notices";
import { SeatSign } from "./sign";
import { replay, running, type Props } from "./state";

const BEAT = 1100;
const REFRESH = 2000;

/** The table as it stood: the same component draws it, with nothing to do in it. */
function usePast(table: Table, look: number | null, n: number, over: boolean): { past: Table; total: number; scores: number[] | null } {
  const past = useMemo(() => new Table(table.given, table.words, async () => true), []);
  const [found, setFound] = useState<{ total: number; scores: number[] | null }>({ total: 0, scores: null });
  const known = useRef(new Map<string, Promise<api.Past>>());
  useEffect(() => {
    let wanted = true;
    const get = (at: number) => {
      const key = `${look}/${at}/${over}`;
      const asked = known.current.get(key) ?? api.past(table.given.table, at, look);
      known.current.set(key, asked);
      asked.catch(() => known.current.delete(key));
      return asked;
    };
    get(n).then(
      (then) => {
        if (!wanted) return;
        const live = table.frame.value;
        if (!live) return;
        const last = over && then.n === then.total;
        past.frame.value = {
          ...live,
          phase: last ? "over" : "playing",
          look: then.look,
          view: then.view,
          score: then.score,
          outcome: last ? live.outcome : null,
          standing: then.standing,
          pending: then.pending,
          moves: [],
          events: [],
        } satisfies Frame;
        setFound({ total: then.total, scores: then.scores });
        if (then.n < then.total) void get(then.n + 1).catch(() => undefined);
      },
      (error: unknown) => table.failed(error),
    );
    return () => {
      wanted = false;
    };
  }, [look, n, over]);
  return { past, ...found };
}

export function Replay({ table, board }: Props) {
  const live = table.frame.value;
  const over = live?.phase === "over";
  const [moments, setMoments] = useState<readonly api.Moment[]>([]);
  const [n, setN] = useState(() => Math.max(0, replay.value ?? 0));
  const [look, setLook] = useState<number | null>(live?.look ?? (over ? 0 : null));
  const [behind] = useState(live?.head ?? 0);
  const [playsOn, setPlaysOn] = useState(false);
  const eyes = useId();
  useEffect(() => {
    // what has happened meanwhile is there to go on to, but nobody is taken there
    const timer = setTimeout(() => {
      api.moments(table.given.table).then(
        (found) => {
          setMoments(found);
          setN((at) => Math.min(at, found.length));
        },
        (error: unknown) => table.failed(error),
      );
    }, moments.length ? REFRESH : 0);
    return () => clearTimeout(timer);
  }, [live?.head]);
  const { past, scores } = usePast(table, look, Math.min(n, moments.length), over);
  const last = moments.length;
  const go = (to: number) => {
    running.value = false;
    setN(Math.max(0, Math.min(last, to)));
  };
  useEffect(() => {
    if (!running.value || n >= last) return;
    const timer = setTimeout(() => setN(n + 1), still() ? BEAT * 2 : BEAT);
    return () => clearTimeout(timer);
  }, [running.value, n, last]);
  useEffect(() => {
    history.replaceState(null, "", `#m=${n}`);
  }, [n]);
  const moment = n > 0 ? moments[n - 1] : undefined;
  const told = moment ? (lineOf({ table, board }, { seq: 0, seat: moment.seat, in: moment.heading, did: moment.did }) ?? "") : table.say("web-replay-start");
  useEffect(() => tell(told), [told]);
  if (!live || !past.frame.value) return <p class="loading" role="status">{table.say("web-loading")}</p>;
  const leave = () => {
    history.replaceState(null, "", location.pathname);
    replay.value = null;
  };
  const heading = board.heading(past);
  const key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || (event.target as Element).closest("input, select, [role=grid]")) return;
    event.preventDefault();
    go(event.shiftKey ? nextRound(moments, n, by) : n + by);
  };
  const others = live.seats.map((_, seat) => seat).filter((seat) => seat !== past.seat.value);
  const Other = board.Other;
  return (
    <div class="table replay" data-game={table.game} onKeyDown={key}>
      <header class="top">
        <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={leave}>
          <Icon sign="close" />
        </button>
        <h1>
          <span class="game-title wide-only">{table.say("web-replay")}</span>
          <span class="round">{heading.short}</span>
          <span class="unseen">{heading.full}</span>
        </h1>
        {past.frame.value.score && (
          <p class="score-chip still">
            <Icon sign="star" /> {past.frame.value.score.points}
          </p>
        )}
        <button type="button" class="primary follow" onClick={leave}>
          {table.say("web-replay-live")}
          {live.head > behind && !over && <span class="badge" aria-hidden="true">•</span>}
        </button>
      </header>
      <main class="stage">
        <Connection table={table} board={board} />
        <p class="prompt">
          {told} <span class="dim">{board.prompt(past)}</span>{" "}
          {live.policy.branch && <span class="dim">{table.say("web-branched")}</span>}
        </p>
        <div class="board" role="group" tabIndex={-1} aria-label={table.say("web-board")}>
          <board.Sheet table={past} />
        </div>
        <div class="tools scrubber" role="group" aria-label={table.say("web-replay")}>
          {over && (
            <div class="eyes">
              {live.seats.length > 1 && (
                <>
                  <label for={eyes}>
                    <span class="unseen">{table.say("web-replay-eyes")}</span>
                    <Icon sign="eye" />
                  </label>
                  <select id={eyes} value={String(look ?? 0)} onChange={(event) => setLook(Number(event.currentTarget.value))}>
                    {live.seats.map((_, seat) => (
                      <option key={seat} value={String(seat)}>
                        {table.nameOf(seat)} {scores ? `· ${scores[seat] ?? ""}` : ""}
                      </option>
                    ))}
                  </select>
                </>
              )}
              <button type="button" disabled={n >= last} onClick={() => { running.value = false; setPlaysOn(true); }}>
                {table.say("web-play-on")}
              </button>
            </div>
          )}
          <input
            type="range"
            min={0}
            max={last}
            value={n}
            aria-label={table.say("web-replay-moment")}
            aria-valuetext={`${heading.full} ${told}`}
            onInput={(event) => go(Number(event.currentTarget.value))}
          />
          <div class="scrub-buttons">
            <Scrub sign="back-far" text={table.say("web-replay-round-back")} act={() => go(nextRound(moments, n, -1))} off={n === 0} />
            <Scrub sign="back" text={table.say("web-replay-back")} act={() => go(n - 1)} off={n === 0} />
            <Scrub sign={running.value ? "pause" : "play"} text={table.say(running.value ? "web-replay-pause" : "web-replay-run")} act={() => (running.value = !running.value)} off={n >= last} />
            <Scrub sign="on" text={table.say("web-replay-on")} act={() => go(n + 1)} off={n >= last} />
            <Scrub sign="on-far" text={table.say("web-replay-round-on")} act={() => go(nextRound(moments, n, 1))} off={n >= last} />
            <span class="moment-count">
              {n}/{last}
            </span>
          </div>
        </div>
      </main>
      {Other && others.length > 0 && others.length <= 12 && (
        <aside class="mosaic" aria-label={table.say("web-replay-everyone")}>
          {others.map((seat) => (
            <section key={seat}>
              <h2>
                <SeatSign seat={seat} /> <bdi>{table.nameOf(seat)}</bdi> {scores && <span class="points">{scores[seat]}</span>}
              </h2>
              <Other table={past} seat={seat} />
            </section>
          ))}
        </aside>
      )}
      {playsOn && <PlayOn table={table} n={n} look={look ?? 0} onClose={() => setPlaysOn(false)} />}
      <Refusal table={table} board={board} />
    </div>
  );
}

/** A table of one's own that stands as the game stood then: which seat to take there, and off. */
function PlayOn({ table, n, look, onClose }: { table: Table; n: number; look: number; onClose: () => void }) {
  const [seat, setSeat] = useState(look);
  const [asked, setAsked] = useState(false);
  const seats = table.frame.value?.seats ?? [];
  const go = async (event: Event) => {
    event.preventDefault();
    setAsked(true);
    try {
      await playOn(table, n, seat);
    } catch (error) {
      onClose();
      table.failed(error);
    }
  };
  return (
    <Dialog title={table.say("web-play-on")} close={table.say("web-close")} onClose={onClose}>
      <form class="play-on" onSubmit={(event) => void go(event)}>
        <p>{table.say(seats.length > 1 ? "web-play-on-what" : "web-play-on-alone")}</p>
        {seats.length > 1 && (
          <label class="field">
            <span>{table.say("web-play-on-seat")}</span>
            <select value={String(seat)} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
              {seats.map((_, each) => (
                <option key={each} value={String(each)}>
                  {table.nameOf(each)}
                </option>
              ))}
            </select>
          </label>
        )}
        <div class="buttons">
          <button type="submit" class="primary" disabled={asked}>
            {table.say("web-play-on-go")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The server commits itself to the dice before this browser has its say in them: open first, then sit down. */
async function playOn(table: Table, n: number, seat: number): Promise<void> {
  const opened = await api.branch(table.given.table, n, seat);
  const own = table.frame.value?.mine[0];
  const seated = await api.sit(opened.table, own === undefined ? null : table.nameOf(own), seat);
  const secrets = [opened.host, seated.secret];
  for (const secret of secrets) await api.login(opened.table, secret);
  keep(opened.table, { game: table.game, code: opened.code, name: seated.name, secrets, resume: seated.resume });
  await api.begin(opened.table);
  location.assign(`/t/${opened.table}`);
}

/** The first moment of the next round or turn, or of the one before. */
function nextRound(moments: readonly api.Moment[], n: number, by: number): number {
  const heading = (at: number) => moments[at]?.heading;
  let at = n;
  if (by > 0) {
    while (at < moments.length && heading(at) === heading(n)) at++;
    return Math.min(moments.length, Math.max(at, n + 1));
  }
  at = n - 1;
  while (at > 0 && heading(at - 1) === heading(n - 1)) at--;
  return Math.max(0, at);
}

function Scrub({ sign, text, act, off }: { sign: Sign; text: string; act: () => void; off: boolean }) {
  return (
    <button type="button" class="quiet" aria-label={text} title={text} disabled={off} onClick={act}>
      <Icon sign={sign} />
    </button>
  );
}
