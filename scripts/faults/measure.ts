import { STRATEGY_NAMES, type StrategyName } from "../../src/scenario/strategies/portfolio.ts";
import type { Faulty } from "./faulty.ts";
import { firstBreak, scopeScenarios, seededScenarios, type FirstBreak } from "./firstBreak.ts";

/** All strategies, in the shares in which a campaign deals its runs among them. */
const PORTFOLIO = "portfolio";

/** What random scenarios are made by. */
export type Contender = StrategyName | typeof PORTFOLIO;
export const CONTENDERS: readonly Contender[] = [PORTFOLIO, ...STRATEGY_NAMES];

/** How far a fault is looked for. */
export interface Limits {
  /** Seeds and runs of the random part of a campaign, for a fault that the small scope does not show. */
  readonly seeds: number;
  readonly runsMax: number;
  /** Seeds and runs of each contender, for every fault. */
  readonly contenders: readonly Contender[];
  readonly contenderSeeds: number;
  readonly contenderRunsMax: number;
}

/** Runs to the first violation, one number for each seed; null: none within the limit. */
export type RunsBySeed = readonly (number | null)[];

/** How one faulty executor was found. Plain data: it comes from another process. */
export interface FaultFigures {
  readonly profile: string;
  readonly fault: string;
  /** The first schedule of the small scope that breaks one of its rules; null: none does. */
  readonly inScope: FirstBreak | null;
  /** The seeds of the random part; absent where the small scope shows it. */
  readonly bySeed?: RunsBySeed;
  readonly byContender: readonly { readonly contender: Contender; readonly runs: RunsBySeed }[];
}

/** Whether it is found with certainty: by the small scope, or by every seed. */
export function isFound({ inScope, bySeed }: FaultFigures): boolean {
  return inScope !== null || (bySeed?.every((runs) => runs !== null) ?? false);
}

/** Looks for one fault: in the small scope, with many seeds where that does not show it, and by each contender. */
export async function measureFault(faulty: Faulty, limits: Limits): Promise<FaultFigures> {
  const { profile, name } = faulty.adapter;
  const inScope = (await firstBreak(faulty, scopeScenarios(faulty.adapter))) ?? null;
  const bySeed = inScope === null ? await runsBySeed(faulty, PORTFOLIO, limits.seeds, limits.runsMax) : undefined;
  const byContender: FaultFigures["byContender"][number][] = [];
  for (const contender of limits.contenders) {
    const runs = await runsBySeed(faulty, contender, limits.contenderSeeds, limits.contenderRunsMax);
    byContender.push({ contender, runs });
  }
  return { profile, fault: name, inScope, ...(bySeed === undefined ? {} : { bySeed }), byContender };
}

async function runsBySeed(faulty: Faulty, contender: Contender, seeds: number, runsMax: number): Promise<RunsBySeed> {
  const strategy = contender === PORTFOLIO ? undefined : contender;
  const runs: (number | null)[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const first = await firstBreak(faulty, seededScenarios(faulty.adapter, seed, runsMax, strategy));
    runs.push(first?.runs ?? null);
  }
  return runs;
}
