import type { Rule } from "../../src/contract/rule.ts";
import type { Gap, Scenario, Step } from "../../src/contract/scenario.ts";
import type { RecordBase } from "../../src/contract/trace.ts";
import { randomScenarios } from "../../src/explore/random.ts";
import { profileOfAdapter } from "../../src/explore/readAdapters.ts";
import { selectRules } from "../../src/explore/selectRules.ts";
import { Judge } from "../../src/judge/judge.ts";
import type { AnyProfile, CheckableAdapter } from "../../src/profiles/index.ts";
import { Runner } from "../../src/run/runner.ts";
import { ScenarioArbitrary } from "../../src/scenario/arbitrary.ts";
import type { BoundedModel, ScenarioSpace } from "../../src/scenario/space.ts";

/** The longest random scenario, as in a campaign. */
const STEPS_MAX = 16;

/** Subjects and controls of the searched scenarios: more than any minimum was seen to take. */
const BOUND = 3;

/** The scenarios of one executor, and which rules they break. */
export class Search {
  readonly space: ScenarioSpace<Step, object>;
  readonly #profile: AnyProfile;
  readonly #runner: Runner<Step, RecordBase & { readonly type: string }>;

  constructor(adapter: CheckableAdapter) {
    this.#profile = profileOfAdapter(adapter);
    this.space = this.#profile.space(adapter.capabilities ?? {});
    this.#runner = new Runner(this.#profile, adapter);
  }

  /** Whether a scenario breaks a rule. */
  async breaks(scenario: Scenario, rule: string): Promise<boolean> {
    return (await this.#firstBreaks(once(scenario), [rule])).size > 0;
  }

  /** The first of the random scenarios of a seed that breaks each of the rules, where one does within `runs`. */
  random(rules: readonly string[], seed: number, runs: number): Promise<ReadonlyMap<string, Scenario>> {
    const arbitrary = new ScenarioArbitrary(this.#profile.name, this.space, STEPS_MAX);
    return this.#firstBreaks(randomScenarios(arbitrary, seed, runs), rules);
  }

  /**
   * Every scenario of so many steps, with at most one tight gap, up to so many runs.
   *
   * @returns the first that breaks each rule, and whether all of them were run.
   */
  async exhaustive(
    rules: readonly string[],
    steps: number,
    runs: number,
  ): Promise<{ readonly broken: ReadonlyMap<string, Scenario>; readonly isComplete: boolean }> {
    let left = runs;
    const { name } = this.#profile;
    const { space } = this;
    function* bounded(): IterableIterator<Scenario> {
      for (const list of lists(space.bounded(BOUND, BOUND), steps, 1)) {
        if (left === 0) return;
        left -= 1;
        yield { profile: name, setup: space.boundedSetup, steps: list };
      }
    }
    const broken = await this.#firstBreaks(bounded(), rules);
    return { broken, isComplete: left > 0 };
  }

  /** Runs until every rule is broken, or no scenario is left. */
  async #firstBreaks(scenarios: Iterator<Scenario>, ids: readonly string[]): Promise<ReadonlyMap<string, Scenario>> {
    const judge = new Judge(selectRules(this.#profile.rules as readonly Rule<never>[], ids));
    const broken = new Map<string, Scenario>();
    await this.#runner.runAll(
      () => {
        const { done, value } = scenarios.next();
        return done === true ? undefined : value;
      },
      ({ scenario, trace }) => {
        for (const { rule } of judge.judge(this.#profile.index(trace))) {
          if (!broken.has(rule.id)) broken.set(rule.id, scenario);
        }
        return broken.size < ids.length;
      },
    );
    return broken;
  }
}

function* once<T>(item: T): IterableIterator<T> {
  yield item;
}

const TIGHT_GAPS: readonly Gap[] = ["turn", 1, 2, 3];

/** Every list of exactly so many steps: what an end of a schedule is owed is granted by the run. */
function* lists(model: BoundedModel<Step>, steps: number, tight: number): IterableIterator<readonly Step[]> {
  if (steps === 0) {
    yield [];
    return;
  }
  for (const step of model.pending().flatMap(({ ways }) => ways)) {
    for (const gap of [undefined, ...(tight > 0 && steps > 1 ? TIGHT_GAPS : [])]) {
      const rest = model.clone();
      rest.take(step, gap);
      const first = gap === undefined ? step : { ...step, gap };
      for (const list of lists(rest, steps - 1, gap === undefined ? tight : tight - 1)) yield [first, ...list];
    }
  }
}
