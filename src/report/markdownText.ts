import { visible } from "./text.ts";

/** Text of somebody else in Markdown, on one line, also in the cell of a table: none of it is markup. */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]#|>~$@]/g, (character) => `\\${character}`);
}

/** A sentence in which names may stand between backticks, as the texts of rules have them: they become code. */
export function proseMarkdown(text: string): string {
  return visible(text)
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? inlineCode(part) : escapeMarkdown(part)))
    .join("");
}

/** An id as code; in the cell of a table its `|` need a backslash. */
export function inlineCode(text: string): string {
  const shown = visible(text);
  const fence = "`".repeat(longestRun(shown) + 1);
  const space = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A block of code that nothing inside it can end. */
export function codeBlock(language: string, text: string): readonly string[] {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, text, fence];
}

/** How many backticks stand beside each other at most. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
