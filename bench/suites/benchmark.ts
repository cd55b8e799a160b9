import type { CheckableAdapter, ProfileName } from "executor-conformance";

/**
 * One operation of an executor that is measured, on any adapter of its profile.
 *
 * A benchmark does nothing but drive and verify; who measures decides how many operations make a block, and holds the clock.
 */
export interface Benchmark {
  /** `profile/what-is-measured`; never reused for something else. */
  readonly id: string;
  readonly profile: ProfileName;
  /** What is measured, from what to what. */
  readonly text: string;
  /** What a size counts, in the plural: "commands in flight". */
  readonly counts: string;
  readonly sizes: readonly number[];
  /** What an adapter has to declare to be measured. */
  readonly capabilities?: readonly string[];
  /**
   * Sets an executor of this adapter up with `size` of what the benchmark counts.
   *
   * @throws SlowFillError where that takes too long; AdapterError where there is no such executor.
   */
  open(adapter: CheckableAdapter, size: number): Promise<Opened>;
}

/**
 * An executor that is ready to be measured.
 *
 * @example A block of 64 operations, timed:
 * ```ts
 * const opened = await benchmark.open(adapter, 100);
 * const times = Math.min(64, opened.timesMax);
 * await opened.prepare(times);
 * const start = performance.now();
 * await opened.run(times); // or without await where it returns nothing: every end has been seen by then
 * const ms = performance.now() - start;
 * await opened.close();
 * ```
 */
export interface Opened {
  /** The most operations of one block: beyond it the block would no longer be of this size. */
  readonly timesMax: number;
  /** To be called before each `run`, with the same `times`, and not measured: undoes the block before, readies the next. */
  prepare(times: number): void | Promise<void>;
  /**
   * Performs the operation so many times, one after the other; returns, or resolves, when the end of the last was seen. It
   * needs nothing but reactions, unless the executor does.
   *
   * @throws WorkNotDoneError, or rejects with it, where the executor does not do what is measured.
   */
  run(times: number): void | Promise<void>;
  /**
   * Ends everything, and verifies what was counted over all blocks.
   *
   * @throws WorkNotDoneError as `run` does.
   */
  close(): Promise<void>;
}

/** An executor did not do the work that its figure would be for. */
export class WorkNotDoneError extends Error {
  override readonly name = "WorkNotDoneError";
}

/** An executor took too long to be set up with as many as the size says. */
export class SlowFillError extends Error {
  override readonly name = "SlowFillError";
}

/** An executor cannot be measured, and that is no fault of it: it may do what stands in the way. */
export class NotMeasurableError extends Error {
  override readonly name = "NotMeasurableError";
}

/** What an adapter would have to declare to be measured by a benchmark of its profile, and does not. */
export function missingCapabilities(
  benchmark: Benchmark,
  adapter: Pick<CheckableAdapter, "capabilities">,
): readonly string[] {
  return (benchmark.capabilities ?? []).filter((capability) => adapter.capabilities?.[capability] !== true);
}
