import type { Scenario } from "../../src/contract/scenario.ts";
import { minimise } from "../../src/explore/minimise.ts";
import type { Faulty } from "../faults/faulty.ts";
import { Search } from "./search.ts";

export interface Limits {
  readonly seeds: number;
  /** Random runs in which a seed has to find the fault. */
  readonly runsMax: number;
  /** Runs of the exhaustive search for a smaller counterexample. */
  readonly searchMax: number;
}

/** What minimising the counterexamples of one fault and one rule came to, over many seeds. */
export interface Measured {
  readonly fault: string;
  readonly rule: string;
  /** Seeds that found it. */
  readonly seeds: number;
  /** Steps of the smallest counterexample there is; `isProven`: everything smaller was searched. */
  readonly minimum: number;
  readonly isProven: boolean;
  /** Steps of the largest counterexample that is left. */
  readonly worst: number;
  /** Executions that the dearest one took. */
  readonly executions: number;
  /** What is left, each with how often. */
  readonly shapes: ReadonlyMap<string, number>;
}

/** What is asked of the minimiser. */
export const GOALS = { stepsAboveMinimum: 1, shapes: 2, executions: 200 } as const;

export function isWithinGoals({ minimum, worst, shapes, executions }: Measured): boolean {
  return worst <= minimum + GOALS.stepsAboveMinimum && shapes.size <= GOALS.shapes && executions <= GOALS.executions;
}

/** Finds each rule of a fault with many seeds, minimises what was found, and searches for what is smaller still. */
export async function measure({ adapter, breaks }: Faulty, limits: Limits): Promise<readonly Measured[]> {
  const search = new Search(adapter);
  const tallies = new Map(breaks.map((rule) => [rule, new Tally()]));
  for (let seed = 1; seed <= limits.seeds; seed += 1) {
    for (const [rule, scenario] of await search.random(breaks, seed, limits.runsMax)) {
      let executions = 0;
      const smallest = await minimise(scenario, search.space, (candidate) => {
        executions += 1;
        return search.breaks(candidate, rule);
      });
      tallies.get(rule)?.add(smallest, executions);
    }
  }
  const minima = await trueMinima(search, tallies, limits.searchMax);
  return [...tallies].map(([rule, { seeds, worst, executions, shapes, best }]) => {
    const { minimum, isProven } = minima.get(rule) ?? { minimum: best, isProven: false };
    return { fault: adapter.name, rule, seeds, minimum, isProven, worst, executions, shapes };
  });
}

class Tally {
  seeds = 0;
  best = Infinity;
  worst = 0;
  executions = 0;
  readonly shapes = new Map<string, number>();

  add({ setup, steps }: Scenario, executions: number): void {
    const shape = JSON.stringify({ setup, steps });
    this.seeds += 1;
    this.best = Math.min(this.best, steps.length);
    this.worst = Math.max(this.worst, steps.length);
    this.executions = Math.max(this.executions, executions);
    this.shapes.set(shape, (this.shapes.get(shape) ?? 0) + 1);
  }
}

/** The smallest number of steps that breaks each rule: what was seen, unless something shorter is in the small scope. */
async function trueMinima(
  search: Search,
  tallies: ReadonlyMap<string, Tally>,
  runsMax: number,
): Promise<ReadonlyMap<string, { readonly minimum: number; readonly isProven: boolean }>> {
  const minima = new Map<string, { readonly minimum: number; readonly isProven: boolean }>();
  for (let steps = 1; minima.size < tallies.size; steps += 1) {
    for (const [rule, { best }] of tallies) {
      if (!minima.has(rule) && best <= steps) minima.set(rule, { minimum: best, isProven: true });
    }
    const open = [...tallies.keys()].filter((rule) => !minima.has(rule));
    if (open.length === 0) return minima;
    const { broken, isComplete } = await search.exhaustive(open, steps, runsMax);
    for (const rule of broken.keys()) minima.set(rule, { minimum: steps, isProven: true });
    if (!isComplete) return minima;
  }
  return minima;
}
