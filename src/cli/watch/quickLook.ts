import type { CampaignOptions } from "../../explore/campaign.ts";
import type { AnyProfile, AdapterFacts } from "../../profiles/index.ts";

/** Random runs of a quick look: enough to meet the condition of every rule. */
const RUNS = 1000;

/** What is tried in well under a second, after the stored counterexamples. In real time the usual campaign is short already. */
export function quickLook(
  { realTime }: AdapterFacts,
  { smallScope }: AnyProfile,
): Pick<CampaignOptions, "runs" | "scope"> {
  return realTime === true ? {} : { runs: RUNS, scope: { ...smallScope, controls: 1 } };
}
