import type { Drawing } from "../../profiles/index.ts";
import { laneNames, type Row } from "../rows.ts";
import { displayWidth, truncate, visible, wrap } from "../text.ts";

/** Width of one column of text. The letters of a diagram are narrower in every common font of fixed width. */
const COLUMN_PX = 8;

export const LINE_PX = 18;

const ROW_PADDING_PX = 10;

/** What stands before the texts of the steps: the mark of a violation, the number of a step. */
export const MARK_X = 14;
export const NUMBER_X = 50;
export const STEP_X = 60;

/** Longer lines than this are broken; more lines of a text than this end in `…`. */
const STEP_COLUMNS_MAX = 26;
const LABEL_COLUMNS_MAX = 40;
const LINES_MAX = 8;

const LANE_COLUMNS_MIN = 10;
const LANE_COLUMNS_MAX = 14;
const LANE_GAP_COLUMNS = 2;

const COLUMN_GAP_PX = 20;

/** A row with its place, and its texts as lines that fit their columns. */
export interface PlacedRow {
  readonly row: Row;
  readonly top: number;
  readonly height: number;
  readonly stepLines: readonly string[];
  readonly labelLines: readonly string[];
}

/** A lane: the middle of its column, and its name as lines that fit it. */
export interface PlacedLane {
  readonly x: number;
  readonly nameLines: readonly string[];
}

/** Where everything in the picture of an interleaving is, in pixels of the picture. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly labelX: number;
  readonly lanes: readonly PlacedLane[];
  readonly headHeight: number;
  readonly rows: readonly PlacedRow[];
  /** The middle of each end of an arrow; equal for a mark in one lane. */
  readonly endsOf: (drawing: Drawing) => readonly [from: number, to: number];
}

/** Said below the label of the row that shows the violation. */
const BROKEN = "✗ here the rule is broken";

/**
 * Lays the rows out: the steps of the scenario on the left, the lanes in the middle, what was recorded on the right. Every
 * text is broken to fit its column, so that none can run into another.
 */
export function layOut(rows: readonly Row[]): Layout {
  const stepLines = rows.map(({ step }) => (step === undefined ? [] : lines(step, STEP_COLUMNS_MAX)));
  const labelLines = rows.map((row) => [
    ...lines(labelOf(row), LABEL_COLUMNS_MAX),
    ...(row.broken === true ? [BROKEN] : []),
  ]);
  const names = laneNames(rows);
  const lanesX = STEP_X + widest(stepLines) * COLUMN_PX + COLUMN_GAP_PX;
  const { lanes, right } = placeLanes(names, lanesX);
  const places = placeRows(rows, stepLines, labelLines);
  const last = places.at(-1);
  const middles = new Map(names.map((name, index) => [name, lanes[index]?.x ?? 0]));
  return {
    width: right + widest(labelLines) * COLUMN_PX + COLUMN_GAP_PX,
    height: last === undefined ? 0 : last.top + last.height,
    labelX: right,
    lanes,
    headHeight: Math.max(0, ...lanes.map(({ nameLines }) => nameLines.length)) * LINE_PX + ROW_PADDING_PX,
    rows: places,
    endsOf: ({ from, to }) => [middles.get(from) ?? 0, middles.get(to ?? from) ?? 0],
  };
}

/** What stands beside the lanes: nothing that the step on the left says already. */
function labelOf({ text, step }: Row): string {
  if (step === undefined || !text.startsWith(step)) return text;
  return text.slice(step.length).replace(/^: /, "");
}

function placeLanes(
  names: readonly string[],
  from: number,
): { readonly lanes: readonly PlacedLane[]; readonly right: number } {
  const lanes: PlacedLane[] = [];
  let right = from;
  for (const name of names) {
    const nameLines = lines(visible(name), LANE_COLUMNS_MAX);
    const columns = Math.max(LANE_COLUMNS_MIN, ...nameLines.map(displayWidth)) + LANE_GAP_COLUMNS;
    lanes.push({ x: right + (columns * COLUMN_PX) / 2, nameLines });
    right += columns * COLUMN_PX;
  }
  return { lanes, right: right + COLUMN_GAP_PX };
}

function placeRows(
  rows: readonly Row[],
  stepLines: readonly (readonly string[])[],
  labelLines: readonly (readonly string[])[],
): readonly PlacedRow[] {
  let top = 0;
  return rows.map((row, index) => {
    const [step = [], label = []] = [stepLines[index], labelLines[index]];
    const height = Math.max(1, step.length, label.length) * LINE_PX + ROW_PADDING_PX;
    const placed = { row, top, height, stepLines: step, labelLines: label };
    top += height;
    return placed;
  });
}

function lines(text: string, columns: number): readonly string[] {
  if (text === "") return [];
  const all = wrap(text, columns);
  if (all.length <= LINES_MAX) return all;
  return [...all.slice(0, LINES_MAX - 1), truncate(all.slice(LINES_MAX - 1).join(" "), columns)];
}

function widest(texts: readonly (readonly string[])[]): number {
  return Math.max(0, ...texts.flat().map(displayWidth));
}
