import type { Scenario, Step } from "../contract/scenario.ts";
import type { CommonRecord } from "../contract/trace.ts";

/** What a run did not come back from. */
export type StuckHow = Exclude<
  Extract<CommonRecord, { readonly type: "escape" }>["how"],
  "unhandledRejection" | "uncaughtException"
>;

/** A run that never came back to the kit: the thread it was in is lost. */
export interface Stuck {
  readonly how: StuckHow;
  /** What was seen, as in "no step for 5 s". */
  readonly message: string;
  /** Index of the step that had begun; -1 before the first. */
  readonly step: number;
}

/** The steps at which an executor gets stuck, each by the operations it is made of. */
export type StuckSteps = readonly (readonly string[])[];

/** What all scenarios have in common that get stuck like this one, by name-free operations. */
export function stuckSteps(scenario: Scenario): StuckSteps {
  return scenario.steps.map(operationsOf);
}

/**
 * Whether a scenario has the steps of one that got stuck, in that order, whatever else it has. It would most likely get
 * stuck as well, and finding that out costs seconds.
 */
export function containsStuck(scenario: Scenario, stuck: readonly StuckSteps[]): boolean {
  if (stuck.length === 0) return false;
  const operations = scenario.steps.map(operationsOf);
  return stuck.some((steps) => {
    let at = 0;
    for (const has of operations) {
      if (at < steps.length && steps[at]?.every((operation) => has.includes(operation))) at += 1;
    }
    return at === steps.length;
  });
}

/** `op` of a step and of every step inside it. */
function operationsOf(step: Step): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "op" && typeof inner === "string") found.push(inner);
      else visit(inner);
    }
  };
  visit(step);
  return found;
}
