/** Dice, goods and pawns, and what can be done without a tile: between the map and the bar. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { Die } from "../../art/dice";
import { Crystal, Cube, Emblem, PawnArt, type Pawn, type Technology } from "../../art/wiraqocha";
import { Icon } from "../../ui/icons";
import { CardList } from "./cards";
import { Goods, Reserve } from "./holdings";
import { Recipe } from "./recipe";
import { go, home } from "./taps";
import { AIMED, deedsOf, diceOf, GRAVEYARD, harvestOf, open, ownTurn, pick, picked, rollOf, shownSeat, standOn, type Aim, type Deed, type Table, type View } from "./view";
import { cardName, label, nameOf } from "./words";

/** The card behind a deed that is aimed at a tile. */
const CARD_OF: Record<Exclude<Aim, "build">, Technology> = {
  probe: "psychic-probe",
  fortress: "flying-fortress",
  tunnel: "transport-tunneller",
  ray: "death-ray",
};

export function Tools({ table }: { table: Table }): VNode | null {
  const view = table.view.value;
  const { tile } = picked(table);
  const able = table.moves.value.join();
  useEffect(() => {
    // what was picked is for as long as the same can be done
    open.value = null;
    table.pick.value = [];
  }, [able]);
  if (!view) return null;
  const seat = shownSeat(view);
  return (
    <div class="wira-tools">
      <div class="wira-row">
        {view.phase.type === "preparing" ? <Preparation table={table} view={view} /> : <Tray table={table} view={view} />}
        <div class="wira-have">
          <Goods table={table} view={view} seat={seat} />
          <Reserve table={table} view={view} seat={seat} />
        </div>
      </div>
      <Actions table={table} view={view} />
      {tile !== null && <Recipe key={tile} table={table} tile={tile} />}
      {tile === null && open.value === "cards" && <Cards table={table} view={view} />}
      {tile === null && open.value === "end" && <Ending table={table} view={view} />}
    </div>
  );
}

/** What this Preparation will give, before the dice are rolled. */
function Preparation({ table, view }: { table: Table; view: View }): VNode {
  const { box } = table;
  const seat = view.turn.seat;
  const { dice, villages, kept } = rollOf(view, box, seat);
  const done = !deedsOf(table).some((deed) => deed.verb === "collect");
  const cubes = harvestOf(view, box, seat);
  if (!ownTurn(view)) return <p class="wira-preparing">{table.say("wiraqocha-prepares", { name: table.nameOf(seat) })}</p>;
  return (
    <div class="wira-preparing">
      {done ? (
        <span class="wira-good">
          ✓ <Cube size={22} label={table.say("wiraqocha-collected")} />
        </span>
      ) : (
        <button type="button" class="chip wira-good" data-deed="collect" aria-label={`${label(table, "collect")}: ${table.say("wiraqocha-cubes", { cubes })}`} onClick={() => go(table, "collect")}>
          +{cubes} <Cube size={22} />
        </button>
      )}
      <span class="wira-good" role="img" aria-label={table.say("wiraqocha-roll-of", { dice, base: box.edition.turn.dice, villages, kept })}>
        {Array.from({ length: dice }, (_, at) => (
          <Die key={at} size={26} face={((at * 2) % 6) + 1} class="wira-unrolled" />
        ))}
        <span class="wira-sum">{table.say("wiraqocha-roll-of", { dice, base: box.edition.turn.dice, villages, kept })}</span>
      </span>
    </div>
  );
}

