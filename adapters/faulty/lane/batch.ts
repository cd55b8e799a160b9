import type { LaneContext, ToolJob } from "executor-conformance";

/** Somebody who waits for a permit, and is told in the turn in which it is granted. */
export interface Waiter {
  readonly resumes: boolean;
  /** How often it was passed over; only a fault asks. */
  passed: number;
  /** Its batch was cancelled; a correct lane takes it out of the queue instead. */
  gone: boolean;
  grant(): void;
}

/** One batch: it holds a permit, waits for one, or needs none because it is parked or has ended. */
export class Batch {
  readonly job: ToolJob;
  phase: "queued" | "busy" | "parked" | "ended" = "queued";
  holds = false;
  cancelled = false;
  openWaits = 0;
  /** Its body has submitted a batch; only a fault asks. */
  hasChildren = false;
  /** Turns since its grant; only a fault counts them. */
  turns = 0;
  waiter: Waiter | undefined;
  readonly #controller = new AbortController();
  #granted: Promise<void> | undefined;
  #tell: (() => void) | undefined;

  constructor(job: ToolJob) {
    this.job = job;
  }

  get isRunning(): boolean {
    return this.phase === "busy" || this.phase === "parked";
  }

  abort(): void {
    this.#controller.abort();
  }

  /** What the body is given. */
  context(offLane: LaneContext["offLane"]): LaneContext {
    return { signal: this.#controller.signal, offLane };
  }

  /** Begins to wait. */
  newWaiter(): Waiter {
    const waiter: Waiter = {
      resumes: this.phase !== "queued",
      passed: 0,
      gone: false,
      grant: () => {
        this.waiter = undefined;
        this.holds = true;
        this.wakeUp();
      },
    };
    this.waiter = waiter;
    return waiter;
  }

  /** Resolves at the next grant, or when `wakeUp` says that none will come. */
  granted(): Promise<void> {
    if (this.holds) return Promise.resolve();
    this.#granted ??= new Promise((resolve) => {
      this.#tell = resolve;
    });
    return this.#granted;
  }

  wakeUp(): void {
    this.#tell?.();
    this.#granted = undefined;
    this.#tell = undefined;
  }
}
