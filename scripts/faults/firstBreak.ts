import type { Scenario, Step } from "../../src/contract/scenario.ts";
import { STEPS_DEFAULT } from "../../src/explore/campaignOptions.ts";
import { randomScenarios } from "../../src/explore/random.ts";
import { profileOfAdapter } from "../../src/explore/readAdapters.ts";
import { selectRules } from "../../src/explore/selectRules.ts";
import { Judge } from "../../src/judge/judge.ts";
import type { CheckableAdapter } from "../../src/profiles/index.ts";
import { Runner, type AnyRecord } from "../../src/run/runner.ts";
import { ScenarioArbitrary } from "../../src/scenario/arbitrary.ts";
import { enumerate } from "../../src/scenario/enumerate.ts";
import type { StrategyName } from "../../src/scenario/strategies/portfolio.ts";
import type { Faulty } from "./faulty.ts";

/** The run in which one of the rules of a fault was first seen broken; the first run is 1. */
export interface FirstBreak {
  readonly rule: string;
  readonly runs: number;
}

/** Runs scenarios until one breaks a rule that the fault breaks; undefined: none does. */
export async function firstBreak(
  { adapter, breaks }: Faulty,
  scenarios: Iterator<Scenario>,
): Promise<FirstBreak | undefined> {
  const profile = profileOfAdapter(adapter);
  const judge = new Judge(selectRules(profile.rules, breaks));
  const runner = new Runner<Step, AnyRecord>(profile, adapter);
  let runs = 0;
  let first: FirstBreak | undefined;
  await runner.runAll(
    () => {
      const { done, value } = scenarios.next();
      return done === true ? undefined : value;
    },
    ({ trace }) => {
      runs += 1;
      const [broken] = judge.judge(profile.index(trace));
      if (broken !== undefined) first = { rule: broken.rule.id, runs };
      return first === undefined;
    },
  );
  return first;
}

/** Every scenario of the small scope, as a campaign searches it. */
export function scopeScenarios(adapter: CheckableAdapter): IterableIterator<Scenario> {
  const profile = profileOfAdapter(adapter);
  return enumerate(profile.name, profile.space(adapter.capabilities ?? {}), profile.smallScope);
}

/** The first random scenarios of a seed, as a campaign runs them, or by one strategy alone. */
export function seededScenarios(
  adapter: CheckableAdapter,
  seed: number,
  runs: number,
  strategy?: StrategyName,
): IterableIterator<Scenario> {
  const profile = profileOfAdapter(adapter);
  const space = profile.space(adapter.capabilities ?? {});
  return randomScenarios(new ScenarioArbitrary<Step, object>(profile.name, space, STEPS_DEFAULT, strategy), seed, runs);
}
