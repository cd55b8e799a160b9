import type { LaneExecutor, LaneHost, ToolJob, ToolLaneStats } from "executor-conformance";
import { Batch } from "./batch.ts";
import type { Faults } from "./faults/index.ts";
import { OffLane } from "./off-lane.ts";
import { Permits } from "./permits.ts";
import { Reports, type Ending } from "./reports.ts";
import { scopes } from "./scope.ts";

/**
 * A small tool lane that conforms to every rule of the profile, and differs from that by each fault it is given. A fault
 * is looked up where a correct lane would decide otherwise, and nowhere else.
 */
export class FaultyLane implements LaneExecutor {
  readonly #has: Faults;
  readonly #permits: Permits;
  readonly #reports: Reports;
  readonly #offLane: OffLane;
  /** Batches that have not ended, by id. */
  readonly #batches = new Map<string, Batch>();
  #closed = false;
  #closing: Promise<void> | undefined;
  #onDrained: (() => void) | undefined;
  /** What some faults count and a correct lane does not need. */
  #miscounted = 0;
  #forgotten = 0;
  readonly #cancelledIds = new Set<string>();

  constructor(host: LaneHost, has: Faults) {
    this.#has = has;
    this.#permits = new Permits(host.maxConcurrentTools, has);
    this.#reports = new Reports(host, has);
    this.#offLane = new OffLane(this.#permits, this.#reports, has);
    if (has("poller-left-running")) setInterval(() => {}, 777);
  }

