import type { LaneContext, ToolJob } from "../../contract/lane.ts";
import { awaitOffLane } from "./await-off-lane.ts";
import { Lease } from "./lease.ts";
import type { BatchPhase, Occupancy } from "./occupancy.ts";
import { runBody } from "./scope.ts";
import type { Semaphore } from "./semaphore.ts";

/** What a batch needs of its lane. */
export interface BatchLane {
  readonly semaphore: Semaphore;
  readonly occupancy: Occupancy;
  /** A batch has handed its permit back. */
  readonly onPark: () => void;
}

/**
 * One accepted job on its way through a lane.
 *
 * Invariant: a started batch that has not ended holds a permit, or is about to get one, exactly while none of its waits
 * is open. It keeps no reference to its job: code that a body leaves behind keeps the batch alive, not the job.
 */
export class Batch {
  readonly agent: string;
  readonly id: string;
  readonly lane: BatchLane;
  #phase: BatchPhase = "queued";
  #cancelled = false;
  #openWaits = 0;
  /** Waits that have ended and not returned yet, for want of the permit; most batches never have one. */
  #endedWaits: (() => void)[] | undefined;
  #controller: AbortController | undefined;
  readonly #lease = new Lease();

  constructor(job: ToolJob, lane: BatchLane) {
    this.agent = job.agent;
    this.id = job.batchId;
    this.lane = lane;
    lane.occupancy.enter("queued");
  }

  get phase(): BatchPhase {
    return this.#phase;
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Created on first use: a controller costs more than everything else the lane does for a batch. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Waits for the first permit. A batch that is cancelled in the queue waits for ever, and is garbage. */
  admitted(): Promise<void> {
    return new Promise((resolve) => {
      this.lane.semaphore.acquire(this.#lease, resolve);
    });
  }

  /** Calls the body, which may throw at once, and may give whatever can be awaited. */
  start(job: ToolJob): Promise<unknown> {
    this.#moveTo("busy");
    return Promise.resolve(runBody(this, () => job.exec(new BatchContext(this))));
  }

  /** Leaves the lane, with the permit or the place in the queue it may have. What it still awaits needs no permit. */
  end(): void {
    this.#moveTo("ended");
    this.lane.semaphore.release(this.#lease);
    this.#returnFromWaits();
  }

  /** Tells the body that its result is no longer wanted; the permit stays with the body until it ends. */
  abort(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }

  get isRunning(): boolean {
    return this.#phase === "busy" || this.#phase === "parked";
  }

  /** Hands the permit back. Where another wait is open that has been done, and a place in the queue is given up. */
  beginWait(): void {
    this.#openWaits += 1;
    this.lane.semaphore.release(this.#lease);
    this.#moveTo("parked");
    this.lane.onPark();
  }

  /**
   * Returns from a wait, by calling `settle` once the batch has its permit again.
   *
   * The last of the overlapping waits asks for the permit, for all of them: asking at the first end would hold it while
   * the others may depend on a child that needs it. A cancelled batch asks like any other, at the end of its wait:
   * resumed at once, its body would run without a permit.
   */
  endWait(settle: () => void): void {
    this.#openWaits -= 1;
    (this.#endedWaits ??= []).push(settle);
    if (!this.isRunning) this.#returnFromWaits();
    else if (this.#openWaits === 0) this.lane.semaphore.acquire(this.#lease, () => this.#resume());
  }

  #resume(): void {
    this.#moveTo("busy");
    this.#returnFromWaits();
  }

  #returnFromWaits(): void {
    const ended = this.#endedWaits;
    if (ended === undefined) return;
    this.#endedWaits = undefined;
    for (const settle of ended) settle();
  }

  #moveTo(phase: BatchPhase): void {
    this.lane.occupancy.move(this.#phase, phase);
    this.#phase = phase;
  }
}

/** What a body sees of its batch. Works taken apart as well: `exec: async ({ signal, offLane }) => ...`. */
class BatchContext implements LaneContext {
  readonly #batch: Batch;
  readonly offLane: LaneContext["offLane"] = (wait) => awaitOffLane(this.#batch, wait);

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  get signal(): AbortSignal {
    return this.#batch.signal;
  }
}
