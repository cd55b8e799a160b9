import type { AdapterFacts, AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import { STEPS_DEFAULT, type CampaignOptions, type CampaignResult } from "./campaignOptions.ts";
import { CampaignRun } from "./campaignRun.ts";
import { LocalPool, type Pool } from "./pool.ts";
import { profileOfAdapter } from "./readAdapters.ts";
import { assertCampaignOptions } from "./readOptions.ts";

export {
  RUNS_DEFAULT,
  STEPS_DEFAULT,
  type CampaignOptions,
  type CampaignResult,
  type Failure,
  type Progress,
} from "./campaignOptions.ts";

/**
 * Checks an executor: scenarios that failed before, then every scenario of the small scope, then random ones. Every rule
 * is judged on every run; a rule that fails does not end the campaign.
 *
 * It runs in this thread: an executor that never comes back from a call hangs it. The command line uses threads that can
 * be lost.
 *
 * @throws UsageError when the adapter is none, an option is not what it must be, a rule id is unknown, or nothing is left to judge.
 * @example
 * ```ts
 * const { result, failures } = await campaign(adapter, { seed: 42, runs: 10_000 });
 * console.log(result.verdict, failures.map(({ rule }) => rule.id));
 * ```
 */
export async function campaign(adapter: CheckableAdapter, options: CampaignOptions = {}): Promise<CampaignResult> {
  const profile = profileOfAdapter(adapter);
  assertCampaignOptions(options, profile.name);
  const { rules, extraRules, drain, stepsMax = STEPS_DEFAULT } = options;
  const pool = new LocalPool(profile, adapter, {
    stepsMax,
    ...(rules === undefined ? {} : { rules }),
    ...(extraRules === undefined ? {} : { extraRules }),
    ...(drain === undefined ? {} : { drain }),
  });
  return campaignOn(pool, profile, adapter, options);
}

/** Runs a campaign on a pool that was made with the same rules, steps and drain. */
export function campaignOn(
  pool: Pool,
  profile: AnyProfile,
  adapter: AdapterFacts,
  options: CampaignOptions,
): Promise<CampaignResult> {
  return new CampaignRun(pool, profile, adapter, options).run();
}
