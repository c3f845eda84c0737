/** The tables this browser knows the way back to, with the secrets that open them. */

export interface Kept {
  table: string;
  game: string;
  code: string | null;
  /** What the seats or the role are called. */
  name: string;
  at: number;
  over: boolean;
  secrets: string[];
  resume?: string;
}

const KEY = "yupana.tables";
const MOST = 40;

export function keptTables(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

export function kept(table: string): Kept | undefined {
  return keptTables().find((each) => each.table === table);
}

/** Remembers a table, the newest first; what is known of it already stays unless it is said anew. */
export function keep(table: string, news: Partial<Kept>): void {
  const all = keptTables();
  const old = all.find((each) => each.table === table);
  const secrets = [...new Set([...(old?.secrets ?? []), ...(news.secrets ?? [])])];
  const blank = { table, game: "", code: null, name: "", over: false };
  const next: Kept = { ...blank, ...old, ...news, secrets, at: Date.now() };
  store([next, ...all.filter((each) => each.table !== table)]);
}

export function forget(table: string): void {
  store(keptTables().filter((each) => each.table !== table));
}

function store(all: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // private browsing or a full disk: the cookie still opens the table
  }
}
