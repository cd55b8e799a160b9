/**
 * How fast the engine is, beside the same programs on `fc.scheduler` and `waitIdle`, in one process. A report, not a test:
 * it always ends with exit code 0.
 *
 * Our side is a campaign: every run is judged by every rule of the profile. The other side runs the same scenarios against
 * the same executor, by the calls that its documentation recommends; where the two cannot be equal it is favoured: its host
 * only writes down what happens, and nothing is judged.
 */
import { campaign, type CampaignOptions, type Scenario } from "executor-conformance";
import adapter from "executor-conformance/adapters/reference/domain";
import { figuresOf, rateOf, roundsOf, type Figures } from "./measure.ts";
import { programOf } from "./program.ts";
import { onScheduler, scenariosOf } from "./schedulerSide.ts";

/** Runs of one campaign: up to here a campaign and `fc.sample` give the same scenarios for the same seed. */
const RUNS_PER_SEED = 500;
const SEEDS_PER_BLOCK = 8;
const ROUNDS = 6;
const EXHAUSTIVE_ROUNDS = 5;
const FIRST_SEED = 1;

const GOAL_RATIO = 5;
const GOAL_EXHAUSTIVE_PER_SECOND = 50_000;

async function inCampaign(options: CampaignOptions): Promise<number> {
  const { result } = await campaign(adapter, options);
  if (result.verdict === "error" || result.rules.some(({ verdict }) => verdict === "fail")) {
    throw new Error(result.reasons.join("\n"));
  }
  return result.runs;
}

/** Both sides make the scenarios of a seed, and run them. */
async function compareGenerated(): Promise<void> {
  console.log("Interleavings per second, scenarios generated on both sides");
  await compare(
    (seed) => inCampaign({ seed, runs: RUNS_PER_SEED, scope: false }),
    (seed) => onScheduler(adapter, seed, scenariosOf(adapter, seed, RUNS_PER_SEED).map(programOf)),
  );
}

/** Both sides are given the scenarios of a seed, the other side already translated. */
async function compareGiven(): Promise<void> {
  const seeds = Array.from({ length: SEEDS_PER_BLOCK }, (_, index) => FIRST_SEED + index);
  const given = seeds.map((seed) => {
    const corpus = scenariosOf(adapter, seed, RUNS_PER_SEED);
    return { corpus, programs: corpus.map(programOf) };
  });
  const of = (seed: number): (typeof given)[number] => given[(seed - FIRST_SEED) % SEEDS_PER_BLOCK] ?? NOTHING;
  console.log("Interleavings per second, scenarios given to both sides");
  await compare(
    (seed) => inCampaign({ corpus: of(seed).corpus, runs: 0, scope: false }),
    (seed) => onScheduler(adapter, seed, of(seed).programs),
  );
}

const NOTHING: { corpus: readonly Scenario[]; programs: [] } = { corpus: [], programs: [] };

async function compare(
  ours: (seed: number) => Promise<number>,
  theirs: (seed: number) => Promise<number>,
): Promise<void> {
  const rounds = await roundsOf(
    ROUNDS,
    (block) => forSeeds(block, ours),
    (block) => forSeeds(block, theirs),
  );
  print("campaign, every domain rule judged", figuresOf(rounds.map(({ a }) => a)));
  print("fc.scheduler + waitIdle, nothing judged", figuresOf(rounds.map(({ b }) => b)));
  const ratio = figuresOf(rounds.map(({ a, b }) => a / b));
  print("ratio", ratio, 2);
  printGoal(`at least ${GOAL_RATIO} times`, ratio.median >= GOAL_RATIO);
}

/** Adds up the runs that `action` makes for each seed of a block. */
async function forSeeds(block: number, action: (seed: number) => Promise<number>): Promise<number> {
  let runs = 0;
  for (let index = 0; index < SEEDS_PER_BLOCK; index += 1) {
    runs += await action(FIRST_SEED + block * SEEDS_PER_BLOCK + index);
  }
  return runs;
}

async function measureExhaustive(): Promise<void> {
  const rates: number[] = [];
  for (let round = 0; round < EXHAUSTIVE_ROUNDS; round += 1) {
    rates.push(await rateOf(() => inCampaign({ runs: 0, scope: { subjects: 2, controls: 2, tightGaps: 1 } })));
  }
  const figures = figuresOf(rates);
  console.log("Schedules per second, 2 commands x 2 controls, 1 tight gap, one core");
  print("exhaustive campaign, every domain rule judged", figures);
  printGoal(`${format(GOAL_EXHAUSTIVE_PER_SECOND)}/s and more`, figures.median >= GOAL_EXHAUSTIVE_PER_SECOND);
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
    `${RUNS_PER_SEED * SEEDS_PER_BLOCK} runs a block; rates are per second of processor time\n`,
);
await compareGenerated();
await compareGiven();
await measureExhaustive();
