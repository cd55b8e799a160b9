import type { LaneAdapter, LaneExecutor, ToolOutcome } from "executor-conformance";
import type { Chain } from "../chain.ts";
import { fill } from "../fill.ts";
import { quiet } from "../quiet.ts";
import type { Supply } from "../supply.ts";
import { until } from "../until.ts";
import { createLane, isOutcomeOf, jobSupply, RESULTS, type BenchJob, type Results } from "./stage.ts";

/** Who is told of the progress of a line. */
interface Watcher {
  started?(): void;
  reported?(): void;
}

/**
 * A lane of width one with batches that wait behind the one that runs, until it is told to end.
 *
 * Verifies that bodies run one at a time and once, that none runs after its cancel, and that every outcome is that of a body
 * that has ended, in the order of the ends.
 */
export class Line {
  readonly jobs: Supply<BenchJob> = jobSupply((job) => this.#start(job));
  watcher: Watcher = {};
  readonly #chain: Chain;
  #isFifo = false;
  #lane: LaneExecutor | undefined;
  #running: BenchJob | undefined;
  #end: ((results: Results) => void) | undefined;
  /** Bodies that are told to end before they start. */
  #endsAhead = 0;
  /** Ended, and the outcome is due. */
  readonly #due: BenchJob[] = [];

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Creates the lane; then one batch runs, and `size` wait, of each of which `onWaiting` is told. */
  async open(adapter: LaneAdapter, size: number, onWaiting: (job: BenchJob) => void = () => {}): Promise<void> {
    this.#isFifo = adapter.capabilities?.fifo === true;
    this.#lane = await createLane(adapter, this.#chain, (outcome) => this.#report(outcome));
    this.jobs.ready(size + 1);
    this.submit();
    await until(this.#chain, () => this.#running !== undefined, "the first batch to start");
    await fill(size, () => onWaiting(this.submit()));
  }

  /** Submits the next batch, and gives it. */
  submit(): BenchJob {
    const job = this.jobs.take();
    this.#lane?.submit(job);
    return job;
  }

  /** Lets the body that runs end, or the next one as soon as it starts. */
  endOne(): void {
    const [job, end] = [this.#running, this.#end];
    if (job === undefined || end === undefined) {
      this.#endsAhead += 1;
      return;
    }
    this.#markEnded(job);
    end(RESULTS);
  }

  /** Waits for the outcome of every body that has ended. */
  settle(): Promise<void> {
    return until(
      this.#chain,
      () => this.#due.length === 0 && this.#endsAhead === 0,
      "the outcome of every body that has ended",
    );
  }

  /**
   * Verifies, unmeasured, that a body which runs for a while is waited for. In blocks one ends whenever one is submitted, and a
   * lane that takes that for the end of the oldest looks like one that waits.
   */
  async verifyWait(): Promise<void> {
    this.jobs.ready(1);
    await this.settle();
    await quiet(this.#chain);
    const latest = this.submit();
    await quiet(this.#chain);
    this.endOne();
    await this.settle();
    await until(this.#chain, () => this.#running !== undefined, "the next batch to start");
    if (this.#isFifo && latest.state !== "waiting") {
      this.#chain.fail(`${latest.batchId} started before those that had waited longer`);
    }
    this.#chain.check();
  }

  /** Cancels a batch that waits. */
  cancel(job: BenchJob): void {
    job.state = "cancelled";
    this.#lane?.cancel?.(job.batchId);
  }

  #start(job: BenchJob): Promise<Results> {
    if (job.state !== "waiting") this.#chain.fail(`${job.batchId} started although it was ${job.state}`);
    if (this.#running !== undefined) this.#chain.fail(`${job.batchId} started beside ${this.#running.batchId}`);
    job.state = "running";
    this.#running = job;
    let running: Promise<Results>;
    if (this.#endsAhead > 0) {
      this.#endsAhead -= 1;
      this.#markEnded(job);
      running = Promise.resolve(RESULTS);
    } else {
      running = new Promise((resolve) => {
        this.#end = resolve;
      });
    }
    this.watcher.started?.();
    return running;
  }

  #markEnded(job: BenchJob): void {
    job.state = "ended";
    this.#running = undefined;
    this.#end = undefined;
    this.#due.push(job);
  }

  #report(outcome: ToolOutcome): void {
    const job = this.#due.shift();
    if (job === undefined || !isOutcomeOf(outcome, job)) {
      const expected = job === undefined ? "no body had ended without one" : `that of ${job.batchId} was due`;
      return this.#chain.fail(`the outcome of ${outcome.batchId} came, and ${expected}`);
    }
    this.watcher.reported?.();
  }
}
