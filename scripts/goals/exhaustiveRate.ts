import { figuresOf } from "../../bench/engine/measure.ts";
import { exhaustiveRates, GOALS } from "../../bench/engine/rates.ts";
import { count, type Goal } from "./goal.ts";

const ROUNDS = 3;

/** The exhaustive search of the small scope of the domain. */
export const exhaustiveRate: Goal = {
  name: "exhaustive-rate",
  async measure() {
    const { median, min, max } = figuresOf(await exhaustiveRates(ROUNDS));
    return [
      {
        goal: `exhaustive search, every domain rule judged: ${count(GOALS.exhaustivePerSecond)} schedules/s and more on one core`,
        figure: `${count(median)} schedules/s (${count(min)} to ${count(max)})`,
        measured: `${ROUNDS} searches of 2 commands x 2 controls with 1 tight gap, processor time; the rate is of this machine`,
        isReached: median >= GOALS.exhaustivePerSecond,
        isWhole: true,
      },
    ];
  },
};
