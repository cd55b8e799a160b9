import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { Trace } from "../contract/trace.ts";
import { Judge } from "../judge/judge.ts";
import type { AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import type { DrainKind } from "../run/drain.ts";
import type { Pulse } from "../run/pulse.ts";
import { Runner, type AnyRecord } from "../run/runner.ts";
import { judgedRules } from "./explorer.ts";
import { withOwnRules } from "./ownRules.ts";
import { profileOfAdapter } from "./readAdapters.ts";
import { isScenario } from "./readOptions.ts";
import { selectRules } from "./selectRules.ts";
import { traceHash } from "./traceHash.ts";
import { UsageError } from "./usageError.ts";

/** What one scenario did. */
export interface Replay {
  readonly trace: Trace;
  readonly traceHash: string;
  /** Ids of the rules whose condition it met. */
  readonly exercised: readonly string[];
  /** The rules it broke, each with its violations. */
  readonly broken: readonly { readonly rule: Rule<never>; readonly violations: readonly Violation[] }[];
}

/** The same as plain data, with rules by their ids. */
export type ReplayData = Omit<Replay, "broken"> & {
  readonly broken: readonly { readonly rule: string; readonly violations: readonly Violation[] }[];
};

interface ReplayOptions {
  readonly drain?: DrainKind;
  readonly extraRules?: readonly Rule<never>[];
}

/**
 * Runs one scenario once, and judges it by every rule that applies.
 *
 * @throws UsageError when the scenario is none, or of another profile than the adapter.
 * @throws AdapterError when the executor cannot be created.
 * @example
 * ```ts
 * const { broken, traceHash } = await replay(adapter, counterexample.scenario);
 * ```
 */
export async function replay(
  adapter: CheckableAdapter,
  scenario: Scenario,
  options: ReplayOptions = {},
): Promise<Replay> {
  const profile = profileOfAdapter(adapter);
  if (!isScenario(scenario)) {
    throw new UsageError("Expected a scenario to replay, with profile, setup and steps: a counterexample has one");
  }
  const data = await replayOn(profile, adapter, scenario, options);
  return withRules(data, withOwnRules(profile, options.extraRules));
}

/** The replay with its rules in the place of their ids. */
export function withRules(data: ReplayData, rules: readonly Rule<never>[]): Replay {
  const broken = data.broken.flatMap(({ rule: id, violations }) =>
    selectRules(rules, [id]).map((rule) => ({ rule, violations })),
  );
  return { ...data, broken };
}

/** Runs one scenario once against an adapter that has been looked at, and judges it. */
export async function replayOn(
  profile: AnyProfile,
  adapter: CheckableAdapter,
  scenario: Scenario,
  options: ReplayOptions & { readonly pulse?: Pulse },
): Promise<ReplayData> {
  if (scenario.profile !== adapter.profile) {
    throw new UsageError(`Expected a scenario of the profile ${adapter.profile}, got one of ${scenario.profile}`);
  }
  const { drain, pulse, extraRules = [] } = options;
  const runner = new Runner<Step, AnyRecord>(profile, adapter, {
    ...(drain === undefined ? {} : { drain }),
    ...(pulse === undefined ? {} : { pulse }),
  });
  const { trace } = await runner.run(scenario);
  const judge = new Judge(judgedRules(profile, adapter, { extraRules }));
  const broken = judge.judge(profile.index(trace)).map(({ rule, violations }) => ({ rule: rule.id, violations }));
  const exercised = judge.rules.flatMap(({ id }, index) => (judge.exercised[index] === 0 ? [] : [id]));
  return { trace, traceHash: traceHash(trace, adapter.realTime === true), exercised, broken };
}
