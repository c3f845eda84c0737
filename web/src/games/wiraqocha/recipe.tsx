/** What can be done on the tile that was tapped: with which dice, by which pawn, for what. */

import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { Die } from "../../art/dice";
import { Artifact, Crystal, Cube, Defence, Emblem, PawnArt, type Pawn, type Technology } from "../../art/wiraqocha";
import { has } from "../../core/cells";
import { hints } from "../../core/prefs";
import { Icon } from "../../ui/icons";
import { signed, useEffects } from "../paper/prospects";
import { go, home } from "./taps";
import { TileArt } from "./valley";
import { dataOf, deedsOn, defenceOf, diceOf, GRAVEYARD, pick, spentBy, standOn, tileNamed, type Deed, type Table, type View } from "./view";
import { label, lootName, nameOf, pawnName, standingOf, useOf } from "./words";

/** Deeds with several things to choose are laid out and confirmed; of the others a tap on the one thing does it. */
const LAID_OUT = new Set(["take", "pillage", "tunnel", "ray"]);
const VERBS = ["take", "pillage", "tunnel", "defend", "swap", "lift", "caves", "probe", "fortress", "build", "workshop", "buy", "ray"];

interface Choice {
  way: string;
  who: string;
  loot: string | null;
  capture: boolean;
}

const wayOf = (deed: Deed): string => `${deed.dice.join(" ")}|${deed.beating.join(" ")}`;
const whoOf = (deed: Deed): string => deed.by ?? deed.from ?? "";

/** The first of each kind, in the order in which they come. */
function firsts(deeds: readonly Deed[], of: (deed: Deed) => string | null): Deed[] {
  const found = new Map<string | null, Deed>();
  for (const deed of deeds) if (!found.has(of(deed))) found.set(of(deed), deed);
  return [...found.values()];
}

/** The fewest dice first, then the fewest sevens that cubes must pay for. */
const cost = (deed: Deed): number => spentBy(deed).length * 10 + deed.beating.filter((die) => die > 6).length;

/** How well a pawn suits a tile: finds what only Explorers find, digs what only Drills dig, and comes fresh. */
function suits(table: Table, view: View, deed: Deed): number {
  const { box } = table;
  const tile = tileNamed(box, deed.tile ?? "");
  const data = tile < 0 ? null : dataOf(box, tile); // not every deed is about a tile
  const kind = deed.by ?? box.pawns[standOn(view, box, deed.from ?? "")?.pawn ?? 0];
  const explores = kind === "explorer" || kind === "android";
  const drills = kind === "drill" || kind === "miner";
  const treasure = !!data?.artifact && has(view.ruins, data.artifact - 1);
  return (treasure && explores ? 8 : 0) + (deed.by ? 4 : 0) + (drills ? 2 : 0) - (kind === "camp" && deed.from ? 8 : 0) + (treasure || !explores ? 1 : 0);
}

export function Recipe({ table, tile }: { table: Table; tile: string }): VNode | null {
  const view = table.view.value;
  const deeds = deedsOn(table, tile);
  const verbs = VERBS.filter((verb) => deeds.some((deed) => deed.verb === verb));
  const [wanted, setVerb] = useState("");
  const verb = verbs.includes(wanted) ? wanted : (verbs[0] ?? "");
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // by keyboard the choices come next; a finger finds them by itself
    if (document.activeElement?.matches(":focus-visible")) (here.current?.querySelector<HTMLElement>("[data-go]") ?? here.current?.querySelector<HTMLElement>("button"))?.focus();
  }, [tile]);
  if (!view) return null;
  const close = () => {
    home();
    pick(table, { tile: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Backspace") {
      close();
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key)) {
      here.current?.querySelectorAll<HTMLElement>("[data-way]")[Number(event.key) - 1]?.click();
      event.preventDefault();
    }
  };
  const grave = tile === GRAVEYARD;
  const title = grave ? table.say("wiraqocha-graveyard") : nameOf(table, tile);
  return (
    <div ref={here} class="wira-over" role="dialog" aria-label={table.say("wiraqocha-on-tile", { tile: title })} onKeyDown={onKeyDown}>
      <header class="wira-over-top">
        {!grave && <TileArt table={table} view={view} name={tile} />}
        <p>
          <strong>{title}</strong> {grave ? <Lying table={table} view={view} /> : useOf(table, view, tile)}
          {!grave && standingOf(table, view, tile) && <span class="wira-standing">{standingOf(table, view, tile)}</span>}
        </p>
        <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={close}>
          <Icon sign="close" />
        </button>
      </header>
      {verbs.length > 1 && (
        <div class="wira-verbs" role="group" aria-label={table.say("wiraqocha-what")}>
          {verbs.map((each) => (
            <button key={each} type="button" class="chip" data-verb={each} aria-pressed={each === verb} onClick={() => setVerb(each)}>
              {table.say(`wiraqocha-verb-${each}`)}
            </button>
          ))}
        </div>
      )}
      {verb && <Choices key={verb} table={table} view={view} verb={verb} deeds={deeds.filter((deed) => deed.verb === verb)} />}
    </div>
  );
}

