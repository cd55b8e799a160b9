import { toBencherMetricFormat } from "../../bench/export/bencherMetricFormat.ts";
import { toGithubActionBenchmark } from "../../bench/export/githubActionBenchmark.ts";
import { toGoBenchmark } from "../../bench/export/goBenchmark.ts";
import { serialiseGate, type GateResult } from "../../bench/gate/result.ts";
import type { RecordedRun } from "../../bench/history/recordedRun.ts";
import { serialiseComparison, type Comparison } from "../../bench/report/comparison.ts";
import { renderComparisonHtml } from "../../bench/report/html/page.ts";
import { UsageError } from "../explore/usageError.ts";
import type { AddCommand } from "./command.ts";
import { compareAdapters, comparisonExitCode, type CompareAdaptersOptions } from "./benchCompare.ts";
import { countAdapters, type CounterOptions } from "./benchCounters.ts";
import { BenchHistory, HISTORY_DEFAULT } from "./benchHistory.ts";
import { gate, gateExitCode, type GateOptions } from "./benchGate.ts";
import { limit, sizes } from "./benchOptions.ts";
import type { ExitCode } from "./exitCode.ts";
import { anySeed, collect, wholeNumber } from "./options.ts";
import { assertWritable, formatTarget, writeTargets, type FormatTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

type BenchOptions = Partial<Pick<GateOptions, "base" | "head" | "time">> &
  Omit<GateOptions, "base" | "head" | "time"> &
  Omit<CompareAdaptersOptions, "time"> &
  CounterOptions & {
    readonly counters?: boolean;
    /** A path, or true without one. */
    readonly record?: string | true;
    readonly report?: readonly FormatTarget<Format>[];
  };

/** Fewer give no interval worth the name. */
const PROCESSES_MIN = 5;
const PROCESSES_MAX = 100;
const PROCESSES = 10;

/** How long is measured, unless it is given, in ms. */
const COMPARE_MS = 300;
const GATE_MS = 500;
const TIME_MS_MAX = 600_000;

export const addBench: AddCommand = (program, session, onDone) => {
  program
    .command("bench")
    .description("measure adapters side by side, or say whether one version of an executor is slower than another")
    .argument("[adapter module...]", "modules whose adapters are compared: those of each profile, and the floor")
    .option("--base <MODULE>", "what is compared with: a path, or a published version (1.2.3, name@1.2.3)")
    .option("--head <MODULE>", "what may have become slower: a path, or a published version")
    .option("--adapter <NAME>", "only this adapter; may be repeated", collect)
    .option("--benchmark <ID>", "only this benchmark; may be repeated", collect)
    .option(
      "--size <N>",
      "at this size; may be repeated (of versions: the smallest, and the largest up to 1,000)",
      sizes,
    )
    .option(
      "--time <MS>",
      `how long is measured: adapters, each at each size (${COMPARE_MS}); versions, in each process (${GATE_MS})`,
      wholeNumber(1, TIME_MS_MAX),
    )
    .option("--limit <PERCENT>", "slowdown that fails (5); domain/rearm=10 for one benchmark; may be repeated", limit)
    .option(
      "--processes <N>",
      "fresh processes to begin with, up to three times as many where that is not enough",
      wholeNumber(PROCESSES_MIN, PROCESSES_MAX),
      PROCESSES,
    )
    .option("--counters", "of adapters: count what an operation makes, instead of measuring it")
    .option("--budget <FILE>", "with --counters: fail where counts differ from this budget")
    .option("--update-budget", "with --counters: write the counts into the budget")
    .option("--seed <S>", "seed of the resampling", anySeed, 1)
    .option("--record [FILE]", `add what adapters took to a history (${HISTORY_DEFAULT}), and warn of slow drift`)
    .option("--report <FORMAT=PATH>", "write a report, as in json=bench.json; may be repeated", formatTarget(FORMATS))
    .addHelpText("after", HELP)
    .action(async (paths: readonly string[], options: BenchOptions) => onDone(await bench(paths, options, session)));
};

/** How a format writes what was found: absent where it cannot. */
interface Format {
  readonly gate?: (result: GateResult) => string;
  readonly comparison: (comparison: Comparison, history?: readonly RecordedRun[]) => string;
}

export const FORMATS: Readonly<Record<string, Format>> = {
  json: { gate: serialiseGate, comparison: serialiseComparison },
  html: { comparison: renderComparisonHtml },
  github: { comparison: toGithubActionBenchmark },
  bmf: { comparison: toBencherMetricFormat },
  go: { comparison: toGoBenchmark },
};

const HELP = `
Adapters of a profile take turns in one process, beside the floor: the least that the operation can cost. What they do is
verified while it is measured. Without --size each benchmark has sizes from 1 to 100,000, so that growth is seen. Reports:
json and html, and what other tools read: github (github-action-benchmark, customSmallerIsBetter), bmf (Bencher), go
(benchstat).

Base and head are imported into one process and measured in turn, in every order of loading, beside a second copy of base.
A slowdown has to show in two sets of processes. A version alone is one of the package that the other module lies in, at the
same place in it; a package by its name has the adapters as its default export. It is installed with npm, without install
scripts.

A benchmark at one size takes about 30 seconds, twice that where head is slower, three minutes at most.

Exit codes: 0 measured, or not regressed; 1 regressed; 2 nothing to compare; 3 an executor cannot be measured, or does not do
the work that its figure would be for; 4 nobody was measured, inconclusive (too noisy) or untrusted (base looks different
from itself).`;

async function bench(paths: readonly string[], options: BenchOptions, session: Session): Promise<ExitCode> {
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
  const writers = report.map(({ write, ...target }) => ({ ...target, write: gateWriter(write, target.format) }));
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

function gateWriter({ gate: write }: Format, format: string): (result: GateResult) => string {
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
  const written = await writeTargets(report, (format) => format.comparison(comparison, runs));
  if (written.length > 0) session.terminal.write(written);
  return comparisonExitCode(comparison);
}