  submit(job: ToolJob): unknown {
    if (this.#closed) return this.#refuse(job);
    if (this.#has("full-lane-refuses") && this.#permits.someoneWaits) throw new Error("the lane is full");
    const batch = new Batch(job);
    const parent = scopes.getStore()?.batch;
    if (parent !== undefined) parent.hasChildren = true;
    this.#batches.set(job.batchId, batch);
    this.#reports.submitted(batch);
    const served = this.#serve(batch);
    return this.#has("submit-returns-the-batch") ? served : undefined;
  }

  stats(): ToolLaneStats {
    const parked = this.#count("parked");
    const asBusy = this.#has("parked-counted-as-busy") ? parked : 0;
    return {
      queued: this.#count("queued") + this.#miscounted,
      busy: this.#count("busy") + asBusy,
      parked: parked - asBusy,
      workers: this.#permits.width,
    };
  }

  cancel(batchId: string): void {
    if (this.#has("second-cancel-counts-down") && this.#cancelledIds.has(batchId)) this.#miscounted -= 1;
    const isFirst = !this.#cancelledIds.has(batchId);
    this.#cancelledIds.add(batchId);
    const batch = this.#batches.get(batchId);
    if (batch === undefined) {
      if (isFirst && this.#has("late-cancel-gives-a-permit-back")) this.#permits.release();
      return;
    }
    if (batch.phase === "queued") this.#cancelQueued(batch);
    else this.#cancelRunning(batch);
  }

  offLane<T>(wait: () => Promise<T>): Promise<T> {
    return this.#offLane.await(scopes.getStore()?.batch, wait);
  }

  relieve(extra: number): number {
    this.#permits.add(this.#has("relieve-adds-one") ? 1 : extra);
    return extra;
  }

  narrow(upTo: number): number {
    return this.#permits.take(upTo);
  }

  close(): Promise<void> {
    this.#closed = true;
    if (this.#closing !== undefined) return this.#has("second-close-does-not-join") ? Promise.resolve() : this.#closing;
    this.#closing = new Promise((resolve) => {
      this.#onDrained = resolve;
    });
    this.#tellIfDrained();
    return this.#closing;
  }

  // ---- the life of a batch ----

  async #serve(batch: Batch): Promise<void> {
    this.#permits.acquire(batch.newWaiter());
    if (!batch.holds || !this.#has("body-started-inside-submit")) await batch.granted();
    if (this.#has("grant-lost-some-turns-later")) await this.#startSlowly(batch);
    if (batch.phase === "ended") return;
    batch.phase = "busy";
    if (this.#has("outcome-at-the-start")) this.#reports.outcome(batch, { results: [] });
    let ending: Ending;
    try {
      const running = this.#startBody(batch);
      ending = { results: await running };
    } catch (error) {
      ending = { error };
    }
    // The gap in which the fault is hit by a second cancel: the body has ended, and its permit is still to be freed.
    if (this.#has("second-cancel-keeps-the-count")) await Promise.resolve();
    this.#end(batch, ending);
  }

  /** Between the grant and the start lie turns, and in one of them nobody feels responsible for the permit. */
  async #startSlowly(batch: Batch): Promise<void> {
    for (batch.turns = 1; batch.turns < 4; batch.turns += 1) await Promise.resolve();
  }

  #startBody(batch: Batch): ReturnType<ToolJob["exec"]> {
    const { job } = batch;
    const context = batch.context((wait) => this.#offLane.await(batch, wait));
    try {
      const running = scopes.run({ batch, inWait: false }, () => job.exec(context));
      if (this.#has("body-started-twice"))
        scopes.run({ batch, inWait: false }, () => job.exec(context)).catch(() => {});
      if (this.#has("derived-promise-not-handled")) void running.finally(() => {});
      return running;
    } catch (error) {
      if (this.#has("body-started-inside-submit")) this.#end(batch, { error });
      if (this.#has("body-that-throws-keeps-permit")) batch.holds = false;
      throw error;
    }
  }

  #end(batch: Batch, ending: Ending): void {
    if (batch.phase === "ended") return;
    batch.phase = "ended";
    this.#batches.delete(batch.job.batchId);
    if (this.#has("signal-aborted-at-the-end")) batch.abort();
    const reports = !this.#has("outcome-at-the-start") && this.#isWanted(batch);
    const went = !reports || this.#reports.outcome(batch, ending);
    if (went || !this.#has("host-throw-keeps-permit")) this.#letGo(batch);
    this.#reports.wake();
    this.#tellIfDrained();
  }

  #isWanted({ cancelled }: Batch): boolean {
    return !cancelled || this.#has("cancelled-result-reported");
  }

  /** Gives up the permit of a batch, or its place in the queue. */
  #letGo(batch: Batch): void {
    if (batch.waiter !== undefined) this.#permits.leave(batch.waiter);
    if (!batch.holds || (batch.cancelled && this.#has("cancelled-body-keeps-permit"))) return;
    batch.holds = false;
    this.#permits.release();
    if (this.#has("permit-given-back-twice")) this.#permits.release();
  }

  // ---- cancels ----

  #cancelQueued(batch: Batch): void {
    if (this.#has("cancelled-while-queued-runs")) {
      batch.cancelled = true;
      return;
    }
    batch.phase = "ended";
    this.#batches.delete(batch.job.batchId);
    if (this.#has("cancelled-stays-counted")) this.#miscounted += 1;
    if (batch.waiter !== undefined && this.#has("cancelled-waiter-strands-successor")) batch.waiter.gone = true;
    else if (!this.#losesGrant(batch)) this.#letGo(batch);
    batch.wakeUp();
    if (this.#has("close-waits-for-the-cancelled")) this.#forgotten += 1;
    this.#tellIfDrained();
  }

  #losesGrant({ holds, turns }: Batch): boolean {
    const isLost = turns === 3 && this.#has("grant-lost-some-turns-later");
    return holds && (isLost || this.#has("grant-to-a-cancelled-waiter-lost"));
  }

  #cancelRunning(batch: Batch): void {
    if (batch.cancelled) {
      if (this.#has("second-cancel-keeps-the-count")) batch.holds = false;
      return;
    }
    batch.cancelled = true;
    if (!this.#has("signal-not-aborted")) batch.abort();
    if (batch.holds && this.#has("cancel-frees-permit-at-once")) {
      batch.holds = false;
      this.#permits.release();
    }
  }

  // ---- closing ----

  #refuse(job: ToolJob): void {
    if (this.#has("closed-lane-drops-silently")) return;
    const message = `the lane is closed: ${job.batchId} is refused`;
    // oxlint-disable-next-line typescript/only-throw-error -- the fault
    throw this.#has("closed-lane-throws-a-word") ? message : new Error(message);
  }

  #tellIfDrained(): void {
    const isOpen = ({ phase }: Batch): boolean => phase !== "queued" || !this.#has("close-forgets-the-queue");
    if (this.#forgotten > 0) return;
    if (![...this.#batches.values()].some(isOpen)) this.#onDrained?.();
  }

  #count(phase: Batch["phase"]): number {
    return [...this.#batches.values()].filter((batch) => batch.phase === phase).length;
  }
}
