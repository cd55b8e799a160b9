import type { BrokenRun } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { Lanes } from "./lanes.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { laneNames, rowsOf, type Row } from "./rows.ts";
import { fit, truncate, wrap } from "./text.ts";

/** Columns before the lanes: a mark, the number of a step, a space. */
const MARGIN = 6;

/** More lines than this a text never takes beside the lanes. */
const TEXT_LINES_MAX = 4;

/** So many rows or fewer are drawn rather than counted. */
const TAIL_MIN = 5;

export interface DiagramRendering extends Rendering {
  /** Also draws what happened after the violation until the end of the run. */
  readonly whole?: boolean;
}

/**
 * Draws a run as lanes over time: one column for each lane, one row for each arrow, from top to bottom. Gaps stand between
 * the steps; `✗` marks the moment of the violation. The picture ends at the next rest after it, unless it is to be whole.
 *
 * @returns lines of at most `width` columns.
 * @example
 * ```ts
 * console.log(drawDiagram(failure.counterexample, profile).join("\n"));
 * ```
 */
export function drawDiagram(
  shown: BrokenRun,
  profile: AnyProfile,
  { width = 80, paint = plain, whole = false }: DiagramRendering = {},
): readonly string[] {
  const all = rowsOf(shown, profile);
  const rows = whole ? all : untilRest(all);
  const lanes = new Lanes(laneNames(rows), width - MARGIN);
  const header = lanes.header().map((line) => paint("bold", `${" ".repeat(MARGIN)}${line}`.trimEnd()));
  const drawn = [...header, ...rows.flatMap((row) => drawRow(row, lanes, width, paint))];
  if (rows.length === all.length) return drawn;
  const more = `… ${all.length - rows.length} more until the end of the run, drawn by replay`;
  return [...drawn, paint("dim", `${" ".repeat(MARGIN)}${more}`)];
}

/** The rows up to the first rest after the violation; all of them where hardly any come after it. */
function untilRest(rows: readonly Row[]): readonly Row[] {
  const broken = rows.findIndex((row) => row.broken === true);
  const rest = rows.findIndex((row, index) => index >= broken && row.between === "rest");
  return broken === -1 || rest === -1 || rows.length - rest - 1 <= TAIL_MIN ? rows : rows.slice(0, rest + 1);
}

/** A row is one line, and more where its text is too long for the place beside the lanes. */
function drawRow(row: Row, lanes: Lanes, width: number, paint: Paint): readonly string[] {
  return textLines(row.text, width - MARGIN - lanes.width - 1).map((text, index) => {
    const line = `${index === 0 ? margin(row) : " ".repeat(MARGIN)}${fit(cells(row, lanes, index), lanes.width)} ${text}`;
    if (row.broken === true) return paint(["red", "bold"], line.trimEnd());
    return row.between !== undefined ? paint("dim", line.trimEnd()) : line.trimEnd();
  });
}

function margin({ broken, number }: Row): string {
  return `${broken === true ? "✗" : " "} ${(number === undefined ? "" : String(number)).padStart(3)} `;
}

/** The lanes beside one line of a row's text. */
function cells(row: Row, lanes: Lanes, line: number): string {
  if (row.drawing !== undefined && line === 0) return lanes.arrow(row.drawing);
  return lanes.idle(row.between !== undefined);
}

function textLines(text: string, width: number): readonly string[] {
  const lines = wrap(text, width);
  if (lines.length <= TEXT_LINES_MAX) return lines;
  return [...lines.slice(0, TEXT_LINES_MAX - 1), truncate(lines.slice(TEXT_LINES_MAX - 1).join(" "), width)];
}
