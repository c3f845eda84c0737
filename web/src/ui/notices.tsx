/** What interrupts: a refusal with its rule, somebody's wish to take something back, the host's to give a seat to somebody else. */

import { useEffect, useState } from "preact/hooks";

import { clauseText } from "../core/rules";
import type { Table } from "../core/table";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import type { Props } from "./state";

const SHOWN_FOR = 9_000;

export function Refusal({ table }: Props) {
  const no = table.refusal.value;
  const clause = no?.clause;
  const [text, setText] = useState("");
  useEffect(() => {
    setText("");
    if (!no) return;
    if (clause) void clauseText(table.game, clause).then(setText);
    const timer = setTimeout(() => (table.refusal.value = null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [no]);
  if (!no) return null;
  return (
    <section class="toast" aria-label={table.say("web-refused")}>
      <p>
        {text ? text : table.explain(no)}{" "}
        {clause && (
          <a href={`${table.given.rules}#${clause}`} target="_blank" rel="noopener">
            {table.say("web-rule", { clause })}
          </a>
        )}
      </p>
      <button type="button" class="quiet" aria-label={table.say("web-close")} onClick={() => (table.refusal.value = null)}>
        <Icon sign="close" />
      </button>
    </section>
  );
}

export function Wish({ table, board }: Props) {
  const frame = table.frame.value;
  const asked = frame?.asked;
  const [answered, setAnswered] = useState<number | null>(null);
  if (frame === null || frame === undefined || asked === null || asked === undefined) return null;
  if (frame.mine.includes(asked)) return <p class="connection">{table.say("web-wish-sent")}</p>;
  const seat = frame.mine[0];
  if (seat === undefined || answered === frame.head) return null;
  const answer = (yes: boolean) => {
    setAnswered(frame.head);
    void table.command({ do: "answer", yes, seat });
  };
  return (
    <Dialog title={table.say("web-wish-title")} close={table.say("web-no")} onClose={() => answer(false)}>
      <p>{table.say("web-wish", { name: table.nameOf(asked), luck: board.luck ?? "dice" })}</p>
      <div class="buttons">
        <button type="button" onClick={() => answer(false)}>
          {table.say("web-no")}
        </button>
        <button type="button" class="primary" onClick={() => answer(true)}>
          {table.say("web-yes")}
        </button>
      </div>
    </Dialog>
  );
}

/** The host wishes to give a seat of ours to somebody else. An answer that was given stands until the host asks anew. */
export function Offer({ table }: { table: Table }) {
  const [answered, setAnswered] = useState<readonly number[]>([]);
  const frame = table.frame.value;
  const offered = frame?.mine.filter((seat) => frame.seats[seat]?.offered) ?? [];
  useEffect(() => setAnswered((seats) => seats.filter((seat) => offered.includes(seat))), [offered.join()]);
  const seat = offered.find((each) => !answered.includes(each));
  if (seat === undefined || table.status.value === "gone") return null;
  const answer = (yes: boolean) => {
    setAnswered([...answered, seat]);
    void table.command({ do: "consent", yes, seat });
  };
  return (
    <Dialog key={seat} title={table.say("web-offer-title")} close={table.say("web-no")} onClose={() => answer(false)}>
      <p>{table.say("web-offer", { name: table.nameOf(seat), several: String((frame?.mine.length ?? 0) > 1) })}</p>
      <div class="buttons">
        <button type="button" onClick={() => answer(true)}>
          {table.say("web-offer-yes")}
        </button>
        <button type="button" class="primary" onClick={() => answer(false)}>
          {table.say("web-offer-no")}
        </button>
      </div>
    </Dialog>
  );
}
