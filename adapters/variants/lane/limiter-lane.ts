import type { LaneExecutor, LaneHost, ToolJob, ToolLaneStats } from "executor-conformance";

/** A counter and a list of functions, started with `nextTick`; cancels only what is queued, and nothing can park. */
export class LimiterLane implements LaneExecutor {
  readonly #host: LaneHost;
  readonly #queue: ToolJob[] = [];
  #running = 0;

  constructor(host: LaneHost) {
    this.#host = host;
  }

  submit(job: ToolJob): void {
    this.#queue.push(job);
    process.nextTick(() => this.#startNext());
  }

  cancel(batchId: string): void {
    const at = this.#queue.findIndex((job) => job.batchId === batchId);
    if (at >= 0) this.#queue.splice(at, 1);
  }

  stats(): ToolLaneStats {
    return {
      queued: this.#queue.length,
      busy: this.#running,
      parked: 0,
      workers: Math.max(1, this.#host.maxConcurrentTools),
    };
  }

  #startNext(): void {
    if (this.#running >= Math.max(1, this.#host.maxConcurrentTools)) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#running += 1;
    const { agent, batchId } = job;
    const context = { signal: new AbortController().signal, offLane: <T>(wait: () => Promise<T>) => wait() };
    new Promise<Awaited<ReturnType<ToolJob["exec"]>>>((resolve) => {
      resolve(job.exec(context));
    }).then(
      (results) => this.#ended(() => this.#host.outcome({ agent, batchId, results })),
      (error: unknown) => this.#ended(() => this.#host.outcome({ agent, batchId, error })),
    );
  }

  #ended(report: () => void): void {
    this.#running -= 1;
    process.nextTick(() => this.#startNext());
    try {
      report();
    } catch {
      // A host that throws has told itself.
    }
  }
}
