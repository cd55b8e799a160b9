import { defineRule } from "../../../src/contract/rule.ts";
import type { LaneFacts } from "../facts.ts";
import { areStatsCertain, statsProblem } from "../stats.ts";

export const statsAgree = defineRule<LaneFacts>({
  id: "lane/stats-agree",
  profile: "lane",
  level: "MUST",
  capabilities: ["stats"],
  sentence:
    "When quiescent `queued`, `busy`, `parked` (resuming included) and `workers` equal what really is; none is ever negative.",
  checks:
    "Compares `stats()` with the bodies that run at each quiescent point, and looks for a negative count after each step.",
  silentWhen:
    "Waits of one batch overlap, a body ended before its wait, a cancelled body runs without a permit, or the host threw before.",
  lookAt:
    "Each way in and out of a state: a batch that is cancelled, fails or ends at once leaves the count it was in.",
  check(facts, findings) {
    for (const rest of facts.rests) {
      if (rest.stats === undefined || !areStatsCertain(facts, rest)) continue;
      findings.exercised();
      const problem = statsProblem(rest);
      if (problem !== undefined) findings.violated(rest.at, problem);
    }
    for (const { at, stats } of facts.negativeStats) {
      const { queued, busy, parked, workers } = stats;
      findings.violated(
        at,
        `a count is negative: queued ${queued}, busy ${busy}, parked ${parked}, workers ${workers}`,
      );
    }
  },
});
