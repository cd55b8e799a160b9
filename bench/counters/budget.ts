import { WHAT, type Counts } from "./hooks.ts";

/** What operations may make, by adapter and benchmark: the budget that is committed. */
export interface Budget {
  readonly schemaVersion: 1;
  readonly operations: Readonly<Record<string, Readonly<Record<string, Counts>>>>;
}

/** The counts of one operation of an adapter. */
export interface Counted {
  readonly adapter: string;
  readonly benchmark: string;
  readonly counts: Counts;
}

/**
 * Where counts differ from the budget, one sentence each; none: they are as budgeted. Fewer than budgeted is a difference
 * too: a budget with room in it would let the next increase pass.
 */
export function differences(counted: readonly Counted[], budget: Budget): readonly string[] {
  return counted.flatMap(({ adapter, benchmark, counts }) => {
    const budgeted = budget.operations[adapter]?.[benchmark];
    const who = `${benchmark} of ${adapter}`;
    if (budgeted === undefined) return [`${who} has no budget: add it with --update-budget`];
    return WHAT.filter((what) => counts[what] !== budgeted[what]).map((what) => {
      const [way, advice] = counts[what] > budgeted[what] ? ["more", ""] : ["fewer", ": lower it with --update-budget"];
      return `${who} makes ${counts[what]} ${what}, ${way} than its budget of ${budgeted[what]}${advice}`;
    });
  });
}

/** The budget with these counts in the place of what it had for them. */
export function withCounts(budget: Budget, counted: readonly Counted[]): Budget {
  const operations: Record<string, Record<string, Counts>> = {};
  for (const [adapter, byBenchmark] of Object.entries(budget.operations)) operations[adapter] = { ...byBenchmark };
  for (const { adapter, benchmark, counts } of counted) (operations[adapter] ??= {})[benchmark] = counts;
  return { schemaVersion: 1, operations };
}

/** A budget that allows nothing. */
export const EMPTY_BUDGET: Budget = { schemaVersion: 1, operations: {} };
