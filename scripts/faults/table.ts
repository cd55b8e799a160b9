import { median } from "../../bench/statistics/quantiles.ts";
import { isFound, type FaultFigures, type Limits, type RunsBySeed } from "./measure.ts";

/** One fault in one line: where it is found, and the median runs of each contender. */
export function faultLine({ profile, fault, inScope, bySeed = [], ...figures }: FaultFigures): string {
  const isCertain = isFound({ profile, fault, inScope, bySeed, ...figures });
  const where = inScope === null ? `seeds ${summaryOf(bySeed)}` : `small scope, schedule ${inScope.runs}`;
  const medians = figures.byContender.map(({ contender, runs }) => `${contender} ${medianText(runs)}`);
  return `${isCertain ? "found " : "missed"} ${`${profile} ${fault}`.padEnd(48)} ${where.padEnd(28)} ${medians.join(", ")}`;
}

/** How many seeds found it, and how soon: "100 of 100, median 12, most 80". */
function summaryOf(runs: RunsBySeed): string {
  const found = runs.filter((count) => count !== null);
  const most = found.length === 0 ? "" : `, median ${medianText(runs)}, most ${Math.max(...found)}`;
  return `${found.length} of ${runs.length}${most}`;
}

/** The median over all seeds, where those that found nothing count as the longest; "-": it lies among them. */
function medianText(runs: RunsBySeed): string {
  const middle = median(runs.map((count) => count ?? Infinity));
  return Number.isFinite(middle) ? String(Math.round(middle)) : "-";
}

const COLUMNS = ["always", "at times", "never", "median", "slowest", "geometric mean"];

/** What each contender came to over all faults: a line each, below a heading. */
export function contenderTable(all: readonly FaultFigures[], { contenderRunsMax }: Limits): readonly string[] {
  const contenders = all[0]?.byContender.map(({ contender }) => contender) ?? [];
  const lines = contenders.map((contender) => {
    const byFault = all.flatMap((figures) =>
      figures.byContender.flatMap((one) => (one.contender === contender ? [one.runs] : [])),
    );
    const missed = byFault.map((runs) => runs.filter((count) => count === null).length);
    const always = missed.filter((count) => count === 0).length;
    const never = missed.filter((count, index) => count === byFault[index]?.length).length;
    const capped = byFault.map((runs) => runs.map((count) => count ?? contenderRunsMax));
    const medians = capped.map(median);
    const figures = [
      always,
      byFault.length - always - never,
      never,
      median(medians),
      Math.max(...medians),
      geometricMean(capped.flat()),
    ];
    return row(
      contender,
      figures.map((figure) => (Number.isInteger(figure) ? String(figure) : figure.toFixed(1))),
    );
  });
  return [row("strategy", COLUMNS), ...lines];
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(12)}${cells.map((cell) => cell.padStart(16)).join("")}`;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
