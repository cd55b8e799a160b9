import { Arbitrary, Stream, Value, type Random } from "fast-check";
import type { ProfileName } from "../contract/adapter.ts";
import type { Gap, Scenario, Step } from "../contract/scenario.ts";
import { HOPS_CHOSEN_MAX } from "./hops.ts";
import { shrinks } from "./shrink/shrink.ts";
import { Menu } from "./menu.ts";
import type { RandomSource, ScenarioSpace } from "./space.ts";
import { drawStrategy, strategyNamed, type StrategyName } from "./strategies/portfolio.ts";

const SAME_TURN_PERCENT = 45;

const strategies = new WeakMap<Scenario, StrategyName>();

/** The strategy that generated a scenario; undefined: it was not generated, or is a copy or simpler than what was. */
export function strategyOf(scenario: Scenario): StrategyName | undefined {
  return strategies.get(scenario);
}

/**
 * The interleavings of one profile, generated from its nominal model and shrunk on semantic steps.
 *
 * Equal seeds give equal scenarios, under `fc.assert` and from the command line: the first draw of a scenario says which
 * strategy orders its steps, and all draws are fast-check's.
 */
export class ScenarioArbitrary<S extends Step, Setup extends object> extends Arbitrary<Scenario<S, Setup>> {
  readonly #profile: ProfileName;
  readonly #space: ScenarioSpace<S, Setup>;
  readonly #stepsMax: number;
  readonly #strategy: StrategyName | undefined;
  readonly #menu = new Menu<S>();

  /** @param strategy the only strategy; absent: each scenario draws its own. */
  constructor(profile: ProfileName, space: ScenarioSpace<S, Setup>, stepsMax: number, strategy?: StrategyName) {
    super();
    this.#strategy = strategy;
    this.#profile = profile;
    this.#space = space;
    this.#stepsMax = stepsMax;
  }

  override generate(random: Random): Value<Scenario<S, Setup>> {
    const strategy = this.#strategy ?? drawStrategy(random);
    const setup = this.#space.setup(random);
    const steps = this.#steps(setup, strategy, random);
    const scenario: Scenario<S, Setup> = { profile: this.#profile, setup, steps };
    strategies.set(scenario, strategy);
    return new Value(scenario, undefined);
  }

  #steps(setup: Setup, name: StrategyName, random: Random): readonly S[] {
    const model = this.#space.start(setup);
    const length = random.nextInt(1, this.#stepsMax);
    const strategy = strategyNamed(name)(random, length);
    const menu = this.#menu;
    const steps: S[] = [];
    while (steps.length < length) {
      menu.clear();
      model.offer(menu, random);
      const chosen = menu.size === 0 ? undefined : strategy.next(menu);
      const step = chosen === undefined ? undefined : menu.make(chosen, random);
      if (step === undefined) break;
      const gap = steps.length + 1 === length ? undefined : chooseGap(model.tightGapPercent(step), random);
      model.take(step, gap);
      steps.push(gap === undefined ? step : { ...step, gap });
    }
    return steps;
  }

  override canShrinkWithoutContext(value: unknown): value is Scenario<S, Setup> {
    return typeof value === "object" && value !== null && "steps" in value && "profile" in value;
  }

  override shrink(scenario: Scenario<S, Setup>): Stream<Value<Scenario<S, Setup>>> {
    return new Stream(values(shrinks(scenario, this.#space)));
  }
}

function* values<T>(items: Iterable<T>): IterableIterator<Value<T>> {
  for (const item of items) yield new Value(item, undefined);
}

function chooseGap(tightPercent: number, random: RandomSource): Gap | undefined {
  if (random.nextInt(1, 100) > tightPercent) return undefined;
  return random.nextInt(1, 100) <= SAME_TURN_PERCENT ? "turn" : random.nextInt(1, HOPS_CHOSEN_MAX);
}
