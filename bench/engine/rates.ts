import { campaign, type CampaignOptions, type Scenario } from "executor-conformance";
import adapter from "executor-conformance/adapters/reference/domain";
import { rateOf, roundsOf, type Round } from "./measure.ts";
import { programOf } from "./program.ts";
import { onScheduler, scenariosOf } from "./schedulerSide.ts";

/** Runs of one campaign: up to here a campaign and `fc.sample` give the same scenarios for the same seed. */
const RUNS_PER_SEED = 500;
const SEEDS_PER_BLOCK = 8;
export const FIRST_SEED = 1;

/** Runs of each side in one block. */
export const RUNS_PER_BLOCK = RUNS_PER_SEED * SEEDS_PER_BLOCK;

/** What the goals of the engine are. */
export const GOALS = { ratio: 5, exhaustivePerSecond: 50_000 } as const;

/** Rates of a campaign that judges every rule (`a`) and of `fc.scheduler` (`b`); both make the scenarios of a seed, and run them. */
export function compareGenerated(rounds: number): Promise<readonly Round[]> {
  return compare(
    rounds,
    (seed) => inCampaign({ seed, runs: RUNS_PER_SEED, scope: false }),
    (seed) => onScheduler(adapter, seed, scenariosOf(adapter, seed, RUNS_PER_SEED).map(programOf)),
  );
}

/** The same, but both are given the scenarios of a seed, the other side already translated. */
export function compareGiven(rounds: number): Promise<readonly Round[]> {
  const seeds = Array.from({ length: SEEDS_PER_BLOCK }, (_, index) => FIRST_SEED + index);
  const given = seeds.map((seed) => {
    const corpus = scenariosOf(adapter, seed, RUNS_PER_SEED);
    return { corpus, programs: corpus.map(programOf) };
  });
  const of = (seed: number): (typeof given)[number] => given[(seed - FIRST_SEED) % SEEDS_PER_BLOCK] ?? NOTHING;
  return compare(
    rounds,
    (seed) => inCampaign({ corpus: of(seed).corpus, runs: 0, scope: false }),
    (seed) => onScheduler(adapter, seed, of(seed).programs),
  );
}

const NOTHING: { corpus: readonly Scenario[]; programs: [] } = { corpus: [], programs: [] };

/** Rates of campaigns that search 2 commands x 2 controls with 1 tight gap. */
export async function exhaustiveRates(rounds: number): Promise<readonly number[]> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rates.push(await rateOf(() => inCampaign({ runs: 0, scope: { subjects: 2, controls: 2, tightGaps: 1 } })));
  }
  return rates;
}

async function inCampaign(options: CampaignOptions): Promise<number> {
  const { result } = await campaign(adapter, options);
  if (result.verdict === "error" || result.rules.some(({ verdict }) => verdict === "fail")) {
    throw new Error(result.reasons.join("\n"));
  }
  return result.runs;
}

function compare(
  rounds: number,
  ours: (seed: number) => Promise<number>,
  theirs: (seed: number) => Promise<number>,
): Promise<readonly Round[]> {
  return roundsOf(
    rounds,
    (block) => forSeeds(block, ours),
    (block) => forSeeds(block, theirs),
  );
}

/** Adds up the runs that `action` makes for each seed of a block. */
async function forSeeds(block: number, action: (seed: number) => Promise<number>): Promise<number> {
  let runs = 0;
  for (let index = 0; index < SEEDS_PER_BLOCK; index += 1) {
    runs += await action(FIRST_SEED + block * SEEDS_PER_BLOCK + index);
  }
  return runs;
}
