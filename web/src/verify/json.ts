/** JSON, read strictly and written canonically: whole numbers only, no key twice, keys in the order of their
 * characters. The browser's own reader takes the last of two equal keys, and nobody would know. */

export type Json = null | boolean | number | string | Json[] | Tree;
export interface Tree {
  [key: string]: Json;
}

export class BadJson extends Error {}

const DEEPEST = 64;

/** The keys of trees in the order of their text; a browser puts those that are numbers first. */
export type Orders = WeakMap<Tree, string[]>;

export function readJson(text: string, orders?: Orders): Json {
  const reader = new Reader(text, orders);
  const value = reader.value(0);
  reader.space();
  if (!reader.done) throw new BadJson(`more after the end, at ${reader.at}`);
  return value;
}

class Reader {
  at = 0;

  constructor(
    private readonly text: string,
    private readonly orders?: Orders,
  ) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  space(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw new BadJson("nested too deep");
    this.space();
    switch (this.text[this.at]) {
      case "{":
        return this.tree(depth);
      case "[":
        return this.list(depth);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.wrong();
    this.at += word.length;
    return value;
  }

  private wrong(): BadJson {
    return new BadJson(`at character ${this.at}`);
  }

  private take(sign: string): void {
    this.space();
    if (this.text[this.at] !== sign) throw this.wrong();
    this.at++;
  }

  private next(end: string): boolean {
    this.space();
    if (this.text[this.at] === end) {
      this.at++;
      return false;
    }
    this.take(",");
    return true;
  }

  private tree(depth: number): Tree {
    const found = Object.create(null) as Tree;
    const keys: string[] = [];
    this.orders?.set(found, keys);
    this.take("{");
    this.space();
    if (this.text[this.at] === "}") {
      this.at++;
      return found;
    }
    do {
      this.space();
      const key = this.string();
      if (key in found) throw new BadJson(`“${key.slice(0, 40)}” twice`);
      this.take(":");
      found[key] = this.value(depth + 1);
      if (this.orders) keys.push(key);
    } while (this.next("}"));
    return found;
  }

  private list(depth: number): Json[] {
    const found: Json[] = [];
    this.take("[");
    this.space();
    if (this.text[this.at] === "]") {
      this.at++;
      return found;
    }
    do found.push(this.value(depth + 1));
    while (this.next("]"));
    return found;
  }

  private string(): string {
    const match = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (!found) throw this.wrong();
    this.at = match.lastIndex;
    const text = JSON.parse(found[0]) as string;
    if (/[\ud800-\udfff]/u.test(text)) throw new BadJson("half a character");
    return text;
  }

  private number(): number {
    const match = /-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    const value = Number(found?.[0]);
    if (!found || !Number.isSafeInteger(value) || Object.is(value, -0)) throw this.wrong();
    this.at = match.lastIndex;
    return value;
  }
}

export function writeJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  if (isTree(value)) {
    const keys = Object.keys(value).sort(byCharacter);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${writeJson(value[key]!)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

export const isTree = (value: Json | undefined): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As Python sorts: by characters, where the browser would sort by halves of them. */
function byCharacter(one: string, other: string): number {
  const a = [...one], b = [...other];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = a[at]!.codePointAt(0)! - b[at]!.codePointAt(0)!;
    if (difference) return difference;
  }
  return a.length - b.length;
}

export const same = (one: Json, other: Json): boolean => writeJson(one) === writeJson(other);
