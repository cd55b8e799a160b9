import { escapeEntities } from "./entities.ts";
import { visible } from "./text.ts";

/** An element of an XML document: its attributes, and text or further elements inside. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly Element[];
}

/**
 * An XML 1.0 document. Whatever a text holds, the document is well-formed: characters that XML does not allow, and in
 * attributes whatever is not visible, are written as `\u{...}`.
 */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, "").join("\n")}\n`;
}

function render({ name, attributes, content = [] }: Element, indent: string): readonly string[] {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(visible(String(value)))}"`);
  const start = `${indent}<${name}${words.join("")}`;
  if (typeof content === "string") return [`${start}>${escapeXml(content)}</${name}>`];
  if (content.length === 0) return [`${start}/>`];
  return [`${start}>`, ...content.flatMap((child) => render(child, `${indent}  `)), `${indent}</${name}>`];
}

/** What XML 1.0 allows; a carriage return is allowed and would be read as a line feed. */
const NOT_ALLOWED = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text as it may stand in an element or, if it is one line, in an attribute. */
export function escapeXml(text: string): string {
  return escapeEntities(
    text.replaceAll(NOT_ALLOWED, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`),
  );
}
