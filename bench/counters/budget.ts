import { WHAT, type Counts } from "./hooks.ts";
import type { Outcome } from "./outcome.ts";

/** What operations may make, by adapter and benchmark. */
export type Budget = ReadonlyMap<string, ReadonlyMap<string, Counts>>;

/** What was to be counted of an adapter, and what became of it. */
export interface CountedOperation {
  readonly adapter: string;
  readonly benchmark: string;
  readonly outcome: Outcome;
}

/**
 * Where operations differ from the budget, one sentence each; none: they are as budgeted. Fewer than budgeted is a difference
 * too: a budget with room in it would let the next increase pass. So is one that has a budget and is no longer counted. What
 * an executor does not do at all is nothing that a budget is held against.
 */
export function differences(operations: readonly CountedOperation[], budget: Budget): readonly string[] {
  return operations.flatMap((operation) => {
    const { outcome } = operation;
    const budgeted = budgetOf(operation, budget);
    const who = nameOf(operation);
    if (outcome.state === "error") return [];
    if (outcome.state !== "counted") {
      return budgeted === undefined
        ? []
        : [`${who} has a budget and was not counted: ${outcome.why}; take it out with --update-budget`];
    }
    const { counts } = outcome;
    if (budgeted === undefined) return [`${who} has no budget: add it with --update-budget`];
    return WHAT.filter((what) => counts[what] !== budgeted[what]).map((what) => {
      const [way, advice] = counts[what] > budgeted[what] ? ["more", ""] : ["fewer", ": lower it with --update-budget"];
      return `${who} makes ${counts[what]} ${what}, ${way} than its budget of ${budgeted[what]}${advice}`;
    });
  });
}

/** A budget after an update, and what it does not hold any more. */
export interface UpdatedBudget {
  readonly budget: Budget;
  /** One sentence each. */
  readonly takenOut: readonly string[];
}

/**
 * The budget with these counts in the place of what it had for them. What can no longer be counted is taken out; what an
 * executor failed to do stays as it was.
 */
export function updated(budget: Budget, operations: readonly CountedOperation[]): UpdatedBudget {
  const byAdapter = new Map([...budget].map(([adapter, byBenchmark]) => [adapter, new Map(byBenchmark)]));
  const takenOut: string[] = [];
  for (const operation of operations) {
    const { adapter, benchmark, outcome } = operation;
    const own = byAdapter.get(adapter) ?? new Map<string, Counts>();
    if (outcome.state === "counted") byAdapter.set(adapter, own.set(benchmark, outcome.counts));
    else if (outcome.state !== "error" && own.delete(benchmark)) {
      takenOut.push(`${nameOf(operation)} has no budget any more: ${outcome.why}`);
    }
  }
  return { budget: byAdapter, takenOut };
}

function budgetOf({ adapter, benchmark }: CountedOperation, budget: Budget): Counts | undefined {
  return budget.get(adapter)?.get(benchmark);
}

function nameOf({ adapter, benchmark }: CountedOperation): string {
  return `${benchmark} of ${adapter}`;
}
