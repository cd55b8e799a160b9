import { faultyExecutors } from "../faults/faulty.ts";
import { isFound, measureFault } from "../faults/measure.ts";
import { amount, count, type Goal } from "./goal.ts";

const SEEDS = 100;
const RUNS_MAX = 50_000;

/** Faulty executors that are found with certainty. `faults:found` says more of each. */
export const faultsFound: Goal = {
  name: "faults-found",
  async measure(effort) {
    const seeds = amount(effort.seeds, effort, { full: SEEDS, brief: 10 });
    const runsMax = effort.runs ?? RUNS_MAX;
    const [missed, all]: [string[], string[]] = [[], []];
    let inScope = 0;
    for (const faulty of faultyExecutors) {
      const limits = { seeds, runsMax, contenders: [], contenderSeeds: 0, contenderRunsMax: 0 };
      const figures = await measureFault(faulty, limits);
      all.push(figures.fault);
      if (figures.inScope !== null) inScope += 1;
      if (!isFound(figures)) missed.push(`${figures.profile} ${figures.fault}`);
    }
    const bySeeds = all.length - inScope - missed.length;
    return [
      {
        goal: "each faulty executor is found, with certainty in the small scope or by every seed",
        figure:
          `${inScope} in the small scope, ${bySeeds} by every seed, ${missed.length} missed` +
          (missed.length === 0 ? "" : `: ${missed.join(", ")}`),
        measured: `${all.length} faulty executors, ${seeds} seeds, at most ${count(runsMax)} runs of each`,
        isReached: missed.length === 0,
        isWhole: seeds >= SEEDS,
      },
    ];
  },
};
