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
  readonly maxConcurrentTools: number;
  outcome(outcome: ToolOutcome): void;
  /** Wakes the tick loop. */
  wake(): void;
}

/** A tool lane as the kit drives it. */
export interface LaneExecutor extends AnyExecutor {
  submit(job: ToolJob): void;
  /** [stats] */
  stats?(): ToolLaneStats;
  /** [cancelQueued] or [cancelRunning] */
  cancel?(batchId: string): void;
  /** [ambientOffLane] */
  offLane?<T>(wait: () => Promise<T>): Promise<T>;
  /** [resize] Adds permits and says how many. */
  relieve?(extra: number): number;
  /** [resize] Takes idle permits back and says how many. */
  narrow?(upTo: number): number;
  /** [close] */
  close?(): Promise<void>;
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
 *   create: (host) => {
 *     const queue = new MyQueue({ concurrency: host.maxConcurrentTools });
 *     return { submit: (job) => void queue.add(job) };
 *   },
 * };
 * ```
 */
export interface LaneAdapter extends AnyAdapter {
  readonly profile: "lane";
  readonly capabilities?: Readonly<LaneCapabilities>;
  create(host: LaneHost): LaneExecutor | Promise<LaneExecutor>;
}
