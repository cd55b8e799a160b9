import type { ProfileName } from "../contract/adapter.ts";
import type { Gap, Scenario, Step } from "../contract/scenario.ts";
import type { BoundedModel, ScenarioSpace, Scope } from "./space.ts";

/** The tight gaps that are enumerated; random campaigns go further. */
const TIGHT_GAPS: readonly Gap[] = ["turn", 1, 2, 3];

/**
 * Every scenario in a bound, smaller ones first: for each number of subjects and controls up to the scope, every order of
 * their steps, with every placement of at most `tightGaps` tight gaps.
 */
export function* enumerate<S extends Step, Setup extends object>(
  profile: ProfileName,
  space: ScenarioSpace<S, Setup>,
  scope: Scope,
): IterableIterator<Scenario<S, Setup>> {
  for (const [subjects, controls] of sizes(scope)) {
    for (const steps of schedules(space.bounded(subjects, controls), [], scope.tightGaps)) {
      yield { profile, setup: space.boundedSetup, steps };
    }
  }
}

function sizes({ subjects, controls }: Scope): (readonly [number, number])[] {
  const all: (readonly [number, number])[] = [];
  for (let s = 0; s <= subjects; s += 1) for (let c = 0; c <= controls; c += 1) if (s + c > 0) all.push([s, c]);
  return all.toSorted((a, b) => a[0] + a[1] - (b[0] + b[1]));
}

function* schedules<S extends Step>(
  model: BoundedModel<S>,
  prefix: readonly S[],
  tight: number,
): IterableIterator<readonly S[]> {
  const choices = model.choices();
  if (choices.length === 0) yield prefix;
  for (const step of choices) {
    const rest = model.clone();
    rest.take(step, undefined);
    yield* schedules(rest, [...prefix, step], tight);
    if (tight === 0) continue;
    const tightly = model.clone();
    tightly.take(step, "turn");
    // A gap after the last step is no gap.
    if (tightly.choices().length === 0) continue;
    for (const gap of TIGHT_GAPS) yield* schedules(tightly.clone(), [...prefix, { ...step, gap }], tight - 1);
  }
}