/** The dice that are left: tapped first, they say what they are wanted for. */
function Tray({ table, view }: { table: Table; view: View }): VNode {
  const dice = diceOf(view);
  const chosen = picked(table).dice;
  const mine = ownTurn(view) && view.phase.type === "acting";
  const turn = (at: number) => {
    open.value = null;
    pick(table, { tile: null, aim: null, dice: chosen.includes(at) ? chosen.filter((each) => each !== at) : [...chosen, at] });
  };
  const deeds = deedsOf(table);
  const stuck = mine && !deeds.some((deed) => deed.verb === "end" || deed.verb === "take");
  const able = (face: number) => stuck && deeds.some((deed) => deed.dice[0] === face && (deed.verb === "raise" || deed.verb === "lower"));
  const coming = view.phase.type === "rolling" ? view.phase.count : 0;
  return (
    <div class="wira-dice dice" role="group" aria-label={mine ? table.say("wiraqocha-dice-mine") : table.say("wiraqocha-dice-of", { name: table.nameOf(view.turn.seat) })}>
      {dice.map((face, at) =>
        mine ? (
          <button key={at} type="button" class={able(face) ? "wira-die able" : "wira-die"} data-die={face} aria-pressed={chosen.includes(at)} aria-label={table.say("wiraqocha-die", { face })} onClick={() => turn(at)}>
            <Die face={face} size={40} />
          </button>
        ) : (
          <Die key={at} face={face} size={32} label={String(face)} />
        ),
      )}
      {Array.from({ length: coming }, (_, at) => (
        <Die key={`c${at}`} face={6} size={32} used />
      ))}
      {!dice.length && !coming && <span class="dim">{table.say(mine ? "wiraqocha-no-dice" : "wiraqocha-no-dice-now")}</span>}
    </div>
  );
}

/** Buttons for what needs no tile, or begins with a card. */
function Actions({ table, view }: { table: Table; view: View }): VNode {
  const deeds = deedsOf(table);
  const { dice, aim } = picked(table);
  const face = dice.length === 1 ? diceOf(view)[dice[0] ?? 0] : undefined;
  const send = (deed: Deed) => () => go(table, deed.text);
  const ofDie = (verb: string) => deeds.find((deed) => deed.verb === verb && deed.dice[0] === face);
  const plain = (verb: string) => deeds.filter((deed) => deed.verb === verb);
  const cards = plain("build").length;
  if (face !== undefined) {
    const { change } = table.box.edition.turn;
    const changes = (["lower", "raise", "reroll", "exoskeleton"] as const).flatMap((verb) => ofDie(verb) ?? []);
    return (
      <div class="wira-actions" role="group" aria-label={table.say("wiraqocha-die-can", { face })}>
        {changes.map((deed) => (
          <button key={deed.verb} type="button" class="chip" data-deed={deed.text} aria-label={label(table, deed.text)} onClick={send(deed)}>
            {deed.verb === "lower" || deed.verb === "raise" ? (
              <>
                {deed.verb === "lower" ? "−1" : "+1"} <span class="wira-cost">{change}<Cube size={18} /></span>
              </>
            ) : deed.verb === "reroll" ? (
              table.say("wiraqocha-reroll", { count: view.turn.rerolls })
            ) : (
              <>
                <Emblem size={24} of="battle-exoskeleton" /> → {table.box.edition.technology.exoskeleton}
              </>
            )}
          </button>
        ))}
        {!changes.length && <span class="dim">{table.say("wiraqocha-die-nothing", { cubes: change })}</span>}
      </div>
    );
  }
  const aims = AIMED.filter((each) => each !== "build" && plain(each).length > 0) as Exclude<Aim, "build">[];
  return (
    <div class="wira-actions" role="group" aria-label={table.say("wiraqocha-actions")}>
      <button type="button" class={cards ? "chip wira-market able" : "chip wira-market"} aria-expanded={open.value === "cards"} onClick={() => (open.value = open.value === "cards" ? null : "cards")}>
        <Emblem size={24} of="leviathan" /> {table.say("wiraqocha-cards")}
        {cards > 0 && <span class="wira-count">{new Set(plain("build").map((deed) => deed.card)).size}</span>}
      </button>
      {aims.map((each) => (
        <button key={each} type="button" class="chip" data-aim={each} aria-pressed={aim === each} onClick={() => pick(table, { tile: null, dice: [], aim: aim === each ? null : each })}>
          <Emblem size={24} of={CARD_OF[each]} /> {cardName(table, CARD_OF[each])}
        </button>
      ))}
      {plain("crystal").map((deed) => (
        <button key="crystal" type="button" class="chip" data-deed={deed.text} aria-label={label(table, deed.text)} onClick={send(deed)}>
          <Crystal size={22} /> → <Die size={24} face={6} />
        </button>
      ))}
      {plain("factory").map((deed) => (
        <button key="factory" type="button" class="chip" data-deed={deed.text} aria-label={label(table, deed.text)} onClick={send(deed)}>
          <Emblem size={24} of="android-factory" /> {table.box.edition.technology.factory}
          <Cube size={18} /> → <Die size={24} face={6} />
        </button>
      ))}
      {(plain("buy").length > 0 || plain("workshop").length > 0) && (
        <button type="button" class="chip" data-graveyard onClick={() => pick(table, { tile: GRAVEYARD, dice: [], aim: null })}>
          <Emblem size={24} of="recovery-workshop" /> {table.say("wiraqocha-graveyard-short")}
        </button>
      )}
      {plain("ransom").map((deed) => (
        <button key={deed.text} type="button" class="chip" data-deed={deed.text} onClick={send(deed)}>
          {label(table, deed.text)}
        </button>
      ))}
      {plain("lift").map((deed) => (
        <button key={deed.text} type="button" class="chip" data-deed={deed.text} aria-label={label(table, deed.text)} onClick={send(deed)}>
          <Die size={24} face={standOn(view, table.box, deed.tile ?? "")?.die ?? 1} /> {table.say("wiraqocha-lift", { tile: nameOf(table, deed.tile ?? "") })}
        </button>
      ))}
    </div>
  );
}

