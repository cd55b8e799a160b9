import { escapeEntities } from "../entities.ts";
import { visible } from "../text.ts";

/** HTML that may stand in a page as it is. Values of this class are made here only, so nothing gets in unescaped. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type { Markup };

/** What may be put into markup: text, which is escaped, or markup, which is not. */
export type Content = string | number | Markup | readonly Markup[];

/** No markup at all. */
export const nothing = new Markup("");

/**
 * Markup with values in it. Text is shown as it is: what would be read as markup is escaped, and what cannot be seen (control
 * characters, marks of direction) is written out. Attributes stand in double quotes.
 *
 * @example
 * ```ts
 * html`<h1 title="${name}">${name}</h1>`;
 * ```
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = "";
  for (const [index, part] of outdented(parts).entries())
    text += index === 0 ? part : write(values[index - 1] ?? "") + part;
  return new Markup(text);
}

const OUTDENTED = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The parts of a template without the indentation that is for readers of the source: space is space in HTML. */
function outdented(parts: TemplateStringsArray): readonly string[] {
  const known = OUTDENTED.get(parts);
  if (known !== undefined) return known;
  const shorter = parts.map((part) => part.replaceAll(/\s*\n\s*/g, "\n"));
  OUTDENTED.set(parts, shorter);
  return shorter;
}

/** A sentence of a rule: what stands in backticks is code. */
export function prose(text: string): Markup {
  return html`${text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** Text of the kit's own that is no HTML: a style, a script. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function write(value: Content): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return value.map(({ text }) => text).join("");
}

function escape(text: string): string {
  return escapeEntities(visible(text));
}
