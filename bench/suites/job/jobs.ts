import type { JobAdapter, JobOutcome, JobProducer, JobRuntime, JobSnapshot, JobSpec } from "executor-conformance";
import { counted } from "../../../src/report/text.ts";
import { describeThrown } from "../../../src/run/values.ts";
import { NotMeasurableError, WorkNotDoneError } from "../benchmark.ts";
import type { Chain } from "../chain.ts";
import { createExecutor } from "../create.ts";
import { fill } from "../fill.ts";
import { Supply } from "../supply.ts";

/** Some runtimes bound the live jobs of an owner. */
export const JOBS_PER_OWNER = 10;

/** What a producer gives each time that it is asked for output. */
export const PIECE = "piece";

/** A prime: with it as stride every job has its turn, and neighbours seldom one after the other. */
export const STRIDE = 7919;

function ownerOf(index: number): string {
  return `owner-${Math.floor(index / JOBS_PER_OWNER)}`;
}

/** One job on the host's side: what is started, and what has become of it. */
export class BenchJob implements JobSpec {
  readonly kind = "bench";
  readonly label = "a job";
  readonly owner: string;
  id = "";
  starts = 0;
  cancels = 0;
  end: (outcome: JobOutcome) => void = () => {};
  readonly start: () => JobProducer;

  /** @param onProduced called each time that the producer is asked for output. */
  constructor(index: number, onProduced: () => void) {
    this.owner = ownerOf(index);
    this.start = () => {
      this.starts += 1;
      return {
        done: new Promise((resolve) => {
          this.end = resolve;
        }),
        cancel: () => {
          this.cancels += 1;
        },
        readOutput: () => {
          onProduced();
          return PIECE;
        },
      };
    };
  }
}

/**
 * A runtime with as many live jobs as the size says.
 *
 * Records stay until their runtime is disposed. Where blocks add to them, the runtime is replaced before there are twice as
 * many as the size says.
 */
export class Jobs {
  /** Those that live, oldest first. */
  live: BenchJob[] = [];
  /** How often producers were asked for output. */
  produced = 0;
  /** Told of every notice. */
  onNotice: (job: JobSnapshot, owner: string | undefined) => void = () => {};
  readonly #adapter: JobAdapter;
  readonly #size: number;
  readonly #chain: Chain;
  #supply = this.#newSupply();
  #runtime: JobRuntime | undefined;

  constructor(adapter: JobAdapter, size: number, chain: Chain) {
    this.#adapter = adapter;
    this.#size = size;
    this.#chain = chain;
  }

  get runtime(): JobRuntime {
    if (this.#runtime === undefined) throw new Error("Expected `replenish` before a block");
    return this.#runtime;
  }

  /** Sees to it that the size says how many jobs live, and that there is room for `growth` more records. */
  async replenish(growth = 0): Promise<void> {
    const records = this.#supply.taken;
    const missing = this.#size - this.live.length;
    if (this.#runtime === undefined || records + Math.max(missing, 0) + growth > 2 * Math.max(this.#size, 10)) {
      await this.close();
      this.#supply = this.#newSupply();
      this.live = [];
      const hear: Jobs["onNotice"] = (job, owner) => this.onNotice(job, owner);
      const host = { completed: this.#chain.guarded("a notice cannot be read:", hear) };
      this.#runtime = await createExecutor(this.#adapter, host);
    }
    const count = this.#size - this.live.length;
    if (count > 0) await this.#start(count);
  }

  /** Readies jobs that have owners whom the runtime knows: to make their acquaintance is no part of a start. */
  async ready(count: number): Promise<void> {
    const from = this.#supply.taken;
    this.#supply.ready(count);
    if (this.runtime.list === undefined) return;
    for (let index = from; index < from + count; index += JOBS_PER_OWNER) {
      await this.runtime.list(ownerOf(index));
    }
  }

  take(): BenchJob {
    return this.#supply.take();
  }

  /** Notes the id that a start gave, or what is wrong about it. */
  started(job: BenchJob, id: unknown): void {
    if (typeof id !== "string" || id === "") this.#chain.fail(`start gave ${typeof id} as the id of a job`);
    else if (job.starts !== 1) this.#chain.fail(`start called the producer of ${id} ${job.starts} times`);
    else job.id = id;
    this.live.push(job);
  }

  /** What a start that was refused is: a runtime may bound its jobs, and be it to one. */
  refused(error: unknown): Error {
    const why = describeThrown(error);
    const others = this.#supply.taken - 1;
    if (others === 0) return new WorkNotDoneError(`the first start was refused: ${why}`);
    return new NotMeasurableError(`a start after ${counted(others, "others")} was refused: ${why}`);
  }

  /** Ends every job, and the runtime where it can be. */
  async close(): Promise<void> {
    this.onNotice = () => {};
    for (const job of this.live) job.end({ status: "completed" });
    await this.#runtime?.dispose?.();
  }

  #newSupply(): Supply<BenchJob> {
    return new Supply((index) => new BenchJob(index, () => (this.produced += 1)));
  }

  async #start(count: number): Promise<void> {
    await this.ready(count);
    await fill(count, async () => {
      const job = this.take();
      try {
        this.started(job, await this.runtime.start(job));
      } catch (error) {
        throw this.refused(error);
      }
    });
    this.#chain.check();
  }
}
