/** `released`: has no permit and asks for none; `waiting`: stands in the queue; `held`: has one. */
export type LeaseState = "released" | "waiting" | "held";

/**
 * One batch's relation to the permits of a {@link Semaphore}: it holds one permit or none, whatever happens to it.
 *
 * Only the semaphore moves `state` and the links. As the state changes in the very turn of a grant, and not when the
 * awaiting code runs, a lease that is released between the two gives its permit back like any other.
 */
export class Lease {
  state: LeaseState = "released";
  /** Neighbours in the {@link WaitQueue}; undefined outside it. */
  previous: Lease | undefined;
  next: Lease | undefined;

  #granted: Promise<void> | undefined;
  #resolve: (() => void) | undefined;

  /**
   * Resolves when the lease has been granted, or retired. Read `state` afterwards: between the grant and the awaiting
   * code, somebody may have released the lease again. A mere release keeps the promise pending for the next grant.
   */
  granted(): Promise<void> {
    if (this.state === "held") return Promise.resolve();
    this.#granted ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
    return this.#granted;
  }

  /** Lets go of whoever awaits {@link granted}. */
  settle(): void {
    this.#resolve?.();
    this.#granted = undefined;
    this.#resolve = undefined;
  }
}
