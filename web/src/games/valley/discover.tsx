/** Discovering: what could be revealed now, the best first, narrowed down by tapping cells. */

import { useEffect, useMemo, useState } from "preact/hooks";

import { DiscoverySign, type Discovery } from "../../art/valley";
import { Icon } from "../../ui/icons";
import { signed } from "../paper/prospects";
import { candidatesOf, KINDS, looking, movesOf, type Candidate, type Table } from "./view";

const MOST_RANKED = 128;

/** The candidates of the kind that is looked for, filtered and ranked; the one that is shown; and their cells. */
export function useCandidates(table: Table): { all: Candidate[]; shown: Candidate | null; usable: string[]; points: (text: string) => number | null } {
  const wish = looking.value;
  const moves = movesOf(table);
  const [ranks, setRanks] = useState<ReadonlyMap<string, number>>(new Map());
  const fitting = useMemo(() => {
    if (!wish) return [];
    const found = candidatesOf(table).filter((each) => each.kind === wish.kind);
    return found.filter((each) => wish.with.every((cell) => each.cells.includes(cell)) && !wish.without.some((cell) => each.cells.includes(cell)));
  }, [moves, wish?.kind, wish?.with, wish?.without]);
  useEffect(() => {
    let current = true;
    const texts = fitting.slice(0, MOST_RANKED).map((each) => each.text);
    if (texts.length) {
      void table.what(texts).then((prospects) => {
        if (current) setRanks(new Map(texts.flatMap((text) => (typeof prospects.get(text)?.score === "number" ? [[text, prospects.get(text)?.score ?? 0]] : []))));
      });
    }
    return () => {
      current = false;
    };
  }, [fitting]);
  const all = [...fitting].sort((a, b) => (ranks.get(b.text) ?? -999) - (ranks.get(a.text) ?? -999));
  const kindly = wish ? candidatesOf(table).filter((each) => each.kind === wish.kind) : [];
  const now = table.frame.value?.score?.points ?? 0;
  const points = (text: string) => (ranks.has(text) ? (ranks.get(text) ?? 0) - now : null);
  return { all, shown: wish ? (all[wish.at % Math.max(1, all.length)] ?? null) : null, usable: [...new Set(kindly.flatMap((each) => each.cells))], points };
}

/** The tools while one looks for discoveries. */
export function Discover({ table }: { table: Table }) {
  const wish = looking.value;
  const { all, shown, points } = useCandidates(table);
  const counts = new Map<Discovery, number>();
  for (const each of candidatesOf(table)) counts.set(each.kind, (counts.get(each.kind) ?? 0) + 1);
  if (!wish) return null;
  const turn = (by: number) => (looking.value = { ...wish, at: (wish.at + by + all.length) % Math.max(1, all.length) });
  const draw = async () => {
    if (!shown) return;
    const reply = await table.send(shown.text);
    if (reply.t === "ack") looking.value = null;
  };
  const by = shown && points(shown.text);
  return (
    <div class="valley-discover">
      <div class="valley-kinds" role="group" aria-label={table.say("valley-discover")}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class="number"
            data-kind={kind}
            aria-pressed={wish.kind === kind}
            disabled={!counts.get(kind)}
            aria-label={table.say("valley-kind", { kind: table.say(`valley-score-${kind}`), stars: table.box.edition.discoveries[kind].stars, count: counts.get(kind) ?? 0 })}
            onClick={() => (looking.value = { kind, at: 0, with: [], without: [] })}
          >
            <DiscoverySign kind={kind} size={26} />
            <small>{counts.get(kind) ?? 0}</small>
          </button>
        ))}
      </div>
      <div class="valley-choose">
        <button type="button" class="quiet" aria-label={table.say("valley-previous")} disabled={all.length < 2} onClick={() => turn(-1)}>◀</button>
        <span class="valley-which">{table.say("valley-which", { at: all.length ? (wish.at % all.length) + 1 : 0, count: all.length })}</span>
        <button type="button" class="quiet" aria-label={table.say("valley-next")} disabled={all.length < 2} onClick={() => turn(1)}>▶</button>
        <button type="button" class="primary" disabled={!shown} data-draw onClick={() => void draw()}>
          {table.say("valley-draw")} {by !== null && signed(by)}
        </button>
        <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={() => (looking.value = null)}>
          <Icon sign="close" />
        </button>
      </div>
    </div>
  );
}
