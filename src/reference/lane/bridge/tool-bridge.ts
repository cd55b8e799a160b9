import type { ToolLaneStats } from "../../../contract/lane.ts";
import { runOutside } from "../scope.ts";
import { ToolLane } from "../tool-lane.ts";
import type { AgentTable, ToolAgent, ToolCall } from "./agents.ts";
import { CollectSystem } from "./collect-system.ts";
import { DispatchSystem } from "./dispatch-system.ts";
import { TickLoop } from "./tick-loop.ts";

/** What a {@link ToolBridge} is made of. */
export interface ToolBridgeOptions {
  /** Batches that execute at once; below 1 works as 1. */
  readonly maxConcurrentTools: number;
  /** Told of what an agent's `apply` throws; must not throw itself. */
  readonly onApplyError: (error: unknown) => void;
}

/**
 * The tool stage of a synchronous tick loop: agents ask for tool calls, a tick dispatches them to a {@link ToolLane},
 * and a later tick applies the outcomes. Asleep until a request, an outcome or a parked batch wakes it.
 *
 * @example
 * ```ts
 * const bridge = new ToolBridge({ maxConcurrentTools: 8, onApplyError: console.error });
 * bridge.spawn({
 *   id: "agent-1",
 *   execute: async (calls) => calls.map((call) => [call.id, `ran ${call.name}`] as const),
 *   apply: (outcome) => console.log(outcome),
 * });
 * bridge.request("agent-1", [{ id: "call-1", name: "ls", input: {} }]);
 * ```
 */
export class ToolBridge {
  readonly #lane: ToolLane;
  readonly #agents: AgentTable = new Map();
  readonly #collect: CollectSystem;
  readonly #loop: TickLoop;
  #closing: Promise<void> | undefined;

  constructor(options: ToolBridgeOptions) {
    this.#collect = new CollectSystem(this.#agents, options.onApplyError);
    this.#lane = new ToolLane({
      maxConcurrentTools: options.maxConcurrentTools,
      outcome: (outcome) => this.#collect.receive(outcome),
      wake: () => this.#loop.wake(),
    });
    const dispatch = new DispatchSystem(this.#agents, (job) => this.#lane.submit(job));
    // Collect comes first: an agent whose batch has just been applied gets its next one in the same tick.
    this.#loop = new TickLoop([
      () => this.#collect.run(),
      () => {
        if (this.#closing === undefined) dispatch.run();
      },
    ]);
  }

  /** @throws Error where an agent of that id is there already */
  spawn(agent: ToolAgent): void {
    if (this.#agents.has(agent.id)) throw new Error(`agent ${JSON.stringify(agent.id)} exists already`);
    this.#agents.set(agent.id, { agent, requests: [], inFlight: undefined });
  }

  /** Forgets an agent and its requests, and cancels its batch; nothing is applied to it any more. */
  despawn(agentId: string): void {
    const batchId = this.#agents.get(agentId)?.inFlight;
    this.#agents.delete(agentId);
    if (batchId !== undefined) this.#lane.cancel(batchId);
  }

  /**
   * The agent's response asks for these calls: they become one batch, after the batches of its earlier requests.
   *
   * @throws Error for an agent that is not there
   */
  request(agentId: string, calls: readonly ToolCall[]): void {
    const entity = this.#agents.get(agentId);
    if (entity === undefined) throw new Error(`there is no agent ${JSON.stringify(agentId)}`);
    entity.requests.push(calls);
    // A body may ask for calls as well, and the tick it causes is no part of its batch.
    runOutside(() => this.#loop.wake());
  }

  /** Live occupancy of the lane. */
  stats(): ToolLaneStats {
    return this.#lane.stats();
  }

  /** Dispatches nothing further, and resolves when the batches in flight have ended and been applied. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#lane.close();
    this.#collect.run();
    this.#loop.cancelTick();
  }
}
