import type { LaneExecutor, LaneHost, ToolJob, ToolOutcome } from "executor-conformance";

/**
 * A pool of workers that take jobs from a queue, without any capability: what a correct lane is at the least.
 */
export class PoolLane implements LaneExecutor {
  readonly #host: LaneHost;
  readonly #jobs: ToolJob[] = [];
  #workers = 0;

  constructor(host: LaneHost) {
    this.#host = host;
  }

  submit(job: ToolJob): void {
    this.#jobs.push(job);
    if (this.#workers >= this.#host.maxConcurrentTools) return;
    this.#workers += 1;
    void this.#work();
  }

  async #work(): Promise<void> {
    await Promise.resolve();
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) await this.#serve(job);
    this.#workers -= 1;
  }

  async #serve(job: ToolJob): Promise<void> {
    const { agent, batchId } = job;
    let outcome: ToolOutcome;
    try {
      const plain = { signal: new AbortController().signal, offLane: <T>(wait: () => Promise<T>) => wait() };
      outcome = { agent, batchId, results: await job.exec(plain) };
    } catch (error) {
      outcome = { agent, batchId, error };
    }
    try {
      this.#host.outcome(outcome);
    } catch {
      // A host that throws has told itself.
    }
  }
}
