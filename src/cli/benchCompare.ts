import { compareOn } from "../../bench/compare/compare.ts";
import { thisMachine } from "../../bench/compare/machine.ts";
import type { ComparedBenchmark, Comparison } from "../../bench/report/comparison.ts";
import { renderBenchmark, renderLegend } from "../../bench/report/table.ts";
import type { Benchmark } from "../../bench/suites/benchmark.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { realTimers } from "../run/realTimers.ts";
import { KIT } from "../version.ts";
import { selectMeasured, type MeasuredSelection } from "./benchSelection.ts";
import type { BenchWatch } from "./benchWatch.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";
import { StatusLine } from "./statusLine.ts";

/** The options of a comparison, as they are parsed. */
export interface CompareAdaptersOptions extends MeasuredSelection {
  /** Milliseconds for each adapter at each size. */
  readonly time: number;
}

/** Each contender takes so many turns at each size. */
const ROUNDS = 5;

/**
 * Measures the adapters of some modules, those of each profile beside each other and the floor, and shows the tables.
 *
 * @param saveSome told the benchmarks that were measured where an executor never comes back; saves them at once.
 * @throws UsageError when there is nothing to measure: before anything is.
 */
export async function compareAdapters(
  paths: readonly string[],
  options: CompareAdaptersOptions,
  session: Session & { readonly watch: BenchWatch },
  saveSome: (comparison: Comparison) => string,
): Promise<Comparison> {
  const { adapters, selected } = await selectMeasured(paths, options, session);
  const compared: ComparedBenchmark[] = [];
  const comparison: Comparison = {
    schemaVersion: 1,
    kit: KIT,
    machine: thisMachine(),
    settings: { timeMs: options.time, rounds: ROUNDS },
    benchmarks: compared,
  };
  session.watch.onStuck(() => (compared.length === 0 ? "" : saveSome(comparison)));
  for (const benchmark of selected) compared.push(await measure(benchmark, adapters, options, session));
  session.terminal.write(renderLegend(session.terminal));
  return comparison;
}

/** 3 where an executor does not do the work that its figure would be for, 4 where nobody could be measured. */
export function comparisonExitCode({ benchmarks: compared }: Comparison): ExitCode {
  const cells = compared.flatMap(({ contenders: [, ...adapters] }) =>
    adapters.flatMap((one) => (one.state === "measured" ? one.cells : [])),
  );
  return combineExitCodes([
    cells.some(({ state }) => state === "measured") ? 0 : 4,
    ...(cells.some(({ state }) => state === "error") ? [3 as const] : []),
  ]);
}

async function measure(
  benchmark: Benchmark,
  adapters: readonly CheckableAdapter[],
  { time, size }: CompareAdaptersOptions,
  { terminal, watch }: Session & { readonly watch: BenchWatch },
): Promise<ComparedBenchmark> {
  const line = new StatusLine(terminal);
  const compared = await compareOn(
    benchmark,
    adapters.filter(({ profile }) => profile === benchmark.profile),
    {
      timeMs: time,
      rounds: ROUNDS,
      now: realTimers.performanceNow,
      ...(size === undefined ? {} : { sizes: size }),
      onProgress: ({ id, counts }, now) => line.show(() => `${id}: ${now} ${counts}`),
      onTurn: ({ id }, { name }, now) => watch.doing(`measuring ${id} of ${name} at ${now}`),
    },
  );
  line.clear();
  terminal.write([...renderBenchmark(compared, terminal), ""]);
  return compared;
}
