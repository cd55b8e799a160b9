import { campaign, replay } from "executor-conformance";
import type { Faulty } from "../faults/faulty.ts";

/** Random runs in which a counterexample is looked for. */
const RUNS = 1000;
const SEED = 1;

/** What replaying one counterexample came to. Plain data: other versions of Node print it. */
export interface Replayed {
  readonly profile: string;
  readonly fault: string;
  readonly rule: string;
  /** The scenario, as JSON. */
  readonly scenario: string;
  readonly steps: number;
  /** The hash that the campaign wrote down. */
  readonly hash: string;
  readonly replays: number;
  /** Those with that hash. */
  readonly same: number;
}

/**
 * Finds a counterexample by a campaign and replays it so many times; undefined: the campaign finds none. Each version of Node
 * does both, so a campaign that came to something else there would be seen as well.
 */
export async function replayed({ adapter, breaks }: Faulty, replays: number): Promise<Replayed | undefined> {
  const { failures } = await campaign(adapter, { seed: SEED, runs: RUNS, scope: false, rules: breaks });
  const [failure] = failures;
  if (failure === undefined) return undefined;
  const { scenario, steps, traceHash: hash } = failure.counterexample;
  let same = 0;
  for (let count = 0; count < replays; count += 1) {
    if ((await replay(adapter, scenario)).traceHash === hash) same += 1;
  }
  const { profile, name } = adapter;
  return {
    profile,
    fault: name,
    rule: failure.rule.id,
    scenario: JSON.stringify(scenario),
    steps,
    hash,
    replays,
    same,
  };
}
