import { defineRule } from "../../../src/contract/rule.ts";
import { describeEscape } from "../../escapes.ts";
import type { LaneFacts } from "../facts.ts";
import { isMissing, outcomeOwedAt } from "../owed.ts";
import { label, troubleBy } from "../permits.ts";

export const nothingEscapes = defineRule<LaneFacts>({
  id: "lane/nothing-escapes",
  profile: "lane",
  level: "MUST",
  sentence: "No unhandled rejection and no uncaught exception, whatever bodies, waits and host do.",
  checks:
    "Watches the process for both while the run lasts, and the thread for loops, microtasks without end, memory and exits, and the calls of `cancel`, `stats`, `relieve` and `narrow`; exercised by every run in which something fails or throws.",
  lookAt:
    "A promise that is derived and not handled, `finally` included, or a host's function called without a guard in a reaction.",
  check({ unusual, escapes }, findings) {
    if (unusual.has("failure") || unusual.has("host fault")) findings.exercised();
    for (const escape of escapes) {
      // A loop inside submit is judged by what submit promises.
      if (escape.during === "submit") continue;
      findings.violated(escape.at, describeEscape(escape));
    }
  },
});

export const hostFaultContained = defineRule<LaneFacts>({
  id: "lane/host-fault-contained",
  profile: "lane",
  level: "SHOULD",
  sentence: "An `outcome` or `wake` that throws costs no permit and no other outcome.",
  checks: "In a run in which nothing else is unusual, permits and outcomes are what they should be after the throw.",
  lookAt: "Call the host last and inside a guard: what follows it in the same function is lost when it throws.",
  check(facts, findings) {
    if (facts.hostFaultAt === Infinity) return;
    findings.exercised();
    const trouble = troubleBy(facts, "host fault");
    if (trouble !== undefined) findings.violated(trouble.at, `after the host threw, ${trouble.message}`);
    if (facts.unusual.size > 1) return;
    for (const batch of facts.batches) {
      const owedAt = outcomeOwedAt(facts, batch);
      if (owedAt > facts.hostFaultAt && isMissing(owedAt, batch.outcomes[0]?.at)) {
        findings.violated(owedAt, `after the host threw, no outcome of ${label(batch.name)} came`, batch);
      }
    }
  },
});

export const nothingLeftBehind = defineRule<LaneFacts>({
  id: "lane/nothing-left-behind",
  profile: "lane",
  level: "SHOULD",
  sentence: "After the end of a run no timer and no listener on a signal of the kit remains.",
  checks:
    "After everything was granted, pending timers were fired and `dispose` was called, no timer is pending; in the process, no real timer, server, socket or child process is active that was not before the run, and no listener was added to `process`.",
  silentWhen:
    "What was unref'ed keeps nothing alive and is not seen. The kit hands no signal to a lane, and does not count the listeners on signals of its own.",
  lookAt:
    "An interval that is never cleared, or a timer that is armed again when it fires; a server, a child process or a listener on `process` that stays. Clear and close in `dispose`.",
  check({ left }, findings) {
    findings.exercised();
    for (const { at, what } of left) findings.violated(at, `the executor left ${what}`);
  },
});
