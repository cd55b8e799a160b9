import type { AnyAdapter, AnyExecutor } from "./adapter.ts";

/** What a batch's body is given while it runs. */
export interface LaneContext {
  /** Aborted only by the batch's own cancel, or by closing where the adapter says so. */
  readonly signal: AbortSignal;
  /** [offLane] Awaits `wait` without holding a permit, and takes one again before it returns. */
  offLane<T>(wait: () => Promise<T>): Promise<T>;
}

/** A batch of tool calls of one agent ("tool_bridge", ToolJob). */
export interface ToolJob {
  readonly agent: string;
  readonly batchId: string;
  /** The work: called once, when the batch has a permit, which it holds until the promise settles. */
  exec(context: LaneContext): Promise<ReadonlyArray<readonly [toolCallId: string, result: string]>>;
}

/** The result of a `ToolJob`; the two shapes are told apart by `"error" in outcome`. */
export type ToolOutcome =
  | { agent: string; batchId: string; results: ReadonlyArray<readonly [string, string]> }
  | { agent: string; batchId: string; error: unknown };

/** Live occupancy of a lane, in batches (`workers`: in permits). */
export interface ToolLaneStats {
  queued: number;
  busy: number;
  parked: number;
  workers: number;
}

/** What the kit hands to a lane: everything outside it. */
export interface LaneHost {
  /** The width of the lane: how many batches may run at once. */
  readonly maxConcurrentTools: number;
  /** Told once how a batch ended, after its body did and never inside `submit`; nothing of a batch that was cancelled. */
  outcome(outcome: ToolOutcome): void;
  /** [wake] Wakes the tick loop. */
  wake(): void;
}

/** A tool lane as the kit drives it. */
export interface LaneExecutor extends AnyExecutor {
  /** Takes a batch and returns at once; it runs when a permit is free. */
  submit(job: ToolJob): void;
  /** [stats] */
  stats?(): ToolLaneStats;
  /** [cancelQueued] A batch that waits never runs. [cancelRunning] The signal of one that runs is aborted. */
  cancel?(batchId: string): void;
  /** [ambientOffLane] As `context.offLane`, for whatever batch the call comes from; a plain await outside of one. */
  offLane?<T>(wait: () => Promise<T>): Promise<T>;
  /** [resize] Adds permits and says how many. */
  relieve?(extra: number): number;
  /** [resize] Takes idle permits back and says how many. */
  narrow?(upTo: number): number;
  /** [close] Refuses new batches, and resolves when the accepted ones have ended and reported. */
  close?(): Promise<void>;
  /** Called at the end of each run; nothing of the executor may remain. */
  dispose?(): void | Promise<void>;
}

/** What a lane can do beyond the common rules; each key opens the rules marked with it. */
export interface LaneCapabilities {
  /** `context.offLane` hands the permit back for the time of a wait. */
  offLane?: boolean;
  /** `offLane` of the lane knows the batch that calls it. */
  ambientOffLane?: boolean;
  /** `stats()` tells the occupancy. */
  stats?: boolean;
  /** Permits go to those ahead first. */
  fifo?: boolean;
  /** The loop is woken by outcomes and parks. */
  wake?: boolean;
  /** `relieve` and `narrow` change the width. */
  resize?: boolean;
  /** A width below one, or no number, works as one. */
  clamp?: boolean;
  /** `close()` drains and then refuses. */
  close?: boolean;
  /** `cancel` of a batch that waits. */
  cancelQueued?: boolean;
  /** `cancel` of a batch that runs or is parked. */
  cancelRunning?: boolean;
}

/**
 * Lets the kit create a tool lane (contract, profile `lane`).
 *
 * @example
 * ```ts
 * const adapter: LaneAdapter = {
 *   profile: "lane",
 *   name: "my-queue",
 *   create(host) {
 *     const limit = pLimit(host.maxConcurrentTools);
 *     return {
 *       submit({ agent, batchId, exec }) {
 *         const context = { signal: new AbortController().signal, offLane: (wait) => wait() };
 *         void limit(() => exec(context)).then(
 *           (results) => host.outcome({ agent, batchId, results }),
 *           (error) => host.outcome({ agent, batchId, error }),
 *         );
 *       },
 *     };
 *   },
 * };
 * ```
 */
export interface LaneAdapter extends AnyAdapter {
  readonly profile: "lane";
  readonly capabilities?: Readonly<LaneCapabilities>;
  create(host: LaneHost): LaneExecutor | Promise<LaneExecutor>;
}
