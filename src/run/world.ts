import type { AnyAdapter } from "../contract/adapter.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import type { Recorder } from "./recorder.ts";

/**
 * Everything outside the executor in one run: it hands the executor a host, performs the steps of the scenario and
 * writes down what happens. A profile gives its own.
 */
export interface World<S extends Step> {
  /** What `create` is given. */
  readonly host: unknown;
  /**
   * Creates the executor. It checks that every method of the profile and of the declared capabilities is there.
   *
   * @throws AdapterError when a method is missing.
   */
  attach(executor: unknown): void;
  /** Performs one step in this very turn. False: it is not enabled now. */
  perform(step: S): boolean;
  /** Everything that is due has happened: called right before a quiescent point is written down. */
  atRest?(): void;
  /** Grants the oldest thing the kit was asked for and that nothing declared as hanging. False: nothing is left. */
  grantNext(): boolean;
  /** Disposes the executor, where it can be. */
  dispose(): unknown;
  /** What can be said only at the end, such as whether a command still equals its copy. */
  finish(): void;
}

/** How a profile makes its world. */
export type WorldFactory<S extends Step, R extends RecordBase, Setup extends object> = (
  adapter: AnyAdapter,
  scenario: Scenario<S, Setup>,
  recorder: Recorder<R>,
) => World<S>;

/** The adapter itself is wrong: its creation throws, or a method it promised is missing. Not a verdict on the executor. */
export class AdapterError extends Error {
  override readonly name = "AdapterError";
}
