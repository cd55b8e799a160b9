import type { BrokenRun } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { laneNames, rowsOf, type Row } from "./rows.ts";
import { visible } from "./text.ts";

/** What GitHub draws: it refuses a longer text. */
const TEXT_MAX = 50_000;

const INDENT = "  ";

/**
 * A run as the text of a Mermaid sequence diagram: lanes are participants, in the order of the terminal's diagram; what
 * lies between two steps is a note over all of them, and the violation stands on red.
 *
 * @returns undefined where there is no lane, or the text is longer than Mermaid takes.
 * @see https://mermaid.js.org/syntax/sequenceDiagram.html
 */
export function drawSequence(shown: BrokenRun, profile: AnyProfile): string | undefined {
  const rows = rowsOf(shown, profile);
  const lanes = laneNames(rows);
  if (lanes.length === 0) return undefined;
  const text = [
    "sequenceDiagram",
    ...lanes.map((name, index) => `${INDENT}participant ${alias(index)} as ${escapeMermaid(name)}`),
    ...rows.flatMap((row) => drawRow(row, lanes)).map((line) => INDENT + line),
  ].join("\n");
  return text.length > TEXT_MAX ? undefined : text;
}

/** Names of others never are identifiers. */
function alias(index: number): string {
  return `lane${index}`;
}

function drawRow(row: Row, lanes: readonly string[]): readonly string[] {
  const text = escapeMermaid(`${row.number === undefined ? "" : `${row.number} `}${row.text}`);
  const line = drawLine(row, lanes, text);
  return row.broken === true ? ["rect rgba(255, 0, 0, 0.2)", `${INDENT}${line}`, "end"] : [line];
}

function drawLine({ drawing }: Row, lanes: readonly string[], text: string): string {
  if (drawing === undefined) return `Note over ${[...new Set([alias(0), alias(lanes.length - 1)])].join()}: ${text}`;
  const { from, to } = drawing;
  const [start, end] = [alias(lanes.indexOf(from)), alias(lanes.indexOf(to ?? from))];
  return to === undefined ? `Note over ${start}: ${text}` : `${start}->>${end}: ${text}`;
}

/** Characters that mean nothing to Mermaid, wherever they stand in a text. */
const HARMLESS = /[^\p{L}\p{N} .,()/'_…-]/gu;

/**
 * Text of somebody else as a label: whatever could mean something to Mermaid or to HTML is written by its number, and so
 * is the first letter of `end`, which closes a block.
 */
export function escapeMermaid(text: string): string {
  const shown = visible(text).replaceAll(/\s+/g, " ").trim();
  if (shown === "") return "(no name)";
  return shown
    .replaceAll(HARMLESS, numbered)
    .replaceAll(/\bend\b/gi, (word) => numbered(word[0] ?? "") + word.slice(1));
}

function numbered(character: string): string {
  return `#${character.codePointAt(0)};`;
}
