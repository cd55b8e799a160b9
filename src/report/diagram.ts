import type { BrokenRun } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { Lanes } from "./lanes.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { rowsOf, type Row } from "./rows.ts";
import { fit, truncate } from "./text.ts";

/** Columns before the lanes: a mark, the number of a step, a space. */
const MARGIN = 6;

/**
 * Draws a run as lanes over time: one column for each lane, one row for each arrow, from top to bottom. Gaps stand between
 * the steps; `✗` marks the moment of the violation.
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
  { width = 80, paint = plain }: Rendering = {},
): readonly string[] {
  const rows = rowsOf(shown, profile);
  const lanes = new Lanes(
    rows.flatMap(({ drawing }) => (drawing === undefined ? [] : [drawing])),
    width - MARGIN,
  );
  const header = `${" ".repeat(MARGIN)}${lanes.header()}`;
  return [paint("bold", header.trimEnd()), ...rows.map((row) => drawRow(row, lanes, width, paint))];
}

function drawRow(row: Row, lanes: Lanes, width: number, paint: Paint): string {
  const mark = row.broken === true ? "✗" : " ";
  const number = row.number === undefined ? "" : String(row.number);
  const margin = `${mark} ${number.padStart(3)} `;
  const between = row.between === true;
  const lines = row.drawing === undefined ? lanes.idle(between) : lanes.arrow(row.drawing);
  const text = truncate(row.text, width - MARGIN - lanes.width - 1);
  const line = `${margin}${fit(lines, lanes.width)} ${text}`.trimEnd();
  if (row.broken === true) return paint(["red", "bold"], line);
  return between ? paint("dim", line) : line;
}
