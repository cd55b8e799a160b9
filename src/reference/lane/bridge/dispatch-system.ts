import type { ToolJob } from "../../../contract/lane.ts";
import type { AgentEntity, AgentTable, ToolCall } from "./agents.ts";

/**
 * Turns the tool calls of agents into jobs: each tick, every agent with calls to run and no batch in flight gets its
 * oldest request onto the lane ("tool_bridge", the tool-dispatch system).
 */
export class DispatchSystem {
  readonly #agents: AgentTable;
  readonly #submit: (job: ToolJob) => void;
  #lastBatch = 0;

  constructor(agents: AgentTable, submit: (job: ToolJob) => void) {
    this.#agents = agents;
    this.#submit = submit;
  }

  run(): void {
    for (const entity of this.#agents.values()) {
      if (entity.inFlight !== undefined) continue;
      const calls = entity.requests.shift();
      if (calls !== undefined) this.#dispatch(entity, calls);
    }
  }

  #dispatch(entity: AgentEntity, calls: readonly ToolCall[]): void {
    const { agent } = entity;
    this.#lastBatch += 1;
    entity.inFlight = `batch-${this.#lastBatch}`;
    this.#submit({
      agent: agent.id,
      batchId: entity.inFlight,
      exec: (context) => agent.execute(calls, context),
    });
  }
}
