import type { Scenario, Step } from "../../contract/scenario.ts";
import type { ScenarioSpace } from "../space.ts";
import { plainly, withSteps } from "./edit.ts";
import type { Move } from "./move.ts";
import { isPlain, namesOf, withoutOrphans, withPlainNames } from "./names.ts";

/** With plain names in order: all of them, those that are plain already, or one that is not. */
export const rename: Move = (scenario, space) => {
  const odd = scenario.steps
    .flatMap((step) => namesOf(step, space))
    .filter(({ kind, name }) => !isPlain(kind, name, space));
  const isOneOf = (kind: string, name: string): boolean => odd.some((use) => use.kind === kind && use.name === name);
  return [
    withPlainNames(scenario, space),
    ...(odd.length === 0 ? [] : [withPlainNames(scenario, space, (kind, name) => !isOneOf(kind, name))]),
    ...odd.map((use) => withPlainNames(scenario, space, (kind, name) => use.kind === kind && use.name === name)),
  ];
};

/** With one thing in place of two of a kind. */
export const mergeNames: Move = (scenario, space) =>
  pairsOfNames(scenario, space).map(({ kind, gone, kept }) => merged(scenario, space, kind, gone, kept));

/** With all that is done to one thing done to another of its kind, which stays beside it. */
export const redirectNames: Move = (scenario, space) =>
  pairsOfNames(scenario, space).map(({ kind, gone, kept }) => {
    const steps = scenario.steps.map((step) =>
      space.renamed(step, (k, name, role) => (k === kind && name === gone && role === "needs" ? kept : name)),
    );
    return withSteps(scenario, withoutOrphans(steps, space));
  });

function pairsOfNames<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
): readonly { readonly kind: string; readonly gone: string; readonly kept: string }[] {
  const uses = scenario.steps.flatMap((step) => namesOf(step, space));
  const all = uses.filter(
    (use, index) => uses.findIndex(({ kind, name }) => kind === use.kind && name === use.name) === index,
  );
  return all.flatMap(({ kind, name: gone }) =>
    all.flatMap((other) => (other.kind === kind && other.name !== gone ? [{ kind, gone, kept: other.name }] : [])),
  );
}

function merged<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
  kind: string,
  gone: string,
  kept: string,
): Scenario<S, Setup> {
  const introduces = (step: S): boolean =>
    namesOf(step, space).some((use) => use.kind === kind && use.name === gone && use.role === "introduces");
  const steps = scenario.steps
    .filter((step) => !space.isUnique(kind) || !introduces(step))
    .map((step) => space.renamed(step, (k, name) => (k === kind && name === gone ? kept : name)));
  return plainly(withSteps(scenario, withoutOrphans(steps, space)), space);
}
