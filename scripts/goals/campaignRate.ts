import { figuresOf } from "../../bench/engine/measure.ts";
import { compareGenerated, GOALS, RUNS_PER_BLOCK } from "../../bench/engine/rates.ts";
import { count, type Goal } from "./goal.ts";

const ROUNDS = 4;

/** The random part of a campaign beside the same programs on `fc.scheduler` and `waitIdle`. */
export const campaignRate: Goal = {
  name: "campaign-rate",
  async measure() {
    const rounds = await compareGenerated(ROUNDS);
    const ratio = figuresOf(rounds.map(({ a, b }) => a / b));
    const [ours, theirs] = [figuresOf(rounds.map(({ a }) => a)), figuresOf(rounds.map(({ b }) => b))];
    return [
      {
        goal: `a campaign that judges every domain rule is at least ${GOALS.ratio} times as fast as fc.scheduler + waitIdle`,
        figure:
          `${ratio.median.toFixed(2)} times (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}): ` +
          `${count(ours.median)} against ${count(theirs.median)} interleavings/s`,
        measured: `${ROUNDS} rounds A B B A in one process, ${count(RUNS_PER_BLOCK)} runs a block, processor time`,
        isReached: ratio.median >= GOALS.ratio,
        isWhole: true,
      },
    ];
  },
};