/** The pawns that lie in the Graveyard, by owner. */
function Lying({ table, view }: { table: Table; view: View }): VNode {
  const lying = view.players.flatMap((player, seat) => player.graveyard.flatMap((count, pawn) => (count ? [{ seat, pawn, count }] : [])));
  if (!lying.length) return <span class="dim">{table.say("wiraqocha-graveyard-empty")}</span>;
  return (
    <span class="wira-lying">
      {lying.map(({ seat, pawn, count }) => (
        <span key={`${seat}-${pawn}`}>
          <PawnArt size={28} kind={table.box.pawns[pawn] as Pawn} seat={seat} label={`${table.nameOf(seat)}: ${pawnName(table, table.box.pawns[pawn] ?? "")}`} />
          {count > 1 && `×${count}`}
        </span>
      ))}
    </span>
  );
}

function Choices({ table, view, verb, deeds }: { table: Table; view: View; verb: string; deeds: Deed[] }): VNode {
  const ways = firsts(deeds, wayOf).sort((one, other) => cost(one) - cost(other));
  const pawns = firsts(deeds, whoOf).sort((one, other) => suits(table, view, other) - suits(table, view, one));
  const loots = firsts(deeds, (deed) => deed.loot);
  const captures = deeds.some((deed) => deed.capture);
  const [choice, setChoice] = useState<Partial<Choice>>({});
  const way = ways.find((deed) => wayOf(deed) === choice.way) ?? (ways[0] as Deed);
  const who = pawns.find((deed) => whoOf(deed) === choice.who) ?? (pawns[0] as Deed);
  const loot = loots.find((deed) => deed.loot === choice.loot) ?? (loots[0] as Deed);
  const capture = choice.capture ?? false;
  const chosen = deeds.find((deed) => wayOf(deed) === wayOf(way) && whoOf(deed) === whoOf(who) && deed.loot === loot.loot && deed.capture === capture);
  const laid = LAID_OUT.has(verb);
  const effects = useEffects(table, laid && chosen && verb !== "ray" ? [chosen.text] : []);
  const by = chosen ? (effects.get(chosen.text)?.by ?? 0) : 0;
  if (!laid) {
    const drawn = deeds.some((deed) => deed.dice.length > 0 || whoOf(deed));
    return (
      <>
        {drawn && <p class="wira-ask">{table.say(`wiraqocha-ask-${verb}`, { cubes: table.box.edition.turn.buy_back })}</p>}
        <div class="wira-options" role="group" aria-label={table.say(`wiraqocha-verb-${verb}`)}>
          {deeds.map((deed) => (
            <button key={deed.text} type="button" data-way data-deed={deed.text} aria-label={label(table, deed.text)} onClick={() => go(table, deed.text)}>
              {!drawn && label(table, deed.text)}
              {deed.dice.length > 0 && <Dice dice={deed.dice} />}
              {whoOf(deed) && <Who table={table} view={view} deed={deed} />}
            </button>
          ))}
        </div>
      </>
    );
  }
  const defence = defenceOf(view, table.box, tileNamed(table.box, way.tile ?? ""));
  return (
    <>
      {loots.length > 0 && loot.loot !== null && (
        <div class="wira-options" role="group" aria-label={table.say("wiraqocha-loot")}>
          {loots.map((deed) => (
            <button key={deed.loot} type="button" data-loot={deed.loot} aria-pressed={deed === loot} onClick={() => setChoice({ ...choice, loot: deed.loot })}>
              <Loot loot={deed.loot ?? ""} /> {lootName(table, deed.loot ?? "")}
            </button>
          ))}
        </div>
      )}
      {verb !== "ray" && (
        <div class="wira-options" role="group" aria-label={table.say("wiraqocha-dice-for")}>
          {ways.map((deed, at) => (
            <button key={wayOf(deed)} type="button" data-way={at + 1} aria-pressed={deed === way} aria-label={wayLabel(table, deed)} onClick={() => setChoice({ ...choice, way: wayOf(deed) })}>
              <Dice dice={deed.dice} />
              {deed.beating.length > 0 && defence && (
                <>
                  <span class="wira-beats" aria-hidden="true">+</span>
                  <Dice dice={deed.beating} />
                  <span class="wira-beats" aria-hidden="true">›</span>
                  <Defence size={26} value={defence.value} natural={defence.natural} doubled={defence.dice > 1} />
                </>
              )}
              {deed.beating.some((die) => die > 6) && <Cost cubes={table.box.edition.turn.change * deed.beating.filter((die) => die > 6).length} />}
            </button>
          ))}
        </div>
      )}
      {verb === "take" && (
        <div class="wira-options" role="group" aria-label={table.say("wiraqocha-pawn-for")}>
          {pawns.map((deed) => (
            <button key={whoOf(deed)} type="button" data-who={whoOf(deed)} aria-pressed={deed === who} aria-label={whoLabel(table, view, deed)} onClick={() => setChoice({ ...choice, who: whoOf(deed) })}>
              <Who table={table} view={view} deed={deed} />
            </button>
          ))}
        </div>
      )}
      {captures && (
        <label class="wira-capture">
          <input type="checkbox" checked={capture} onChange={(event) => setChoice({ ...choice, capture: event.currentTarget.checked })} /> {table.say("wiraqocha-capture")}
        </label>
      )}
      <footer class="wira-over-end">
        <span class="wira-after">
          {verb !== "ray" && <After table={table} view={view} deed={way} />}
          {hints.value !== "off" && by !== 0 && <strong>{table.say("wiraqocha-nearer", { by: signed(by) })}</strong>}
        </span>
        <button type="button" class={verb === "ray" ? "wira-ray" : "primary"} data-go data-deed={chosen?.text} disabled={!chosen} onClick={() => chosen && go(table, chosen.text)}>
          {table.say(`wiraqocha-go-${verb}`)}
        </button>
      </footer>
    </>
  );
}

