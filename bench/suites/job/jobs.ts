import type { JobAdapter, JobRuntime, JobSnapshot, JobStatus } from "executor-conformance";
import { counted } from "../../../src/report/text.ts";
import { macrotask } from "../../../src/run/realTimers.ts";
import { describeThrown } from "../../../src/run/values.ts";
import { NotMeasurableError, WorkNotDoneError } from "../benchmark.ts";
import type { Chain } from "../chain.ts";
import { createExecutor } from "../create.ts";
import { fill } from "../fill.ts";
import { Supply } from "../supply.ts";
import { until } from "../until.ts";
import { BenchJob, JOBS_PER_OWNER, ownerOf } from "./benchJob.ts";
import { sampleOf, verifyEnd, verifyLive } from "./verify.ts";

/** How long, in ms, a runtime may take to come to rest, or to its end, with all that it has. */
const REST_MS_MAX = 60_000;

/** A prime: with it as stride every job has its turn, and neighbours seldom one after the other. */
export const STRIDE = 7919;

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
      await this.#end();
      await this.#dispose();
      this.#supply = this.#newSupply();
      this.live = [];
      const hear: Jobs["onNotice"] = (job, owner) => this.onNotice(job, owner);
      const host = { completed: this.#chain.guarded("a notice cannot be read:", hear) };
      this.#runtime = await createExecutor(this.#adapter, host);
    }
    const count = this.#size - this.live.length;
    if (count > 0) await this.#start(count);
    // No macrotask for the others: what is measured next would be measured in a colder machine.
    await this.#idle();
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

  /** Lets the runtime do what it has left to do, where that needs more than a macrotask: processes, say. */
  async rest(): Promise<void> {
    await macrotask();
    await this.#idle();
  }

  /** Waits until the runtime shows a job in one of these ends. */
  verifyEnd(job: BenchJob, ...ends: readonly JobStatus[]): Promise<void> {
    return verifyEnd(this.#chain, this.runtime, job, ends, this.isForgetful);
  }

  /** Whether jobs that have ended may be forgotten before the runtime is disposed. */
  get isForgetful(): boolean {
    return this.#adapter.retentionMs !== undefined;
  }

  /**
   * Verifies that the runtime has kept its jobs, all of which run; ends them, and the runtime where it can be.
   *
   * @throws WorkNotDoneError where it has kept none, or does not come to an end.
   */
  async close(): Promise<void> {
    const sample = sampleOf(this.live);
    for (const job of sample) await verifyLive(this.runtime, job);
    await this.#end();
    for (const job of sample) await this.verifyEnd(job, "completed", "killed");
    await this.#dispose();
    this.#chain.check();
  }

  async #end(): Promise<void> {
    this.onNotice = () => {};
    for (const job of this.live) job.end({ status: "completed" });
    await this.#idle();
  }

  async #idle(): Promise<void> {
    if (this.#adapter.realTime === true) await this.#owed(this.#runtime?.idle?.(), "idle of the runtime to resolve");
  }

  #dispose(): Promise<void> {
    return this.#owed(this.#runtime?.dispose?.(), "dispose of the runtime to resolve once every producer had settled");
  }

  async #owed(something: Promise<void> | undefined, what: string): Promise<void> {
    let isOver = something === undefined;
    something?.then(
      () => (isOver = true),
      (error: unknown) => this.#chain.fail(`expected ${what}, and it rejected: ${describeThrown(error)}`),
    );
    await until(this.#chain, () => isOver, what, REST_MS_MAX);
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
