/** Words: the same Fluent catalogues as on the server and in the terminal, in the language of this page. */

import { FluentBundle, FluentResource } from "@fluent/bundle";

export type Facts = Record<string, string | number>;

export class Words {
  private readonly bundle: FluentBundle;

  constructor(
    readonly language: string,
    catalogue: string,
  ) {
    this.bundle = new FluentBundle(language, { useIsolating: false });
    this.bundle.addResource(new FluentResource(catalogue));
  }

  has(key: string): boolean {
    return this.bundle.hasMessage(id(key));
  }

  /** The sentence for a key such as `rule.illegal`, its facts filled in. */
  say(key: string, facts: Facts = {}): string {
    return this.pattern(key, this.bundle.getMessage(id(key))?.value, facts);
  }

  /** The same, or the code as somebody would read it: another author's game may have no words of ours. */
  named(key: string, code: string, facts: Facts = {}): string {
    return this.has(key) ? this.say(key, facts) : readable(code);
  }

  /** An attribute of a message, such as the label of a button that shows a sign only. */
  attr(key: string, name: string, facts: Facts = {}): string {
    return this.pattern(`${key}.${name}`, this.bundle.getMessage(id(key))?.attributes[name], facts);
  }

  private pattern(key: string, pattern: Parameters<FluentBundle["formatPattern"]>[0] | null | undefined, facts: Facts): string {
    if (pattern === null || pattern === undefined) {
      console.error(`no words for ${key}`);
      return readable(key);
    }
    const problems: Error[] = [];
    const text = this.bundle.formatPattern(pattern, facts, problems);
    for (const problem of problems) console.error(`${key}: ${problem.message}`);
    return text;
  }
}

/** `some-key_name` is `Some key name`. */
export function readable(code: string): string {
  const text = code.split(/[-._\s]+/).join(" ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function id(key: string): string {
  return key.replaceAll(".", "-").replaceAll("_", "-");
}

export async function loadWords(language: string, address: string): Promise<Words> {
  const answer = await fetch(address);
  return new Words(language, await answer.text());
}
