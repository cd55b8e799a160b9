import { readFile, writeFile } from "node:fs/promises";
import { differences, updated, type Budget, type CountedOperation } from "../../bench/counters/budget.ts";
import { outcomeOf, type Outcome } from "../../bench/counters/outcome.ts";
import { floorOf } from "../../bench/floor/index.ts";
import { renderCounts, type CountedRow } from "../../bench/report/counterTable.ts";
import type { Benchmark } from "../../bench/suites/benchmark.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { assertKnown } from "../explore/nearest.ts";
import { UsageError } from "../explore/usageError.ts";
import { visible } from "../report/text.ts";
import { selectMeasured, type Measurable, type MeasuredSelection } from "./benchSelection.ts";
import type { BenchWatch } from "./benchWatch.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";
import { assertWritable, cannotWrite, type Output } from "./writable.ts";

/** The options of counting, as they are parsed. */
export interface CounterOptions extends MeasuredSelection {
  /** Path of the budget. */
  readonly budget?: string;
  readonly updateBudget?: boolean;
}

/**
 * Counts what operations make, shows it, and holds it against a budget where there is one.
 *
 * @returns 1 where something differs from the budget, 3 where an executor does not do the work, 4 where something could not
 *   be counted, or nothing was.
 * @throws UsageError when there is nothing to count, or the budget cannot be read or written: before anything is counted.
 */
export async function countAdapters(
  paths: readonly string[],
  options: CounterOptions,
  session: Session & { readonly watch: BenchWatch },
): Promise<ExitCode> {
  const { budget: path, updateBudget = false } = options;
  if (updateBudget && path === undefined) throw new UsageError("Expected --budget FILE with --update-budget");
  if (updateBudget && path !== undefined) await assertWritable([budgetOutput(path)], paths);
  const budget = path === undefined ? undefined : await readBudget(path, updateBudget);
  const measurable = await selectMeasured(paths, options, session);
  if (path !== undefined && budget !== undefined) assertEntries(budget, path, measurable);
  const operations: CountedOperation[] = [];
  for (const benchmark of measurable.selected) operations.push(...(await countAll(benchmark, measurable, session)));
  const codes = operations.flatMap(({ outcome }) => CODES[outcome.state]);
  if (path === undefined || budget === undefined) return combineExitCodes(codes);
  if (!updateBudget) return combineExitCodes([...codes, ...holdAgainst(budget, operations, session)]);
  await writeUpdated(path, budget, operations, session);
  return combineExitCodes(codes);
}

const CODES: Readonly<Record<Outcome["state"], readonly ExitCode[]>> = {
  counted: [0],
  "not-applicable": [],
  uncountable: [4],
  error: [3],
};

/** Counts and shows one benchmark. The floor comes first, and has no budget: it is nobody's. */
async function countAll(
  benchmark: Benchmark,
  { adapters }: Measurable,
  { terminal, watch }: Session & { readonly watch: BenchWatch },
): Promise<readonly CountedOperation[]> {
  const floor = floorOf(benchmark);
  const yardstick = await outcomeOf(benchmark, floor);
  if (yardstick.state === "error") throw new Error(`the floor of ${benchmark.id}: ${yardstick.why}`);
  const rows: CountedRow[] = [{ name: floor.name, outcome: yardstick }];
  for (const adapter of adapters.filter(({ profile }) => profile === benchmark.profile)) {
    watch.doing(`counting ${benchmark.id} of ${adapter.name}`);
    rows.push({ name: adapter.name, outcome: await outcomeOf(benchmark, adapter) });
  }
  terminal.write([...renderCounts(benchmark.id, rows, terminal), ""]);
  return rows.slice(1).map(({ name, outcome }) => ({ adapter: name, benchmark: benchmark.id, outcome }));
}

function holdAgainst(
  budget: Budget,
  operations: readonly CountedOperation[],
  { terminal }: Session,
): readonly ExitCode[] {
  const found = differences(operations, budget);
  if (found.length > 0) {
    terminal.write(found.map((one) => `✗ ${visible(one)}`));
    return [1];
  }
  const states = new Set(operations.map(({ outcome }) => outcome.state));
  const isWhole = !states.has("uncountable") && !states.has("error");
  if (states.has("counted")) terminal.write([isWhole ? "As budgeted." : "What was counted is as budgeted."]);
  else terminal.write(["Nothing was counted that a budget could be held against."]);
  return [];
}

async function writeUpdated(
  path: string,
  budget: Budget,
  operations: readonly CountedOperation[],
  { terminal }: Session,
): Promise<void> {
  const { serialiseBudget } = await import("../../bench/counters/budgetFile.ts");
  const { budget: after, takenOut } = updated(budget, operations);
  await writeFile(path, serialiseBudget(after)).catch((error: unknown) => {
    throw cannotWrite(budgetOutput(path), error);
  });
  terminal.write([`Budget: ${visible(path)}`, ...takenOut.map((one) => `! ${visible(one)}`)]);
}

function budgetOutput(path: string): Output {
  return { what: "the budget", path, isKept: true };
}

/** @throws UsageError where the budget has a benchmark for one of these adapters that there is not. */
function assertEntries(budget: Budget, path: string, { adapters }: Measurable): void {
  const known = benchmarks.map(({ id }) => id);
  for (const { name } of adapters) {
    assertKnown(`benchmark of ${name} in ${path}`, [...(budget.get(name)?.keys() ?? [])], known);
  }
}

/** @throws UsageError where there is none, unless it is to be written. */
async function readBudget(path: string, mayBeMissing: boolean): Promise<Budget> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (mayBeMissing && code === "ENOENT") return new Map();
    const why = code === "ENOENT" ? "no such file: write one with --update-budget" : message;
    throw new UsageError(`Cannot read the budget ${path}: ${why}`);
  }
  const { parseBudget } = await import("../../bench/counters/budgetFile.ts");
  return parseBudget(text, path);
}
