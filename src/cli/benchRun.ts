import { writeFileSync } from "node:fs";
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
import { BenchHistory, historyOutput } from "./benchHistory.ts";
import { COMPARE_MS, GATE_MS, HISTORY_DEFAULT, PROCESSES, SEED, type BenchFormat } from "./benchOptions.ts";
import { wayOf } from "./benchWay.ts";
import { BenchWatch } from "./benchWatch.ts";
import type { ExitCode } from "./exitCode.ts";
import { throwProblems, writeTargets, type FormatTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";
import { assertWritable } from "./writable.ts";

/** The options of `bench`, as they are parsed. */
export type BenchOptions = Partial<GateOptions> &
  Omit<CompareAdaptersOptions, "time"> &
  CounterOptions & {
    readonly counters?: boolean;
    /** A path, or true without one. */
    readonly record?: string | true;
    readonly report?: readonly FormatTarget<BenchFormat>[];
  };

type WatchedSession = Session & { readonly watch: BenchWatch };

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
  const way = wayOf(paths, options);
  switch (way.kind) {
    case "comparison":
      return watched(session, options.time ?? COMPARE_MS, (all) => compare(paths, options, all));
    case "counters":
      return watched(session, 0, (all) => countAdapters(paths, options, all));
    case "gate":
      return judgeVersions({ time: GATE_MS, processes: PROCESSES, seed: SEED, ...options, ...way }, session);
  }
}

/** Executors run in this process here: one that never comes back must not take the command with it. */
async function watched(
  session: Session,
  timeMs: number,
  run: (session: WatchedSession) => Promise<ExitCode>,
): Promise<ExitCode> {
  const watch = new BenchWatch(session.containment, timeMs);
  try {
    return await run({ ...session, watch });
  } finally {
    await watch.stop();
  }
}

async function judgeVersions(options: GateOptions & BenchOptions, session: Session): Promise<ExitCode> {
  const writers = (options.report ?? []).map((target) => ({ ...target, write: gateWriter(target.write) }));
  await assertWritable(writers, [options.base, options.head]);
  const result = await gate(options, session);
  throwProblems(await writeAll(writers, (serialise) => serialise(result), session));
  return gateExitCode(result);
}

function gateWriter(format: BenchFormat): (result: GateResult) => string {
  const { gate: write } = FORMATS[format];
  if (write === undefined) throw new UsageError(`Expected --report json with --base and --head, got ${format}`);
  return write;
}

async function compare(paths: readonly string[], options: BenchOptions, session: WatchedSession): Promise<ExitCode> {
  const { record, report = [] } = options;
  const path = record === true ? HISTORY_DEFAULT : record;
  await assertWritable([...(path === undefined ? [] : [historyOutput(path)]), ...report], paths);
  const history = path === undefined ? undefined : await BenchHistory.read(path);
  const saveSome = (some: Comparison): string => {
    for (const { path: to, write } of report) writeFileSync(to, FORMATS[write].comparison(some));
    return report.length === 0 ? "" : "; what was measured before it is in the reports";
  };
  const comparison = await compareAdapters(paths, { time: COMPARE_MS, ...options }, session, saveSome);
  const recorded = await history?.record(comparison, session.terminal);
  const problems = await writeAll(report, (format) => FORMATS[format].comparison(comparison, recorded?.runs), session);
  throwProblems([...(recorded?.problems ?? []), ...problems]);
  return comparisonExitCode(comparison);
}

/** Writes to every target, shows where that is, and gives what could not be written. */
async function writeAll<Write>(
  targets: readonly FormatTarget<Write>[],
  textOf: (write: Write) => string,
  { terminal }: Session,
): Promise<readonly string[]> {
  const { lines, problems } = await writeTargets(targets, textOf);
  if (lines.length > 0) terminal.write(lines);
  return problems;
}
