import { asyncProperty, type IAsyncProperty } from "fast-check";
import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import { profileOf, type CheckableAdapter } from "../profiles/index.ts";
import { declaredCapabilities, Runner } from "../run/runner.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { STEPS_DEFAULT } from "./campaign.ts";
import { selectRules } from "./selectRules.ts";
import { UsageError } from "./usageError.ts";

/** A run of a conformance property broke a rule. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}

/**
 * An asynchronous fast-check property: no generated interleaving breaks these rules. Equal seeds give the scenarios that
 * the random part of a campaign begins with; fast-check shrinks a failure on semantic steps.
 *
 * @param rules ids of the rules to judge; absent: every MUST rule that applies to the adapter.
 * @throws UsageError when a rule is unknown, or does not apply to the adapter.
 * @example
 * ```ts
 * await fc.assert(conformanceProperty(adapter, "domain/pre-stop-results-dropped"), { seed: 7, numRuns: 2000 });
 * ```
 */
export function conformanceProperty(
  adapter: CheckableAdapter,
  rules?: string | readonly string[],
): IAsyncProperty<[Scenario]> {
  const profile = profileOf(adapter.profile);
  if (profile === undefined) throw new UsageError(`This kit has no profile ${JSON.stringify(adapter.profile)}`);
  const declared = declaredCapabilities(adapter);
  const judge = new Judge(selectApplicable(profile.rules, declared, typeof rules === "string" ? [rules] : rules));
  const runner = new Runner<Step, RecordBase & { readonly type: string }>(profile, adapter);
  const arbitrary = new ScenarioArbitrary<Step, object>(
    profile.name,
    profile.space(adapter.capabilities ?? {}),
    STEPS_DEFAULT,
  );
  return asyncProperty(arbitrary, async (scenario) => {
    const { trace } = await runner.run(scenario);
    const [broken] = judge.judge(profile.index(trace));
    if (broken === undefined) return;
    const steps = scenario.steps.map((step) => profile.describeStep(step)).join("; ");
    throw new ConformanceError(
      `${broken.rule.id}: ${broken.violations[0]?.message ?? ""}\nThe rule: ${broken.rule.sentence}\nThe steps: ${steps}`,
    );
  });
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
