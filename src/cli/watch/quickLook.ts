import type { CampaignOptions } from "../../explore/campaign.ts";
import type { AdapterFacts } from "../../profiles/index.ts";
import type { Scope } from "../../scenario/space.ts";

/** Random runs of a quick look: they meet the condition of every rule in all but one look of a hundred. */
const RUNS = 750;

/** Tight gaps are left to the random runs. */
const SCOPE: Scope = { subjects: 1, controls: 1, tightGaps: 0 };

/** What is tried in well under a second, after the stored counterexamples. In real time the usual campaign is short already. */
export function quickLook({ realTime }: AdapterFacts): Pick<CampaignOptions, "runs" | "scope"> {
  return realTime === true ? {} : { runs: RUNS, scope: SCOPE };
}
