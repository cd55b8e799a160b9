import type { LaneAdapter, LaneContext, LaneHost, ToolJob } from "executor-conformance";
import { FLOOR } from "./name.ts";

/**
 * The least that a lane can cost: a promise call with `.then(ok, fail)`, a count of free permits, and a singly linked line of
 * those that wait. It keeps few of the rules: no fault is contained, no running batch is cancelled.
 */
export const laneFloor: LaneAdapter = {
  profile: "lane",
  name: FLOOR,
  capabilities: { offLane: true },
  create(host) {
    const line = new Line(host.maxConcurrentTools);
    return { submit: (job) => line.enter(new Waiter(() => run(job, host, line))) };
  },
};

/** The same with a map from ids to those that wait, without which none can be cancelled. */
export const cancellingLaneFloor: LaneAdapter = {
  profile: "lane",
  name: FLOOR,
  capabilities: { cancelQueued: true },
  create(host) {
    const line = new Line(host.maxConcurrentTools);
    const waiting = new Map<string, Waiter>();
    return {
      submit(job) {
        const waiter = new Waiter(() => {
          waiting.delete(job.batchId);
          run(job, host, line);
        });
        waiting.set(job.batchId, waiter);
        line.enter(waiter);
      },
      cancel(batchId) {
        const waiter = waiting.get(batchId);
        if (waiter !== undefined) waiter.isCancelled = true;
        waiting.delete(batchId);
      },
    };
  },
};

function run(job: ToolJob, host: LaneHost, line: Line): void {
  const { agent, batchId } = job;
  job.exec(new Context(line)).then(
    (results) => {
      host.outcome({ agent, batchId, results });
      line.leave();
    },
    (error: unknown) => {
      host.outcome({ agent, batchId, error });
      line.leave();
    },
  );
}

const NEVER_ABORTED = new AbortController().signal;

class Context implements LaneContext {
  readonly signal = NEVER_ABORTED;
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  async offLane<T>(wait: () => Promise<T>): Promise<T> {
    this.#line.leave();
    const value = await wait();
    await new Promise<void>((resolve) => this.#line.enter(new Waiter(resolve)));
    return value;
  }
}

/** A batch that wants a permit: a new one, or one that resumes. */
class Waiter {
  readonly start: () => void;
  isCancelled = false;
  next: Waiter | undefined;

  constructor(start: () => void) {
    this.start = start;
  }
}

class Line {
  #free: number;
  #head: Waiter | undefined;
  #tail: Waiter | undefined;

  constructor(width: number) {
    this.#free = width;
  }

  enter(waiter: Waiter): void {
    if (this.#tail === undefined) this.#head = waiter;
    else this.#tail.next = waiter;
    this.#tail = waiter;
    this.#serve();
  }

  leave(): void {
    this.#free += 1;
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0 && this.#head !== undefined) {
      const { start, isCancelled } = this.#head;
      this.#head = this.#head.next;
      if (this.#head === undefined) this.#tail = undefined;
      if (isCancelled) continue;
      this.#free -= 1;
      start();
    }
  }
}
