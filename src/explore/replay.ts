import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import type { DrainKind } from "../run/drain.ts";
import { declaredCapabilities, Runner } from "../run/runner.ts";
import { profileOfAdapter } from "./readAdapters.ts";
import { UsageError } from "./usageError.ts";
import { traceHash } from "./traceHash.ts";

/** What one scenario did. */
export interface Replay {
  readonly trace: Trace;
  readonly traceHash: string;
  /** Ids of the rules whose condition it met. */
  readonly exercised: readonly string[];
  /** The rules it broke, each with its violations. */
  readonly broken: readonly { readonly rule: Rule<never>; readonly violations: readonly Violation[] }[];
}

/**
 * Runs one scenario once, and judges it by every rule that applies.
 *
 * @throws UsageError when the scenario is of another profile than the adapter.
 * @throws AdapterError when the executor cannot be created.
 * @example
 * ```ts
 * const { broken, traceHash } = await replay(adapter, counterexample.scenario);
 * ```
 */
export async function replay(
  adapter: CheckableAdapter,
  scenario: Scenario,
  options: { readonly drain?: DrainKind; readonly extraRules?: readonly Rule<never>[] } = {},
): Promise<Replay> {
  const profile = profileOfAdapter(adapter);
  if (scenario.profile !== adapter.profile) {
    throw new UsageError(`Expected a scenario of the profile ${adapter.profile}, got one of ${scenario.profile}`);
  }
  const runner = new Runner<Step, RecordBase & { readonly type: string }>(
    profile,
    adapter,
    options.drain === undefined ? {} : { drain: options.drain },
  );
  const { trace } = await runner.run(scenario);
  const declared = declaredCapabilities(adapter);
  const rules = [...profile.rules, ...(options.extraRules ?? [])].filter((rule) => isApplicable(rule, declared));
  const judge = new Judge(rules);
  const broken = judge.judge(profile.index(trace));
  const exercised = judge.rules.flatMap(({ id }, index) => (judge.exercised[index] === 0 ? [] : [id]));
  return { trace, traceHash: traceHash(trace, adapter.realTime === true), exercised, broken };
}
