/** Queued until its body is called, parked while off the lane (resuming included), busy otherwise, until it has ended. */
export type BatchPhase = "queued" | "busy" | "parked" | "ended";

/** How many batches are in each phase: each accepted batch is counted once, so no count is ever negative. */
export class Occupancy {
  readonly #counts: Record<BatchPhase, number> = { queued: 0, busy: 0, parked: 0, ended: 0 };

  enter(phase: BatchPhase): void {
    this.#counts[phase] += 1;
  }

  move(from: BatchPhase, to: BatchPhase): void {
    this.#counts[from] -= 1;
    this.#counts[to] += 1;
  }

  count(phase: BatchPhase): number {
    return this.#counts[phase];
  }
}
