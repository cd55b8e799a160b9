import type { Scenario } from "../contract/scenario.ts";

/**
 * Where a run says that it goes on, for whoever watches from another thread: an executor that loops, or that queues
 * microtasks for ever, never comes back to the kit.
 */
export interface Pulse {
  /** A run begins. */
  run(scenario: Scenario): void;
  /** The step with this index begins. */
  step(index: number): void;
  /** Everything that was due has happened. */
  rest(): void;
}
