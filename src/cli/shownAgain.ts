import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Replay } from "../explore/replay.ts";
import type { ShownFailure } from "../report/failure.ts";

/** A rule that a replay broke, as it is shown. @param command shows it once more. */
export function shownAgain(
  scenario: Scenario,
  { trace, traceHash }: Replay,
  { rule, violation }: { readonly rule: Rule<never>; readonly violation: Violation },
  command: string,
): ShownFailure {
  const found = { scenario, trace, at: violation.at, steps: scenario.steps.length, message: violation.message };
  return { rule, counterexample: { ...found, replay: command, traceHash, deterministic: true } };
}
