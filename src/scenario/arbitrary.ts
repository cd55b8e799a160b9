import { Arbitrary, Stream, Value, type Random } from "fast-check";
import type { ProfileName } from "../contract/adapter.ts";
import type { Gap, Scenario, Step } from "../contract/scenario.ts";
import { shrinks } from "./shrink/shrink.ts";
import { stepOf, type Choice, type RandomSource, type ScenarioSpace } from "./space.ts";

/** More hops than the longest promise chain between a call and its effect in code that was seen to fail. */
const HOPS_MAX = 8;

const SAME_TURN_PERCENT = 45;

/**
 * The interleavings of one profile, generated from its nominal model and shrunk on semantic steps.
 *
 * Equal seeds give equal scenarios, under `fc.assert` and from the command line.
 */
export class ScenarioArbitrary<S extends Step, Setup extends object> extends Arbitrary<Scenario<S, Setup>> {
  readonly #profile: ProfileName;
  readonly #space: ScenarioSpace<S, Setup>;
  readonly #stepsMax: number;

  constructor(profile: ProfileName, space: ScenarioSpace<S, Setup>, stepsMax: number) {
    super();
    this.#profile = profile;
    this.#space = space;
    this.#stepsMax = stepsMax;
  }

  override generate(random: Random): Value<Scenario<S, Setup>> {
    const setup = this.#space.setup(random);
    const model = this.#space.start(setup);
    const length = random.nextInt(1, this.#stepsMax);
    const steps: S[] = [];
    for (let count = 1; count <= length; count += 1) {
      const step = pick(model.choices(random), random);
      if (step === undefined) break;
      const gap = count === length ? undefined : chooseGap(model.tightGapPercent(step), random);
      model.take(step, gap);
      steps.push(gap === undefined ? step : { ...step, gap });
    }
    return new Value({ profile: this.#profile, setup, steps }, undefined);
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
  return random.nextInt(1, 100) <= SAME_TURN_PERCENT ? "turn" : random.nextInt(1, HOPS_MAX);
}

function pick<S extends Step>(choices: readonly Choice<S>[], random: RandomSource): S | undefined {
  let total = 0;
  for (const { weight } of choices) total += weight;
  if (total === 0) return undefined;
  let at = random.nextInt(1, total);
  for (const choice of choices) {
    at -= choice.weight;
    if (at <= 0) return stepOf(choice);
  }
  return undefined;
}
