/** One's own cards: what is displayed, the finds, and the hand; tapped to play, to show or to give. */

import { DiggingCard } from "../../art/paititi";
import { Artifact, artifactName, Row } from "./table";
import { aim, artifactOf, artifactsOf, asks, chosen, givable, halvesOf, handOf, picksOf, runningOf, shovelsOf, type Table } from "./view";

const turned = (list: readonly number[], at: number): number[] => (list.includes(at) ? list.filter((each) => each !== at) : [...list, at].sort((a, b) => a - b));

export function Tools({ table }: { table: Table }) {
  const view = table.view.value;
  if (!view || view.seat === null) return null;
  const own = view.expeditions[view.seat];
  if (!own?.hand) return null;
  const { box } = table;
  const asked = asks(table);
  const names = handOf(table);
  const finds = artifactsOf(table);
  const sealed = view.phase.type === "exhibiting" || view.phase.type === "giving" ? view.phase.mine : null;

  const tapHand = (at: number) => {
    const card = own.hand?.[at] ?? 0;
    if (asked === "discard" || aim.value?.at === "site") chosen.value = turned(chosen.value, at);
    else if (aim.value?.at === "hand" && chosen.value[0] === at) {
      aim.value = null;
      chosen.value = [];
    } else if (table.moves.value.includes(`display ${names[at]}`)) {
      aim.value = { at: "hand", card };
      chosen.value = [at];
    } else void table.why(`display ${names[at]}`);
  };
  const exhibition = runningOf(view);
  const running = exhibition === null ? null : halvesOf(box, exhibition);
  const fits = (card: number): boolean => {
    if (asked === "choose") return running?.kinds.includes(artifactOf(box, card).kind as never) ?? false;
    return asked === "give" && givable(table).includes(box.artifacts[card] ?? "");
  };
  const tapFind = (at: number) => {
    if (asked === "choose" || asked === "give") chosen.value = turned(chosen.value, at);
  };
  return (
    <div class="paititi-own">
      <div class="paititi-camp">
        {own.displayed.length > 0 && (
          <div class="cards paititi-displayed" role="img" aria-label={table.say("paititi-displayed", { cards: own.displayed.map((card) => box.digging[card]).join(", ") })}>
            {own.displayed.map((card, at) => (
              <DiggingCard key={at} picks={picksOf(box, card)} shovels={shovelsOf(box, card)} />
            ))}
          </div>
        )}
        <Row label={table.say("paititi-finds")} class="paititi-finds">
          {finds.map((card, at) => {
            const on = (asked === "choose" || asked === "give") && chosen.value.includes(at);
            return (
              <button
                key={at}
                type="button"
                class={`card${fits(card) ? " legal" : ""}${sealed?.includes(card) ? " sealed" : ""}`}
                data-find={box.artifacts[card]}
                aria-pressed={on}
                aria-label={table.say("paititi-find", { card: artifactName(table, card), worth: box.worth[card] ?? 0 })}
                onClick={() => tapFind(at)}
              >
                <Artifact box={box} card={card} />
              </button>
            );
          })}
          {!finds.length && <span class="dim paititi-none">{table.say("paititi-no-finds")}</span>}
        </Row>
      </div>
      <Row label={table.say("paititi-hand")} class="paititi-hand" count={own.hand.length}>
        {own.hand.map((card, at) => (
          <button
            key={at}
            type="button"
            class={`card${table.mine.value && (asked === null || asked === "discard") ? " legal" : ""}`}
            data-card={names[at]}
            aria-pressed={chosen.value.includes(at) && asked !== "choose" && asked !== "give"}
            aria-label={table.say("paititi-card", { picks: picksOf(box, card), shovels: shovelsOf(box, card) })}
            onClick={() => tapHand(at)}
          >
            <DiggingCard picks={picksOf(box, card)} shovels={shovelsOf(box, card)} />
          </button>
        ))}
        {!own.hand.length && <span class="dim paititi-none">{table.say("paititi-no-hand")}</span>}
      </Row>
    </div>
  );
}
