import type { Drawing } from "../profiles/index.ts";
import { displayWidth, fit, truncate, visible } from "./text.ts";

/** What the text beside the lanes keeps for itself, in columns. */
const TEXT_MIN = 28;

const LANE_MIN = 4;

const LANE_USUAL = 8;

/** The place of whatever comes first in a diagram. */
const FIRST = "host";

/**
 * The columns of a diagram: which lane lies where, and what passes between them.
 *
 * Lanes stand in the order of their first appearance, after the host. Too many for the width share the last column.
 */
export class Lanes {
  /** Columns of all lanes together. */
  readonly width: number;
  readonly #names: readonly string[];
  /** At most as many as there are names. */
  readonly #columns: readonly Column[];

  constructor(drawings: readonly Drawing[], available: number) {
    const room = Math.max(available - TEXT_MIN, LANE_MIN);
    this.#names = namesOf(drawings);
    const columns = Math.min(this.#names.length, Math.floor(room / LANE_MIN));
    const wanted = this.#names.slice(0, columns).map((name) => Math.max(displayWidth(visible(name)) + 2, LANE_USUAL));
    const widest = widestThatFits(wanted, room);
    const edges = [0];
    for (const width of wanted) edges.push((edges.at(-1) ?? 0) + Math.min(width, widest));
    this.#columns = wanted.map((_, index) => ({ left: edges[index] ?? 0, right: edges[index + 1] ?? 0 }));
    this.width = edges.at(-1) ?? 0;
  }

  /** The names of the lanes, each above its line. */
  header(): string {
    const isShared = this.#columns.length < this.#names.length;
    return this.#columns
      .map((column, index) => {
        const width = column.right - column.left;
        const name = isShared && index === this.#columns.length - 1 ? "…" : visible(this.#names[index] ?? "");
        const shown = truncate(name, width - 1);
        const indent = Math.max(0, Math.floor((width - displayWidth(shown)) / 2));
        return fit(" ".repeat(indent) + shown, width);
      })
      .join("");
  }

  /** The lines of the lanes while nothing passes; broken ones where time passes between two steps. */
  idle(between: boolean): string {
    return this.#cells(between ? "┊" : "│").join("");
  }

  /** An arrow from one lane to another, or a mark in one. */
  arrow({ from, to }: Drawing): string {
    const cells = this.#cells("│");
    const start = this.#middleOf(from);
    const end = to === undefined ? start : this.#middleOf(to);
    if (start === end) {
      cells[start] = "●";
      return cells.join("");
    }
    const [left, right] = [Math.min(start, end), Math.max(start, end)];
    for (let at = left + 1; at < right; at += 1) cells[at] = cells[at] === "│" ? "┼" : "─";
    cells[start] = start < end ? "├" : "┤";
    cells[start < end ? end - 1 : end + 1] = start < end ? ">" : "<";
    return cells.join("");
  }

  #cells(line: string): string[] {
    const cells = Array.from({ length: this.width }, () => " ");
    for (const column of this.#columns) cells[middle(column)] = line;
    return cells;
  }

  #middleOf(name: string): number {
    const column = this.#columns[Math.min(this.#names.indexOf(name), this.#columns.length - 1)];
    return column === undefined ? 0 : middle(column);
  }
}

interface Column {
  readonly left: number;
  /** The first column of the next lane. */
  readonly right: number;
}

/** Where the line of a lane is drawn. */
function middle({ left, right }: Column): number {
  return Math.floor((left + right - 1) / 2);
}

function namesOf(drawings: readonly Drawing[]): readonly string[] {
  const names = new Set<string>();
  for (const { from, to } of drawings) {
    names.add(from);
    if (to !== undefined) names.add(to);
  }
  return names.delete(FIRST) ? [FIRST, ...names] : [...names];
}

/** The greatest width of a column with which all of them fit into `room`. */
function widestThatFits(widths: readonly number[], room: number): number {
  let widest = Math.max(LANE_MIN, ...widths);
  while (widest > LANE_MIN && widths.reduce((sum, width) => sum + Math.min(width, widest), 0) > room) widest -= 1;
  return widest;
}
