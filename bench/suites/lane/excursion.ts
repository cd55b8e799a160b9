import type { LaneAdapter, LaneContext, LaneExecutor, ToolOutcome } from "executor-conformance";
import { WorkNotDoneError } from "../benchmark.ts";
import type { Chain } from "../chain.ts";
import { fill } from "../fill.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { createLane, isOutcomeOf, jobSupply, RESULTS, type BenchJob, type Results } from "./stage.ts";

/** A batch whose body runs until it is told to end. */
interface Running {
  readonly job: BenchJob;
  readonly end: (results: Results) => void;
}

/**
 * A lane of width one with batches that are parked for good, and one that runs in their place and goes off lane now and then.
 *
 * Verifies that each body starts once, and that every outcome is that of a body that has ended.
 */
export class Excursion {
  /** That of the batch that runs. */
  offLane: LaneContext["offLane"] = noBatch;
  readonly #chain: Chain;
  readonly #jobs = jobSupply((job, context) => this.#run(job, context));
  /** How many more are to be parked. */
  #toPark = 0;
  #runner: Running | undefined;
  /** Runs in place of the runner while that is off lane, after the last block. */
  #guest: Running | undefined;
  #lane: LaneExecutor | undefined;
  #outcomes = 0;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Creates the lane; then so many batches are parked, and one more runs. */
  async open(adapter: LaneAdapter, parked: number): Promise<void> {
    this.#toPark = parked;
    const lane = await createLane(adapter, this.#chain, (outcome) => this.#report(outcome));
    this.#lane = lane;
    this.#jobs.ready(parked + 1);
    await fill(parked + 1, () => lane.submit(this.#jobs.take()));
    await until(this.#chain, () => this.#runner !== undefined, "a batch to run in place of those that are parked");
  }

  /**
   * Verifies, unmeasured, that the only permit is held, handed back and taken again. In blocks nobody else wants it, and who
   * keeps it, or has none at all, looks like who does that.
   */
  async verifyPermit(): Promise<void> {
    this.#jobs.ready(1);
    this.#lane?.submit(this.#jobs.take());
    await quiet(this.#chain);
    if (this.#guest !== undefined)
      throw new WorkNotDoneError("a batch started beside the one that holds the only permit");
    let isBack = false;
    let endWait: () => void = nothing;
    const wait = new Promise<void>((resolve) => {
      endWait = resolve;
    });
    this.offLane(() => wait).then(
      () => (isBack = true),
      () => this.#chain.fail("offLane rejected, and its wait did not"),
    );
    await until(this.#chain, () => this.#guest !== undefined, "a batch to run in place of the one that went off lane");
    endWait();
    await quiet(this.#chain);
    if (isBack) throw new WorkNotDoneError("offLane returned while another batch held the only permit");
    this.#end(this.#guest);
    await until(this.#chain, () => isBack && this.#outcomes === 1, "offLane to return once the permit was free");
  }

  /** Ends the batch that runs. */
  async close(): Promise<void> {
    const before = this.#outcomes;
    this.#end(this.#runner);
    await until(this.#chain, () => this.#outcomes > before, "the outcome of the batch that went off lane");
    await quiet(this.#chain);
    if (this.#outcomes > before + 1) throw new WorkNotDoneError("a batch that ended reported twice");
  }

  async #run(job: BenchJob, context: LaneContext): Promise<Results> {
    if (job.state !== "waiting") this.#chain.fail(`${job.batchId} started although it was ${job.state}`);
    job.state = "running";
    if (this.#toPark > 0) {
      this.#toPark -= 1;
      await context.offLane(() => new Promise<never>(nothing));
    }
    return new Promise((end) => {
      if (this.#runner !== undefined) {
        this.#guest = { job, end };
        return;
      }
      this.#runner = { job, end };
      this.offLane = context.offLane.bind(context);
    });
  }

  #end(running: Running | undefined): void {
    if (running === undefined) return;
    running.job.state = "ended";
    running.end(RESULTS);
  }

  #report(outcome: ToolOutcome): void {
    this.#outcomes += 1;
    if ([this.#runner, this.#guest].some((running) => running !== undefined && isOutcomeOf(outcome, running.job)))
      return;
    this.#chain.fail(`${outcome.batchId} reported, and it had not ended`);
  }
}

function noBatch(): never {
  throw new Error("Expected `open` before anything goes off lane");
}

function nothing(): void {}
