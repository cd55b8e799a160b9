import type { ProfileName } from "./adapter.ts";

/**
 * What lies between a step and the next one: the same synchronous turn, that many microtask hops, or quiescence.
 * An absent gap is quiescence. Every gap but quiescence is called *tight*.
 */
export type Gap = "turn" | number;

/** One step of a scenario. `op` names it; each profile adds its own fields. */
export interface Step {
  readonly op: string;
  readonly gap?: Gap;
}

/**
 * An interleaving as plain data: the order of the steps *is* the interleaving.
 *
 * A step that is not enabled when its turn comes is skipped, so every sub-list of the steps is a scenario too.
 */
export interface Scenario<S extends Step = Step, Setup extends object = object> {
  readonly profile: ProfileName;
  /** What the host looks like in this run; fields of the profile. */
  readonly setup: Setup;
  readonly steps: readonly S[];
}
