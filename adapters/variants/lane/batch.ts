import type { LaneContext, ToolJob } from "executor-conformance";
import type { Waiter } from "./policy.ts";

/** One batch of a {@link SemaphoreLane}. */
export class Batch implements Waiter {
  readonly job: ToolJob;
  phase: "queued" | "busy" | "parked" | "ended" = "queued";
  holds = false;
  cancelled = false;
  /** It was cancelled while parked, and goes on without a permit. */
  isLoose = false;
  openWaits = 0;
  passed = 0;
  /** What a grant sets going. */
  go: () => void = () => {};
  #controller: AbortController | undefined;
  #leave: ((error: Error) => void) | undefined;
  #leaves: Promise<never> | undefined;
  #granted: (() => void)[] = [];

  constructor(job: ToolJob) {
    this.job = job;
  }

  get isRunning(): boolean {
    return this.phase === "busy" || this.phase === "parked";
  }

  get resumes(): boolean {
    return this.phase === "parked";
  }

  abort(): void {
    this.#controller?.abort();
  }

  context(offLane: LaneContext["offLane"]): LaneContext {
    const signalOf = (): AbortSignal => this.#signal();
    return {
      offLane,
      get signal() {
        return signalOf();
      },
    };
  }

  /** Another wait begins; the promise rejects when the batch need not wait for it. */
  park(): Promise<never> {
    this.phase = "parked";
    this.openWaits += 1;
    if (this.#leaves === undefined) {
      this.#leaves = new Promise((_, reject) => {
        this.#leave = reject;
      });
      this.#leaves.catch(() => {});
    }
    return this.#leaves;
  }

  cutLoose(): void {
    this.isLoose = true;
    this.#leave?.(new Error(`batch ${this.job.batchId} was cancelled`));
    this.resumed();
  }

  nextGrant(): Promise<void> {
    return new Promise((resolve) => {
      this.#granted.push(resolve);
    });
  }

  /** Everybody who waits for the next grant looks again. */
  resumed(): void {
    const granted = this.#granted;
    this.#granted = [];
    for (const resolve of granted) resolve();
  }

  #signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cancelled) this.#controller.abort();
    }
    return this.#controller.signal;
  }
}
