/** Events in words. */

import type { News } from "../core/wire";
import type { Props } from "./state";

/** A line of the log in words, or null for what is not worth one. */
export function lineOf({ table, board }: Props, news: News): string | null {
  if (news.said) return table.say("web-log-said", { name: table.nameOf(news.seat), phrase: table.say(`web-phrase-${news.said}`) });
  if (news.did === "took-back") return table.say("web-log-took-back", { name: table.nameOf(news.seat) });
  if (news.seat_now) return table.say(`web-log-now-${news.seat_now}`, { name: table.nameOf(news.seat) });
  if (!news.did) return null;
  if (board.line) return board.line(table, news);
  const text = board.label(table, news.did);
  return news.seat < 0 ? text : table.say("web-log-did", { name: table.nameOf(news.seat), what: text });
}
