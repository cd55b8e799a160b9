import reference from "executor-conformance/adapters/reference/domain";
import { compareOn } from "../../bench/compare/compare.ts";
import type { Cell } from "../../bench/report/comparison.ts";
import { handleToOutcome } from "../../bench/suites/domain/handleToOutcome.ts";
import { count, type Goal } from "./goal.ts";

const GOAL_RATIO = 1.5;
const GOAL_GROWTH = 1.3;

const ROUNDS = 6;
/** Of each contender at each size. */
const TIME_MS = { full: 6000, brief: 3000 } as const;

/** A dispatch of the reference domain beside the floor: a promise call with `.then(ok, fail)`. */
export const dispatch: Goal = {
  name: "dispatch",
  async measure({ isFull }) {
    const timeMs = isFull ? TIME_MS.full : TIME_MS.brief;
    const options = { timeMs, rounds: ROUNDS, now: () => performance.now() };
    const { contenders } = await compareOn(handleToOutcome, [reference], options);
    const measured = contenders.find(({ name }) => name === reference.name);
    const ratios = measured?.state === "measured" ? measured.cells.map(ratioOf) : [];
    const smallest = ratios[0]?.ratio ?? Number.NaN;
    const growths = ratios.map(({ size, ratio }) => ({ size, ratio: ratio / smallest }));
    const how = `medians of ${ROUNDS} rounds in one process, ${timeMs / 1000} s for each at each size`;
    return [
      {
        goal: `a dispatch of the reference takes at most ${GOAL_RATIO} times the floor at every number in flight`,
        figure: ratios.map(text).join(", "),
        measured: how,
        isReached: isBelow(ratios, GOAL_RATIO),
        isWhole: true,
      },
      {
        goal: `from one in flight on, it grows at most ${GOAL_GROWTH} times as much as the floor`,
        figure: growths.slice(1).map(text).join(", "),
        measured: how,
        isReached: isBelow(growths, GOAL_GROWTH),
        isWhole: true,
      },
    ];
  },
};

interface Ratio {
  readonly size: number;
  readonly ratio: number;
}

/** How many times the floor, of the rounds in the middle; not a number where nothing was measured. */
function ratioOf(cell: Cell): Ratio {
  return { size: cell.size, ratio: (cell.state === "measured" ? cell.ratio?.median : undefined) ?? Number.NaN };
}

function text({ size, ratio }: Ratio): string {
  return `${ratio.toFixed(2)} at ${count(size)}`;
}

function isBelow(ratios: readonly Ratio[], goal: number): boolean {
  return ratios.length > 0 && ratios.every(({ ratio }) => ratio <= goal);
}
