import { everyNth } from "../faults/faulty.ts";
import { GOALS, measure, type Measured } from "../minimise/measure.ts";
import { amount, count, type Figure, type Goal } from "./goal.ts";

/** Over so many seeds, says the goal. */
const SEEDS = 40;

/** Every faulty executor; otherwise one in so many of each profile. */
const EVERY_BRIEF = 2;

/** How small counterexamples become, and what that takes. `minimise:table` says more of each. */
export const counterexamples: Goal = {
  name: "counterexamples",
  async measure(effort) {
    const limits = {
      seeds: amount(effort.seeds, effort, { full: SEEDS, brief: 6 }),
      runsMax: amount(effort.runs, effort, { full: 50_000, brief: 5000 }),
      searchMax: amount(undefined, effort, { full: 60_000, brief: 5000 }),
    };
    const all: Measured[] = [];
    for (const faulty of everyNth(effort.isFull ? 1 : EVERY_BRIEF)) all.push(...(await measure(faulty, limits)));
    const found = all.filter(({ seeds }) => seeds > 0);
    const proven = found.filter(({ isProven }) => isProven).length;
    const measured =
      `${found.length} pairs of a fault and a rule it breaks, ${limits.seeds} seeds, at most ${count(limits.runsMax)} runs; ` +
      `the minimum is proven for ${proven} of them, and for the others the smallest that was seen`;
    const isWhole = effort.isFull && limits.seeds >= SEEDS;
    return figures(found).map((figure) => ({ ...figure, measured, isWhole }));
  },
};

function figures(all: readonly Measured[]): readonly Omit<Figure, "measured" | "isWhole">[] {
  const large = all.filter(({ worst, minimum }) => worst > minimum + GOALS.stepsAboveMinimum);
  const many = all.filter(({ shapes }) => shapes.size > GOALS.shapes);
  const executions = Math.max(...all.map((one) => one.executions));
  return [
    {
      goal: `the smallest counterexample has at most ${GOALS.stepsAboveMinimum} step more than the true minimum`,
      figure: verdict(all, large),
      isReached: large.length === 0,
    },
    {
      goal: `at most ${GOALS.shapes} shapes of a counterexample over all seeds`,
      figure: verdict(all, many),
      isReached: many.length === 0,
    },
    {
      goal: `minimising takes at most ${GOALS.executions} executions`,
      figure: `${executions} at most`,
      isReached: executions <= GOALS.executions,
    },
  ];
}

function verdict(all: readonly Measured[], missed: readonly Measured[]): string {
  const names = missed.map(({ fault, rule }) => `${fault} ${rule}`).join(", ");
  return `${all.length - missed.length} of ${all.length}${names === "" ? "" : `; not ${names}`}`;
}
