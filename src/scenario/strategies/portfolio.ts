import type { RandomSource } from "../space.ts";
import { delays } from "./delays.ts";
import { pct } from "./pct.ts";
import type { BeginStrategy } from "./strategy.ts";
import { uniform } from "./uniform.ts";
import { walk } from "./walk.ts";
import { weighted } from "./weighted.ts";

interface Share {
  readonly begin: BeginStrategy;
  /** So many scenarios in a hundred. */
  readonly percent: number;
}

/** The strategies by name, and how a campaign deals its runs among them: chosen by `npm run faults:found`. */
const SHARES = {
  weighted: { begin: weighted, percent: 50 },
  uniform: { begin: uniform, percent: 5 },
  pct: { begin: pct, percent: 10 },
  walk: { begin: walk, percent: 20 },
  delays: { begin: delays, percent: 15 },
} as const satisfies Readonly<Record<string, Share>>;

/** A strategy by which random scenarios are generated. */
export type StrategyName = keyof typeof SHARES;

export const STRATEGY_NAMES = Object.keys(SHARES) as readonly StrategyName[];

/** The strategy of that name. */
export function strategyNamed(name: StrategyName): BeginStrategy {
  return SHARES[name].begin;
}

/** The name of the strategy of one scenario, in one draw. */
export function drawStrategy(random: RandomSource): StrategyName {
  let at = random.nextInt(1, 100);
  for (const name of STRATEGY_NAMES) {
    at -= SHARES[name].percent;
    if (at <= 0) return name;
  }
  return "weighted";
}