/** The cards, over the map where there is no room beside it. */
function Cards({ table, view }: { table: Table; view: View }): VNode {
  return (
    <Over table={table} class="wira-over" label={table.say("wiraqocha-cards")}>
      <CardList table={table} view={view} />
    </Over>
  );
}

/** Dice are left that could still do something: asked before the turn is ended. */
function Ending({ table, view }: { table: Table; view: View }): VNode {
  const dice = diceOf(view);
  const best = Math.max(...dice);
  const guards = deedsOf(table).filter((deed) => deed.verb === "defend" && deed.dice[0] === best);
  return (
    <Over table={table} class="wira-over" label={table.say("wiraqocha-unused", { count: dice.length })}>
      <p class="wira-over-top wira-unused">{table.say("wiraqocha-unused", { count: dice.length })}</p>
      {guards.length > 0 && (
        <div class="wira-options" role="group" aria-label={table.say("wiraqocha-guard", { die: best })}>
          {guards.map((deed) => {
            const stand = standOn(view, table.box, deed.tile ?? "");
            return (
              <button key={deed.text} type="button" data-deed={deed.text} aria-label={label(table, deed.text)} onClick={() => go(table, deed.text)}>
                <Die size={26} face={best} /> → <PawnArt size={28} kind={table.box.pawns[stand?.pawn ?? 0] as Pawn} seat={view.turn.seat} /> {nameOf(table, deed.tile ?? "")}
              </button>
            );
          })}
        </div>
      )}
      <footer class="wira-over-end">
        <button type="button" onClick={() => (open.value = null)}>
          {table.say("wiraqocha-go-on")}
        </button>
        <button type="button" class="primary" data-end onClick={() => go(table, "end")}>
          {table.say("wiraqocha-turn-end")}
        </button>
      </footer>
    </Over>
  );
}

/** What lies over the tools until it is closed; by keyboard one is in it at once. */
function Over({ table, label, children, ...more }: { table: Table; label: string; class: string; children: ComponentChildren }): VNode {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement?.matches(":focus-visible")) (here.current?.querySelector<HTMLElement>(".primary") ?? here.current?.querySelector<HTMLElement>("button"))?.focus();
  }, []);
  const close = () => {
    home();
    open.value = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" && event.key !== "Backspace") return;
    close();
    event.preventDefault();
  };
  return (
    <div ref={here} role="dialog" aria-label={label} onKeyDown={onKeyDown} {...more}>
      <button type="button" class="quiet wira-close" aria-label={table.say("web-close")} onClick={close}>
        <Icon sign="close" />
      </button>
      {children}
    </div>
  );
}
