/**
 * How fast the engine is, beside the same programs on `fc.scheduler` and `waitIdle`, in one process. A report, not a test:
 * it always ends with exit code 0.
 *
 * Our side is a campaign: every run is judged by every rule of the profile. The other side runs the same scenarios against
 * the same executor, by the calls that its documentation recommends; where the two cannot be equal it is favoured: its host
 * only writes down what happens, and nothing is judged.
 */
import { figuresOf, type Figures, type Round } from "./measure.ts";
import { compareGenerated, compareGiven, exhaustiveRates, FIRST_SEED, GOALS, RUNS_PER_BLOCK } from "./rates.ts";

const ROUNDS = 6;
const EXHAUSTIVE_ROUNDS = 5;

function printComparison(title: string, rounds: readonly Round[]): void {
  console.log(title);
  print("campaign, every domain rule judged", figuresOf(rounds.map(({ a }) => a)));
  print("fc.scheduler + waitIdle, nothing judged", figuresOf(rounds.map(({ b }) => b)));
  const ratio = figuresOf(rounds.map(({ a, b }) => a / b));
  print("ratio", ratio, 2);
  printGoal(`at least ${GOALS.ratio} times`, ratio.median >= GOALS.ratio);
}

function printExhaustive(figures: Figures): void {
  console.log("Schedules per second, 2 commands x 2 controls, 1 tight gap, one core");
  print("exhaustive campaign, every domain rule judged", figures);
  printGoal(`${format(GOALS.exhaustivePerSecond)}/s and more`, figures.median >= GOALS.exhaustivePerSecond);
}

function print(what: string, { median, min, max }: Figures, digits = 0): void {
  const spread = `(${format(min, digits)} to ${format(max, digits)})`;
  console.log(`  ${what.padEnd(48)}${format(median, digits).padStart(8)}  ${spread}`);
}

function printGoal(goal: string, isReached: boolean): void {
  console.log(`  goal: ${goal}: ${isReached ? "reached" : "missed"}\n`);
}

function format(value: number, digits = 0): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

console.log(
  `Node ${process.version}, seeds from ${FIRST_SEED}; median (least to greatest) of ${ROUNDS} rounds A B B A, ` +
    `${RUNS_PER_BLOCK} runs a block; rates are per second of processor time\n`,
);
printComparison("Interleavings per second, scenarios generated on both sides", await compareGenerated(ROUNDS));
printComparison("Interleavings per second, scenarios given to both sides", await compareGiven(ROUNDS));
printExhaustive(figuresOf(await exhaustiveRates(EXHAUSTIVE_ROUNDS)));