function wayLabel(table: Table, deed: Deed): string {
  const dice = table.say("wiraqocha-with-dice", { dice: deed.dice.join(" "), count: deed.dice.length });
  const sevens = deed.beating.filter((die) => die > 6).length;
  if (!deed.beating.length) return dice;
  return [dice, table.say("wiraqocha-beating", { dice: deed.beating.join(" ") }), ...(sevens ? [table.say("wiraqocha-cubes", { cubes: sevens * table.box.edition.turn.change })] : [])].join(", ");
}

function whoLabel(table: Table, view: View, deed: Deed): string {
  if (deed.by) return table.say("wiraqocha-from-reserve", { pawn: pawnName(table, deed.by) });
  const stand = standOn(view, table.box, deed.from ?? "");
  return table.say("wiraqocha-from-tile", { pawn: pawnName(table, table.box.pawns[stand?.pawn ?? 0] ?? ""), tile: nameOf(table, deed.from ?? "") });
}

const Dice = ({ dice }: { dice: readonly number[] }): VNode => (
  <span class="wira-faces">
    {dice.map((die, at) => (die > 6 ? <span key={at} class="wira-seven">7</span> : <Die key={at} size={28} face={die} />))}
  </span>
);

const Cost = ({ cubes }: { cubes: number }): VNode => (
  <span class="wira-cost">
    {cubes}
    <Cube size={18} />
  </span>
);

/** A pawn and where it comes from: the Reserve, or the tile it leaves. */
function Who({ table, view, deed }: { table: Table; view: View; deed: Deed }): VNode {
  const stand = deed.from ? standOn(view, table.box, deed.from) : null;
  const kind = deed.by ?? table.box.pawns[stand?.pawn ?? 0] ?? "camp";
  return (
    <span class="wira-who">
      <PawnArt size={32} kind={kind} seat={view.turn.seat} />
      <small>{deed.from ? table.say("wiraqocha-leaves", { tile: nameOf(table, deed.from) }) : deed.verb === "take" || deed.verb === "swap" ? table.say("wiraqocha-reserve") : pawnName(table, kind)}</small>
    </span>
  );
}

function Loot({ loot }: { loot: string }): VNode | null {
  const [first, number] = loot.split(" ");
  if (first === "crystal") return <Crystal size={26} />;
  if (first === "artifact") return <Artifact size={26} number={Number(number)} />;
  return first === "prisoner" ? null : <Emblem size={26} of={loot as Technology} />;
}

/** The dice that would be left. */
function After({ table, view, deed }: { table: Table; view: View; deed: Deed }): VNode {
  const left = [...diceOf(view)];
  for (const die of spentBy(deed)) left.splice(left.indexOf(die), 1);
  return <>{left.length ? table.say("wiraqocha-left", { dice: left.join(" ") }) : table.say("wiraqocha-left-none")}</>;
}
