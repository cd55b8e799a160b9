import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import { profileOf, type CheckableAdapter } from "../profiles/index.ts";
import type { DrainKind } from "../run/drain.ts";
import { declaredCapabilities, Runner } from "../run/runner.ts";
import { UsageError } from "./usageError.ts";
import { traceHash } from "./traceHash.ts";

/** What one scenario did. */
export interface Replay {
  readonly trace: Trace;
  readonly traceHash: string;
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
  const profile = profileOf(adapter.profile);
  if (profile === undefined) throw new UsageError(`This kit has no profile ${JSON.stringify(adapter.profile)}`);
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
  const broken = new Judge(rules).judge(profile.index(trace));
  return { trace, traceHash: traceHash(trace, adapter.realTime === true), broken };
}
