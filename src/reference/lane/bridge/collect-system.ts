import type { ToolOutcome } from "../../../contract/lane.ts";
import type { AgentTable } from "./agents.ts";

/**
 * Applies what the lane reported, a tick later and in the order of the reports ("tool_bridge", the tool-collect
 * system). An outcome of a batch that its agent no longer has in flight is dropped.
 */
export class CollectSystem {
  readonly #agents: AgentTable;
  readonly #onApplyError: (error: unknown) => void;
  #results: ToolOutcome[] = [];

  constructor(agents: AgentTable, onApplyError: (error: unknown) => void) {
    this.#agents = agents;
    this.#onApplyError = onApplyError;
  }

  /** The results channel: called by the lane at any time, and changes no agent. */
  receive(outcome: ToolOutcome): void {
    this.#results.push(outcome);
  }

  run(): void {
    const results = this.#results;
    this.#results = [];
    for (const outcome of results) this.#apply(outcome);
  }

  #apply(outcome: ToolOutcome): void {
    const entity = this.#agents.get(outcome.agent);
    if (entity === undefined || entity.inFlight !== outcome.batchId) return;
    entity.inFlight = undefined;
    try {
      entity.agent.apply(outcome);
    } catch (error) {
      this.#onApplyError(error);
    }
  }
}
