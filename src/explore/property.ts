import { asyncProperty, type IAsyncProperty } from "fast-check";
import { describeValue } from "../contract/describeValue.ts";
import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { declaredCapabilities, Runner } from "../run/runner.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { STRATEGY_NAMES, type StrategyName } from "../scenario/strategies/portfolio.ts";
import { STEPS_DEFAULT } from "./campaign.ts";
import { profileOfAdapter } from "./readAdapters.ts";
import { selectRules } from "./selectRules.ts";
import { UsageError } from "./usageError.ts";

/** A run of a conformance property broke a rule. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}

/** A property that can say, after its runs, whether it has shown anything. */
export interface ConformanceProperty extends IAsyncProperty<[Scenario]> {
  /** @throws ConformanceError when no run met the condition of one of the rules, or the executor acted after a run. */
  readonly assertExercised: () => void;
}

/**
 * An asynchronous fast-check property: no generated interleaving breaks these rules. Equal seeds give the scenarios that
 * the random part of a campaign begins with; fast-check shrinks a failure on semantic steps.
 *
 * @param rules ids of the rules to judge; absent: every MUST rule that applies to the adapter.
 * @param options `strategy`: the only one by which interleavings are generated; absent: all of them in turn.
 * @throws UsageError when a rule or the strategy is unknown, or a rule does not apply to the adapter.
 * @example
 * ```ts
 * const property = conformanceProperty(adapter, "domain/pre-stop-results-dropped");
 * await fc.assert(property, { seed: 7, numRuns: 2000 });
 * property.assertExercised();
 * ```
 */
export function conformanceProperty(
  adapter: CheckableAdapter,
  rules?: string | readonly string[],
  options: { readonly strategy?: StrategyName } = {},
): ConformanceProperty {
  const profile = profileOfAdapter(adapter);
  assertStrategy(options.strategy);
  const declared = declaredCapabilities(adapter);
  const judge = new Judge(selectApplicable(profile.rules, declared, readIds(rules)));
  const runner = new Runner<Step, RecordBase & { readonly type: string }>(profile, adapter);
  const arbitrary = new ScenarioArbitrary<Step, object>(
    profile.name,
    profile.space(adapter.capabilities ?? {}),
    STEPS_DEFAULT,
    options.strategy,
  );
  const property = asyncProperty(arbitrary, async (scenario) => {
    const { trace } = await runner.run(scenario);
    const [broken] = judge.judge(profile.index(trace));
    if (broken === undefined) return;
    const steps = scenario.steps.map((step) => profile.describeStep(step)).join("; ");
    throw new ConformanceError(
      `${broken.rule.id}: ${broken.violations[0]?.message ?? ""}\nThe rule: ${broken.rule.sentence}\nThe steps: ${steps}`,
    );
  });
  return Object.assign(property, {
    assertExercised() {
      const never = judge.rules.filter((_, index) => judge.exercised[index] === 0).map(({ id }) => id);
      if (never.length > 0) throw new ConformanceError(`Never exercised, and so not shown: ${never.join(", ")}`);
      if (runner.lateRuns > 0)
        throw new ConformanceError(`The executor acted after the end of ${runner.lateRuns} runs`);
    },
  });
}

function assertStrategy(name: unknown): void {
  if (name === undefined || STRATEGY_NAMES.some((known) => known === name)) return;
  throw new UsageError(`Expected one of ${STRATEGY_NAMES.join(", ")} as "strategy", got ${describeValue(name)}`);
}

function readIds(rules: string | readonly string[] | undefined): readonly string[] | undefined {
  if (rules === undefined || Array.isArray(rules)) return rules;
  if (typeof rules === "string") return [rules];
  throw new UsageError(`Expected a rule id, or an array of them, got ${describeValue(rules)}`);
}

function selectApplicable(
  all: readonly Rule<never>[],
  declared: readonly string[],
  ids: readonly string[] | undefined,
): readonly Rule<never>[] {
  if (ids === undefined) return all.filter((rule) => rule.level === "MUST" && isApplicable(rule, declared));
  const selected = selectRules(all, ids);
  const foreign = selected.find((rule) => !isApplicable(rule, declared));
  if (foreign !== undefined) {
    throw new UsageError(
      `${foreign.id} asks for ${(foreign.capabilities ?? []).join(", ")}, which the adapter does not declare`,
    );
  }
  return selected;
}
