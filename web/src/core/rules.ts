/** The clauses of a game's rules, asked for when the first of them is needed. */

interface Clause {
  id: string;
  kind: string;
  text: string;
}

const known = new Map<string, Promise<Map<string, string>>>();

async function load(game: string): Promise<Map<string, string>> {
  const answer = await fetch(`/api/games/${game}/rules`, { headers: { "accept-language": document.documentElement.lang } });
  const clauses = (await answer.json()) as Clause[];
  return new Map(clauses.map((each) => [each.id, each.text]));
}

/** What a clause says; nothing if it cannot be had now. */
export async function clauseText(game: string, id: string): Promise<string> {
  try {
    if (!known.has(game)) known.set(game, load(game));
    return (await known.get(game))?.get(id) ?? "";
  } catch {
    known.delete(game);
    return "";
  }
}
