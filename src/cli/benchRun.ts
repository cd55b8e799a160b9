import { toBencherMetricFormat } from "../../bench/export/bencherMetricFormat.ts";
import { toGithubActionBenchmark } from "../../bench/export/githubActionBenchmark.ts";
import { toGoBenchmark } from "../../bench/export/goBenchmark.ts";
import { serialiseGate, type GateResult } from "../../bench/gate/result.ts";
import type { RecordedRun } from "../../bench/history/recordedRun.ts";
import { serialiseComparison, type Comparison } from "../../bench/report/comparison.ts";
import { renderComparisonHtml } from "../../bench/report/html/page.ts";
import { UsageError } from "../explore/usageError.ts";
import { compareAdapters, comparisonExitCode, type CompareAdaptersOptions } from "./benchCompare.ts";
import { countAdapters, type CounterOptions } from "./benchCounters.ts";
import { gate, gateExitCode, type GateOptions } from "./benchGate.ts";
import { BenchHistory } from "./benchHistory.ts";
import { COMPARE_MS, GATE_MS, HISTORY_DEFAULT, type BenchFormat } from "./benchOptions.ts";
import type { ExitCode } from "./exitCode.ts";
import { assertWritable, writeTargets, type FormatTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

/** The options of `bench`, as they are parsed. */
export type BenchOptions = Partial<Pick<GateOptions, "base" | "head" | "time">> &
  Omit<GateOptions, "base" | "head" | "time"> &
  Omit<CompareAdaptersOptions, "time"> &
  CounterOptions & {
    readonly counters?: boolean;
    /** A path, or true without one. */
    readonly record?: string | true;
    readonly report?: readonly FormatTarget<BenchFormat>[];
  };

/** How a format writes what was found: absent where it cannot. */
interface Format {
  readonly gate?: (result: GateResult) => string;
  readonly comparison: (comparison: Comparison, history?: readonly RecordedRun[]) => string;
}

const FORMATS: Readonly<Record<BenchFormat, Format>> = {
  json: { gate: serialiseGate, comparison: serialiseComparison },
  html: { comparison: renderComparisonHtml },
  github: { comparison: toGithubActionBenchmark },
  bmf: { comparison: toBencherMetricFormat },
  go: { comparison: toGoBenchmark },
};

/** Measures, counts or compares, as the options ask. @throws UsageError for options that do not go together. */
export async function bench(paths: readonly string[], options: BenchOptions, session: Session): Promise<ExitCode> {
  const { base, head, record, report = [] } = options;
  if (base === undefined && head === undefined) {
    if (paths.length === 0) throw new UsageError("Expected adapter modules, or --base and --head, got neither");
    refuseMisplaced(options);
    return options.counters === true ? countAdapters(paths, options, session) : compare(paths, options, session);
  }
  if (base === undefined || head === undefined) throw new UsageError("Expected --base and --head, got one");
  if (options.counters === true)
    throw new UsageError("Expected adapter modules with --counters, got --base and --head");
  if (paths.length > 0) {
    throw new UsageError(`Expected either adapter modules or --base and --head, got ${paths[0]} as well`);
  }
  if (record !== undefined)
    throw new UsageError("Expected no --record with --base and --head: a history is of adapters");
  await assertWritable(report);
  const writers = report.map((target) => ({ ...target, write: gateWriter(target.write) }));
  const result = await gate({ time: GATE_MS, ...options, base, head }, session);
  const written = await writeTargets(writers, (write) => write(result));
  if (written.length > 0) session.terminal.write(written);
  return gateExitCode(result);
}

/** @throws UsageError for an option that would be left unheard. */
function refuseMisplaced({
  counters = false,
  budget,
  updateBudget,
  report,
  record,
  size,
  limit: limits,
}: BenchOptions): void {
  if (limits !== undefined) throw new UsageError("Expected --limit only with --base and --head");
  const [asked, unheard] = counters
    ? (["without", { report, record, size }] as const)
    : (["with", { budget, "update-budget": updateBudget }] as const);
  const [misplaced] = Object.entries(unheard).find(([, value]) => value !== undefined) ?? [];
  if (misplaced !== undefined) throw new UsageError(`Expected --${misplaced} only ${asked} --counters`);
}

function gateWriter(format: BenchFormat): (result: GateResult) => string {
  const { gate: write } = FORMATS[format];
  if (write === undefined) throw new UsageError(`Expected --report json with --base and --head, got ${format}`);
  return write;
}

async function compare(paths: readonly string[], options: BenchOptions, session: Session): Promise<ExitCode> {
  const { record, report = [] } = options;
  await assertWritable(report);
  const history =
    record === undefined ? undefined : await BenchHistory.read(record === true ? HISTORY_DEFAULT : record);
  const comparison = await compareAdapters(paths, { time: COMPARE_MS, ...options }, session);
  const runs = await history?.record(comparison, session.terminal);
  const written = await writeTargets(report, (format) => FORMATS[format].comparison(comparison, runs));
  if (written.length > 0) session.terminal.write(written);
  return comparisonExitCode(comparison);
}
