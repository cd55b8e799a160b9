import { readFile, writeFile } from "node:fs/promises";
import { differences, EMPTY_BUDGET, withCounts, type Budget, type Counted } from "../../bench/counters/budget.ts";
import { countOperation } from "../../bench/counters/countOperation.ts";
import { floorOf } from "../../bench/floor/index.ts";
import { renderCounts, type CountedRow } from "../../bench/report/counterTable.ts";
import { missingCapabilities, WorkNotDoneError, type Benchmark } from "../../bench/suites/benchmark.ts";
import { UsageError } from "../explore/usageError.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { visible } from "../report/text.ts";
import { selectMeasured, type MeasuredSelection } from "./benchSelection.ts";
import type { ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";

/** The options of counting, as they are parsed. */
export interface CounterOptions extends MeasuredSelection {
  /** Path of the budget. */
  readonly budget?: string;
  readonly updateBudget?: boolean;
}

/**
 * Counts what operations make, shows it, and holds it against a budget where there is one.
 *
 * @returns 1 where counts differ from the budget, 4 where nothing was counted.
 * @throws UsageError when there is nothing to count, or the budget cannot be read or written: before anything is counted.
 */
export async function countAdapters(
  paths: readonly string[],
  options: CounterOptions,
  session: Session,
): Promise<ExitCode> {
  const { budget: path, updateBudget = false } = options;
  if (updateBudget && path === undefined) throw new UsageError("Expected --budget FILE with --update-budget");
  const budget = path === undefined ? undefined : await readBudget(path, updateBudget);
  const { adapters, selected } = await selectMeasured(paths, options, session);
  const counted: Counted[] = [];
  for (const benchmark of selected) {
    const able = adapters.filter(
      (one) => one.profile === benchmark.profile && missingCapabilities(benchmark, one).length === 0,
    );
    const rows: CountedRow[] = [];
    for (const one of [floorOf(benchmark), ...able]) rows.push(await countRow(benchmark, one));
    session.terminal.write([...renderCounts(benchmark.id, rows, session.terminal), ""]);
    // The floor comes first, and has no budget: it is nobody's.
    for (const { name, counts } of rows.slice(1)) {
      if (!("why" in counts)) counted.push({ adapter: name, benchmark: benchmark.id, counts });
    }
  }
  if (counted.length === 0) return 4;
  if (path === undefined || budget === undefined) return 0;
  if (!updateBudget) return holdAgainst(budget, counted, session);
  await writeFile(path, `${JSON.stringify(withCounts(budget, counted), undefined, 2)}\n`);
  session.terminal.write([`Budget: ${visible(path)}`]);
  return 0;
}

async function countRow(benchmark: Benchmark, adapter: CheckableAdapter): Promise<CountedRow> {
  try {
    return { name: adapter.name, counts: await countOperation(benchmark, adapter) };
  } catch (error) {
    if (error instanceof WorkNotDoneError) return { name: adapter.name, counts: { why: error.message } };
    throw error;
  }
}

function holdAgainst(budget: Budget, counted: readonly Counted[], { terminal }: Session): ExitCode {
  const found = differences(counted, budget);
  terminal.write(found.length === 0 ? ["As budgeted."] : found.map((one) => `✗ ${visible(one)}`));
  return found.length === 0 ? 0 : 1;
}

/** @throws UsageError where there is none, unless it is to be written. */
async function readBudget(path: string, mayBeMissing: boolean): Promise<Budget> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === "ENOENT") return EMPTY_BUDGET;
    throw new UsageError(`Cannot read the budget ${path}: write one with --update-budget`);
  }
  const { parseBudget } = await import("../../bench/counters/budgetFile.ts");
  return parseBudget(text, path);
}
