import { plain, type Rendering } from "../../src/report/paint.ts";
import { counted, fit, grouped, visible, wrap } from "../../src/report/text.ts";
import {
  sizesOf,
  type Cell,
  type ComparedBenchmark,
  type Contender,
  type MeasuredCell,
  type MeasuredContender,
} from "./comparison.ts";
import { LEGEND, timesFloor } from "./legend.ts";
import { duration, rate } from "./numbers.ts";

const COLUMNS = ["p50", "p75", "p99", "p999"] as const;
const COLUMN_WIDTH = 9;
const RATE_WIDTH = 8;
const HEADS = `${COLUMNS.map((column) => column.padStart(COLUMN_WIDTH)).join("")}${"ops/s".padStart(RATE_WIDTH)}  x floor`;
const NAME_WIDTH_MIN = 12;
const NAME_WIDTH_MAX = 32;

/** One benchmark as lines: what is measured, a table for each size, and how each contender grows with the size. */
export function renderBenchmark(
  benchmark: ComparedBenchmark,
  { width = 80, paint = plain }: Rendering,
): readonly string[] {
  const { id, text, contenders } = benchmark;
  const measured = contenders.filter((one) => one.state === "measured");
  const nameWidth = Math.min(NAME_WIDTH_MAX, Math.max(NAME_WIDTH_MIN, ...contenders.map(({ name }) => name.length)));
  return [
    paint("bold", id),
    ...wrap(text, width - 2).map((line) => `  ${line}`),
    paint("dim", `    ${fit("", nameWidth)}${HEADS}`),
    ...sizesOf(benchmark).flatMap((size) => renderSize(benchmark, size, nameWidth)),
    ...renderGrowth(measured, nameWidth),
    ...contenders.flatMap((one) => (one.state === "not-applicable" ? [renderMissing(one, nameWidth)] : [])),
  ];
}

/** What the columns of all tables mean, to be said once. */
export function renderLegend({ width = 80, paint = plain }: Rendering): readonly string[] {
  return wrap(LEGEND, width).map((line) => paint("dim", line));
}

function renderSize({ counts, contenders }: ComparedBenchmark, size: number, nameWidth: number): readonly string[] {
  const rows = contenders.flatMap((one) => {
    const cell = one.state === "measured" ? one.cells.find((other) => other.size === size) : undefined;
    return cell === undefined ? [] : renderCell(one.name, cell, nameWidth);
  });
  return [`  ${counted(size, counts)}`, ...rows];
}

function renderCell(name: string, cell: Cell, nameWidth: number): readonly string[] {
  const who = `    ${fit(visible(name), nameWidth)}`;
  switch (cell.state) {
    case "measured":
      return [`${who}${figures(cell)}`, ...cell.warnings.map((warning) => `      ! tinybench: ${warning} timer`)];
    case "too-slow":
    case "not-measurable":
      return [`${who}  not measured: ${visible(cell.message)}`];
    case "error":
      return [`${who}  error: ${visible(cell.message)}`];
  }
}

function figures({ latency, throughput, ratio }: MeasuredCell): string {
  const columns = COLUMNS.map((column) => duration(latency[column]).padStart(COLUMN_WIDTH)).join("");
  const times = ratio === undefined ? "" : `  ${timesFloor(ratio)}`;
  return `${columns}${rate(throughput).padStart(RATE_WIDTH)}${times}`;
}

function renderGrowth(measured: readonly MeasuredContender[], nameWidth: number): readonly string[] {
  const rows = measured.flatMap(({ name, slope, steepest }) =>
    slope === undefined
      ? []
      : [`    ${fit(visible(name), nameWidth)}${slope.toFixed(2).padStart(COLUMN_WIDTH)}${describeSteepest(steepest)}`],
  );
  return rows.length === 0 ? [] : ["  growth: time ~ size ^ slope; 0 is flat, 1 linear", ...rows];
}

function describeSteepest(steepest: MeasuredContender["steepest"]): string {
  if (steepest === undefined) return "";
  const { slope, from, to } = steepest;
  return `   at most ${slope.toFixed(2)}, from ${grouped(from)} to ${grouped(to)}`;
}

function renderMissing({ name, lacks }: Contender & { state: "not-applicable" }, nameWidth: number): string {
  return `    ${fit(visible(name), nameWidth)}  not measured: it does not declare ${lacks.join(", ")}`;
}
