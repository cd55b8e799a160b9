import type { CheckableAdapter } from "executor-conformance";
import referenceDomain from "executor-conformance/adapters/reference/domain";
import referenceJob from "executor-conformance/adapters/reference/job";
import referenceLane from "executor-conformance/adapters/reference/lane";
import domains, { warnings } from "../../adapters/variants/domain/index.ts";
import jobs from "../../adapters/variants/job/index.ts";
import lanes from "../../adapters/variants/lane/index.ts";
import { failuresInManyRuns, newSeed } from "../campaigns/manyRuns.ts";
import { amount, count, type Figure, type Goal } from "./goal.ts";

const references: readonly CheckableAdapter[] = [referenceDomain, referenceLane, referenceJob];
const variants: readonly CheckableAdapter[] = [...domains, ...lanes, ...jobs];

/** No executor that conforms ever fails a rule. Each time with another seed, so that repeating it shows more. */
export const falseAlarms: Goal = {
  name: "false-alarms",
  async measure(effort) {
    const seed = newSeed();
    return [
      await alarmsOf("reference executor", references, {
        runs: amount(effort.runs, effort, { full: 1_000_000, brief: 100_000 }),
        of: 1_000_000,
        seed,
      }),
      await alarmsOf("variant", variants, {
        runs: amount(effort.runs, effort, { full: 100_000, brief: 2000 }),
        of: 100_000,
        seed,
      }),
    ];
  },
};

async function alarmsOf(
  what: string,
  adapters: readonly CheckableAdapter[],
  { runs, of, seed }: { readonly runs: number; readonly of: number; readonly seed: number },
): Promise<Figure> {
  const alarms: string[] = [];
  for (const adapter of adapters) {
    const expected = warnings[adapter.name] ?? [];
    for (const [rule, message] of await failuresInManyRuns(adapter, runs, seed)) {
      if (!expected.includes(rule)) alarms.push(`${adapter.name}: ${rule}: ${message}`);
    }
  }
  return {
    goal: `no false alarm in ${count(of)} runs of each ${what}`,
    figure: alarms.length === 0 ? "none" : alarms.join("; "),
    measured: `${adapters.length}, ${count(runs)} random runs of each, seed ${seed}`,
    isReached: alarms.length === 0,
    isWhole: runs >= of,
  };
}
