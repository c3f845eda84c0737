/** Small things that a browser keeps of each table, bounded to the tables that were used last. */

interface Kept<T> {
  table: string;
  value: T;
}

const MOST = 40;
/** What could not be stored: private browsing, a full disk. */
const memory = new Map<string, unknown>();

function all<T>(key: string): Kept<T>[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? (found as Kept<T>[]) : [];
  } catch {
    return [];
  }
}

export function recall<T>(key: string, table: string): T | undefined {
  const found = memory.get(`${key}/${table}`) as T | undefined;
  return found ?? all<T>(key).find((each) => each.table === table)?.value;
}

export function store<T>(key: string, table: string, value: T): void {
  const others = all<T>(key).filter((each) => each.table !== table);
  try {
    localStorage.setItem(key, JSON.stringify([{ table, value }, ...others].slice(0, MOST)));
    memory.delete(`${key}/${table}`);
  } catch {
    memory.set(`${key}/${table}`, value);
  }
}
