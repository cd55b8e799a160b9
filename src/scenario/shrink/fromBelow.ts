import type { Gap, Scenario, Step } from "../../contract/scenario.ts";
import { compareCosts, costOf } from "./cost.ts";
import type { Move } from "./move.ts";
import { namesOf, withPlainNames } from "./names.ts";
import type { BoundedModel, ScenarioSpace } from "../space.ts";

/** Subjects and controls: no more fit into so few steps. */
const BOUND = 3;

/** Longer lists are too many to be tried, and to be made. */
const STEPS_MAX = 3;

/** From here on it is far to three steps, and the other moves need the executions. */
const LONG = 5;

const CANDIDATES_MAX = 100;

/** Where something at hand is not enumerated, lists of two steps leave room for those of three. */
const PAIRS_MAX = 50;

/**
 * The plainest short scenarios there are, made of what can be enumerated and of the steps at hand. Where one of them breaks
 * the rule as well, it does not matter from which long one the search began.
 */
export const fromBelow: Move = (scenario, space) => {
  const limit = costOf(scenario, space);
  const { length: own } = scenario.steps;
  const lengthMax = own >= LONG ? STEPS_MAX - 1 : Math.min(STEPS_MAX, own);
  const odd = oddOperations(scenario.steps, space);
  const found = new Map<string, typeof scenario>();
  for (let length = 1; length <= lengthMax; length += 1) {
    const countMax = length < STEPS_MAX && odd.length > 0 ? PAIRS_MAX : CANDIDATES_MAX;
    for (const candidate of scenariosOf(scenario, length, odd, space)) {
      if (found.size >= countMax) break;
      const plain = withPlainNames(candidate, space);
      if (compareCosts(costOf(plain, space), limit) < 0) found.set(JSON.stringify(plain), plain);
    }
  }
  return [...found.values()];
};

/** Scenarios of so many steps, those at rest first, for the host at hand and for one that does more. */
function* scenariosOf<S extends Step, Setup extends object>(
  { profile, setup: given, steps: own }: Scenario<S, Setup>,
  length: number,
  odd: readonly S["op"][],
  space: ScenarioSpace<S, Setup>,
): IterableIterator<Scenario<S, Setup>> {
  const lists = listsOf(own, length, odd, space);
  for (const setup of [given, ...space.richerSetups(given)]) {
    for (const gap of [undefined, ...gapsIn(own)]) {
      for (const list of lists) for (const steps of withGap(list, gap)) yield { profile, setup, steps };
    }
  }
}

/** Lists of so many steps: those with most of what is special at hand first, then the plainest. */
function listsOf<S extends Step, Setup extends object>(
  own: readonly S[],
  length: number,
  odd: readonly S["op"][],
  space: ScenarioSpace<S, Setup>,
): readonly (readonly S[])[] {
  return [...new Lists(own, space).ofLength(length)]
    .map((steps) => ({
      steps,
      missing: odd.filter((op) => !steps.some((step) => step.op === op)).length,
      weight: steps.reduce((sum, step) => sum + space.weight(step), 0),
    }))
    .toSorted((a, b) => a.missing - b.missing || a.weight - b.weight)
    .map(({ steps }) => steps);
}

/** Operations that are not enumerated: what they do is probably part of what goes wrong. */
function oddOperations<S extends Step, Setup extends object>(
  steps: readonly S[],
  space: ScenarioSpace<S, Setup>,
): readonly S["op"][] {
  const model = space.bounded(steps.length, steps.length);
  const odd = steps.filter((step) => {
    const isEnumerated = choicesOf(model).some(({ op }) => op === step.op);
    model.take(step, step.gap);
    return !isEnumerated;
  });
  return [...new Set(odd.map(({ op }) => op))];
}

function choicesOf<S extends Step>(model: BoundedModel<S>): readonly S[] {
  return model.pending().flatMap(({ ways }) => ways);
}

/** Every list of steps that are enumerated or at hand and in which none is skipped. */
class Lists<S extends Step, Setup extends object> {
  readonly #own: readonly S[];
  readonly #space: ScenarioSpace<S, Setup>;

  constructor(own: readonly S[], space: ScenarioSpace<S, Setup>) {
    this.#own = [...own.map(atRest), ...own.flatMap((step) => space.unwrapped(step) ?? [])];
    this.#space = space;
  }

  ofLength(length: number): IterableIterator<readonly S[]> {
    return this.#continued([], new Set(), this.#space.bounded(BOUND, BOUND), length);
  }

  /** @param introduced what the steps before have brought about. */
  *#continued(
    before: readonly S[],
    introduced: ReadonlySet<string>,
    model: BoundedModel<S>,
    length: number,
  ): IterableIterator<readonly S[]> {
    if (length === 0) {
      yield before;
      return;
    }
    const choices = choicesOf(model);
    for (const step of [...choices, ...choices.flatMap((choice) => this.#space.sharper(choice)), ...this.#own]) {
      const names = this.#introducedBy(step, introduced, length === 1);
      if (names === undefined) continue;
      const rest = model.clone();
      rest.take(step, undefined);
      yield* this.#continued([...before, step], new Set([...introduced, ...names]), rest, length - 1);
    }
  }

  /** Undefined: the step would be skipped, or, as the last one, would be granted at the end of the run anyhow. */
  #introducedBy(step: S, introduced: ReadonlySet<string>, isLast: boolean): readonly string[] | undefined {
    const uses = namesOf(step, this.#space);
    if (isLast && uses.length > 0 && uses.every(({ role }) => role === "needs") && this.#space.weight(step) === 0) {
      return undefined;
    }
    const names: string[] = [];
    for (const { kind, name, role } of uses) {
      const key = `${kind} ${name}`;
      if (role === "needs" && !introduced.has(key)) return undefined;
      if (role !== "introduces") continue;
      if (introduced.has(key) && this.#space.isUnique(kind)) return undefined;
      names.push(key);
    }
    return names;
  }
}

/** The gaps that are worth a try: those at hand, and the same turn. */
function gapsIn(steps: readonly Step[]): readonly Gap[] {
  const gaps = steps.flatMap(({ gap }): Gap[] => (gap === undefined ? [] : ["turn", gap]));
  return [...new Set(gaps)];
}

/** The steps at rest, or with a tight gap in each place. */
function withGap<S extends Step>(steps: readonly S[], gap: Gap | undefined): readonly (readonly S[])[] {
  return gap === undefined ? [steps] : steps.slice(1).map((_, at) => steps.with(at, { ...(steps[at] as S), gap }));
}

function atRest<S extends Step>({ gap: _, ...step }: S): S {
  return step as unknown as S;
}
