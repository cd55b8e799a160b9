import type { Drawing } from "../../profiles/index.ts";
import { laneNames, type Row } from "../rows.ts";
import { displayWidth, truncate, visible, wrap } from "../text.ts";

/** Width of one column of a lane's name; the letters that it is set in are narrower in every common font of fixed width. */
const COLUMN_PX = 8;

const LINE_PX = 18;

const PADDING_PX = 5;

const NAME_COLUMNS_MIN = 8;
/** Longer names are broken, and end in `…` after three lines. */
const NAME_COLUMNS_MAX = 14;
const NAME_LINES_MAX = 3;

const LANE_GAP_COLUMNS = 2;

/** A lane: the middle of its column, and its name as lines that fit it. */
interface PlacedLane {
  readonly x: number;
  readonly name: readonly { readonly text: string; readonly y: number }[];
}

/** Where the lanes of a picture are, in pixels. */
export interface Lanes {
  readonly width: number;
  /** Height of the names. */
  readonly headHeight: number;
  readonly all: readonly PlacedLane[];
  /** The middle of each end of an arrow; equal for a mark in one lane. */
  readonly endsOf: (drawing: Drawing) => readonly [from: number, to: number];
}

/** Places the lanes side by side, each as wide as its name asks for. */
export function placeLanes(rows: readonly Row[]): Lanes {
  const names = laneNames(rows);
  const lines = names.map((name) => nameLines(visible(name)));
  const headHeight = Math.max(1, ...lines.map((own) => own.length)) * LINE_PX + 2 * PADDING_PX;
  const all: PlacedLane[] = [];
  let width = 0;
  for (const own of lines) {
    const columns = Math.max(NAME_COLUMNS_MIN, ...own.map(displayWidth)) + LANE_GAP_COLUMNS;
    const bottom = headHeight - 2 * PADDING_PX;
    const name = own.map((text, index) => ({ text, y: bottom - (own.length - 1 - index) * LINE_PX }));
    all.push({ x: width + (columns * COLUMN_PX) / 2, name });
    width += columns * COLUMN_PX;
  }
  const middles = new Map(names.map((name, index) => [name, all[index]?.x ?? 0]));
  return { width, headHeight, all, endsOf: ({ from, to }) => [middles.get(from) ?? 0, middles.get(to ?? from) ?? 0] };
}

function nameLines(name: string): readonly string[] {
  const lines = wrap(name, NAME_COLUMNS_MAX);
  if (lines.length <= NAME_LINES_MAX) return lines;
  const rest = lines.slice(NAME_LINES_MAX - 1).join(" ");
  return [...lines.slice(0, NAME_LINES_MAX - 1), truncate(rest, NAME_COLUMNS_MAX)];
}
