import type { LaneExecutor, LaneHost, ToolJob, ToolLaneStats, ToolOutcome } from "../../contract/lane.ts";
import { awaitOffLane } from "./await-off-lane.ts";
import { Batch } from "./batch.ts";
import type { BatchLane } from "./batch.ts";
import { callHost } from "./host-call.ts";
import { LaneClosedError } from "./lane-closed-error.ts";
import { Occupancy } from "./occupancy.ts";
import { currentBatch } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import { outcomeOf } from "./tool-results.ts";

/**
 * The tool lane: bounds how many batches of tool calls execute at once, and reports how each of them ended.
 *
 * It is a semaphore, not a pool of workers: a batch holds a permit while it executes and hands it back while it waits
 * for something without a time bound, so that parents waiting for their children never block them ("tool_bridge",
 * Concurrency). Permits go to those who wait in the order in which they came, resuming batches included.
 *
 * @example
 * ```ts
 * const lane = new ToolLane({
 *   maxConcurrentTools: 4,
 *   outcome: (outcome) => results.push(outcome),
 *   wake: () => loop.wake(),
 * });
 * lane.submit({
 *   agent: "agent-1",
 *   batchId: "batch-1",
 *   exec: async ({ signal, offLane }) => {
 *     const approved = await offLane(() => askForApproval(signal));
 *     return [["call-1", approved ? await runTool(signal) : "denied"]];
 *   },
 * });
 * await lane.close();
 * ```
 */
export class ToolLane implements LaneExecutor {
  readonly #host: LaneHost;
  readonly #lane: BatchLane;
  /** Accepted batches that have not ended, by id. */
  readonly #batches = new Map<string, Batch>();
  /** Accepted batches that have not ended and reported. */
  #open = 0;
  #closing: Promise<void> | undefined;
  #onDrained: (() => void) | undefined;

  /** A width of 0, below, or not a number works as 1. The lane swallows what the host's functions throw. */
  constructor(host: LaneHost) {
    this.#host = host;
    this.#lane = {
      semaphore: new Semaphore(host.maxConcurrentTools),
      occupancy: new Occupancy(),
      onPark: () => this.#wake(),
    };
  }

  /**
   * Accepts a batch. Calls nothing of the job or the host: the body starts in a later microtask, in the asynchronous
   * context of this call, when a permit is free (rules `lane/submit-returns-at-once`, `lane/no-outcome-inside-submit`).
   *
   * A batch id should be unique among the batches in flight; where it is not, `cancel` finds the latest.
   *
   * @throws LaneClosedError after `close`
   */
  submit(job: ToolJob): void {
    if (this.#closing !== undefined) throw new LaneClosedError(job.batchId);
    const batch = new Batch(job, this.#lane);
    this.#batches.set(batch.id, batch);
    this.#open += 1;
    void batch.admitted().then(() => this.#run(batch, job));
  }

  /** Live occupancy, in batches; `workers` is the current width, in permits. */
  stats(): ToolLaneStats {
    const { occupancy, semaphore } = this.#lane;
    return {
      queued: occupancy.count("queued"),
      busy: occupancy.count("busy"),
      parked: occupancy.count("parked"),
      workers: semaphore.width,
    };
  }

  /**
   * Cancels a batch: one that is queued never runs; for one that runs or is parked, `signal` is aborted, its result is
   * dropped, and its permit is free when its body has ended. A parked one keeps waiting, so a wait that should end with
   * its batch listens to `signal`. An unknown id, a second cancel and one after the end do nothing.
   */
  cancel(batchId: string): void {
    const batch = this.#batches.get(batchId);
    if (batch === undefined) return;
    if (batch.phase === "queued") {
      this.#end(batch);
      this.#closeAccount();
    } else {
      batch.abort();
    }
  }

  /**
   * {@link offLane} for the batches of this lane alone: inside a batch of another lane it is a plain await, as that
   * batch holds no permit of this one.
   *
   * @throws what `wait` throws, at once or later
   */
  offLane<T>(wait: () => Promise<T>): Promise<T> {
    const batch = currentBatch();
    return awaitOffLane(batch?.lane === this.#lane ? batch : undefined, wait);
  }

  /** Adds `extra` permits, rounded down, and says how many. */
  relieve(extra: number): number {
    return this.#lane.semaphore.addPermits(extra);
  }

  /** Takes back at most `upTo` permits, idle ones only, and says how many; one permit always stays. */
  narrow(upTo: number): number {
    return this.#lane.semaphore.forgetPermits(upTo);
  }

  /**
   * Refuses further batches, and resolves when every accepted one has ended and reported. Never rejects; a second call
   * joins the first. A body must not await it: it would wait for its own end.
   */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#onDrained = resolve;
      if (this.#open === 0) resolve();
    });
    return this.#closing;
  }

  /** Calls the body of a batch that was granted a permit, and reports how it ends. */
  #run(batch: Batch, job: ToolJob): void {
    // Cancelled since the grant: `cancel` has done what is left to do.
    if (batch.phase === "ended") return;
    const { agent, id: batchId } = batch;
    const fail = (error: unknown): void => this.#finish(batch, { agent, batchId, error });
    try {
      batch.start(job).then((value) => this.#finish(batch, outcomeOf(agent, batchId, value)), fail);
    } catch (error) {
      fail(error);
    }
  }

  #finish(batch: Batch, outcome: ToolOutcome): void {
    this.#end(batch);
    if (!batch.cancelled) callHost(() => this.#host.outcome(outcome));
    this.#wake();
    this.#closeAccount();
  }

  #end(batch: Batch): void {
    batch.end();
    if (this.#batches.get(batch.id) === batch) this.#batches.delete(batch.id);
  }

  #closeAccount(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#onDrained?.();
  }

  /** A permit came free or an outcome is there; wakes may be many, the loop coalesces them. */
  #wake(): void {
    callHost(() => this.#host.wake());
  }
}
