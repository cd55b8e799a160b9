/** Characters that would move the cursor, reverse the text or not be seen at all. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters that take no column of their own. */
const COMBINING = /[\p{Mn}\p{Me}]/u;

/** Characters that take two columns (East Asian wide and full-width, and emoji). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text of somebody else as one line that cannot harm a terminal: what cannot be seen is written as an escape. */
export function visible(text: string): string {
  return text.replaceAll(
    HIDDEN,
    (character) => ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

function columnsOf(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text, or its beginning and `…` where it takes more columns than `width`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width) break;
    kept += character;
  }
  return width < 1 ? "" : `${kept}…`;
}

/** Exactly `width` columns of text: cut, or filled with spaces. */
export function fit(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + " ".repeat(width - displayWidth(cut));
}

/** Lines of at most `width` columns, broken between words; a word that is longer than a line is cut into pieces. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((long) => pieces(long, width))) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  const found = [""];
  for (const character of word) {
    const last = found.length - 1;
    if (displayWidth(found[last] + character) > width) found.push(character);
    else found[last] += character;
  }
  return found;
}

/** "57,836 runs", "1 run": a number and what it counts, given in the plural, also as in "1 batch waiting". */
export function counted(count: number, plural: string): string {
  const singular = plural.replace(/(ch|sh|x|ss)es\b/g, "$1").replace(/(?<!s)s\b/g, "");
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** A whole number with its digits in groups of three. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
