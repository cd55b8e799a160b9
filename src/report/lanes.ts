import type { Drawing } from "../profiles/index.ts";
import { displayWidth, fit, truncate, visible, wrap } from "./text.ts";

/** What the text beside the lanes keeps for itself, in columns. */
const TEXT_MIN = 24;

const LANE_MIN = 4;

const LANE_USUAL = 8;

/** More lines than this a name never takes above its lane. */
const HEADER_LINES_MAX = 3;

/**
 * The columns of a diagram: which lane lies where, and what passes between them.
 *
 * Lanes stand in the order in which they are named. Too many for the width share the last column.
 */
export class Lanes {
  /** Columns of all lanes together. */
  readonly width: number;
  readonly #names: readonly string[];
  /** At most as many as there are names. */
  readonly #columns: readonly Column[];

  constructor(names: readonly string[], available: number) {
    const room = Math.max(available - TEXT_MIN, LANE_MIN);
    this.#names = names;
    const columns = Math.min(names.length, Math.floor(room / LANE_MIN));
    const wanted = widths(
      names.slice(0, columns).map((name) => visible(name)),
      room,
    );
    const widest = widestThatFits(wanted, room);
    const edges = [0];
    for (const width of wanted) edges.push((edges.at(-1) ?? 0) + Math.min(width, widest));
    this.#columns = wanted.map((_, index) => ({ left: edges[index] ?? 0, right: edges[index + 1] ?? 0 }));
    this.width = edges.at(-1) ?? 0;
  }

  /** The names of the lanes, each above its line; one that is too long for its column takes several lines. */
  header(): readonly string[] {
    const isShared = this.#columns.length < this.#names.length;
    const cells = this.#columns.map(({ left, right }, index) => {
      const isLast = index === this.#columns.length - 1;
      return isShared && isLast ? ["…"] : headerLines(visible(this.#names[index] ?? ""), right - left - 1);
    });
    const height = Math.max(0, ...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      this.#columns
        .map(({ left, right }, index) => {
          const lines = cells[index] ?? [];
          // Names end at the line below them.
          return centred(lines[line - height + lines.length] ?? "", right - left);
        })
        .join(""),
    );
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

function headerLines(name: string, width: number): readonly string[] {
  const lines = wrap(name, width);
  if (lines.length <= HEADER_LINES_MAX) return lines;
  return [...lines.slice(0, HEADER_LINES_MAX - 1), truncate(lines.slice(HEADER_LINES_MAX - 1).join(" "), width)];
}

function centred(text: string, width: number): string {
  const indent = Math.max(0, Math.floor((width - displayWidth(text)) / 2));
  return fit(" ".repeat(indent) + text, width);
}

/** What each name takes on one line; where that is too much for all of them, what its longest word takes. */
function widths(names: readonly string[], room: number): readonly number[] {
  const whole = names.map((name) => Math.max(displayWidth(name) + 2, LANE_USUAL));
  if (sum(whole) <= room) return whole;
  return names.map((name) => Math.max(...name.split(" ").map(displayWidth), LANE_MIN) + 1);
}

/** The greatest width of a column with which all of them fit into `room`. */
function widestThatFits(wanted: readonly number[], room: number): number {
  let widest = Math.max(LANE_MIN, ...wanted);
  while (widest > LANE_MIN && sum(wanted.map((width) => Math.min(width, widest))) > room) widest -= 1;
  return widest;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
