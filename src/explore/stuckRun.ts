import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Trace } from "../contract/trace.ts";
import type { BrokenRun } from "../contract/verdict.ts";
import { Judge } from "../judge/judge.ts";
import type { AdapterFacts, AnyProfile } from "../profiles/index.ts";
import { declaredCapabilities, type AnyRecord } from "../run/runner.ts";
import type { Stuck } from "./stuck.ts";

/** The run that an executor never came back from: what was recorded, and at the end what it was lost by. */
export function stuckRun(
  profile: AnyProfile,
  adapter: AdapterFacts,
  scenario: Scenario,
  records: readonly AnyRecord[],
  { how, message, step }: Stuck,
): BrokenRun {
  const escape = { type: "escape", how, message, step, at: records.at(-1)?.at ?? 0 };
  const trace: Trace = {
    profile: profile.name,
    capabilities: declaredCapabilities(adapter),
    settleMs: adapter.settleMs ?? 1,
    setup: scenario.setup,
    records: [...records, escape],
  };
  return { scenario, trace, at: records.length };
}

/** What a stuck run breaks. Its trace ends in the middle: only what its last record breaks is meant. */
export function brokenByStuck(
  profile: AnyProfile,
  judged: readonly Rule<never>[],
  { trace, at: last }: BrokenRun,
): readonly { readonly rule: Rule<never>; readonly violation: Violation }[] {
  return new Judge(judged)
    .judge(profile.index(trace))
    .flatMap(({ rule, violations }) =>
      violations.filter(({ at }) => at === last).map((violation) => ({ rule, violation })),
    );
}
