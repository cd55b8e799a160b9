import type { LaneContext, ToolOutcome } from "../../../contract/lane.ts";
import type { ToolResults } from "../tool-results.ts";

/** One tool call that an agent's response asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** An agent as the tool stage sees it. */
export interface ToolAgent {
  readonly id: string;
  /** Runs one batch of calls on the lane, against this agent's own registry, working directory and policy. */
  execute(calls: readonly ToolCall[], context: LaneContext): Promise<ToolResults>;
  /** Takes what a batch gave into the agent's state; called from a tick after the batch has ended. */
  apply(outcome: ToolOutcome): void;
}

/** The components of one agent. At most one batch of an agent is in flight. */
export interface AgentEntity {
  readonly agent: ToolAgent;
  /** The calls of one response each, oldest first. */
  readonly requests: (readonly ToolCall[])[];
  /** The batch that is on the lane, by id. */
  inFlight: string | undefined;
}

/** The agents of a tick loop, by id: what dispatch and collect share, touched only by them and by the loop's owner. */
export type AgentTable = Map<string, AgentEntity>;
