import type { Lease } from "./lease.ts";
import { toPermitCount } from "./permit-count.ts";
import { WaitQueue } from "./wait-queue.ts";

/**
 * A counting semaphore that is fair and can be resized.
 *
 * Invariants: `width` is the number of free permits plus the number of held leases; while a permit is free, nobody
 * waits. Every operation is O(1) for each lease it concerns.
 */
export class Semaphore {
  #width: number;
  #free: number;
  readonly #queue = new WaitQueue();

  /** A width of 0, below, or not a number works as 1 (rule `lane/width-clamped-to-one`). */
  constructor(width: number) {
    this.#width = Math.max(toPermitCount(width), 1);
    this.#free = this.#width;
  }

  /** All permits, free and held. */
  get width(): number {
    return this.#width;
  }

  /**
   * Asks for a permit, behind everybody who waits; `lease` must be released. `onGranted` is called with the grant, here
   * or later, and never if the lease is released before; it must not throw.
   */
  acquire(lease: Lease, onGranted: () => void): void {
    lease.state = "waiting";
    lease.onGranted = onGranted;
    this.#queue.append(lease);
    this.#grant();
  }

  /** Gives the permit back, or leaves the queue; a released lease stays as it is. */
  release(lease: Lease): void {
    const { state } = lease;
    lease.state = "released";
    lease.onGranted = undefined;
    if (state === "waiting") this.#queue.remove(lease);
    if (state === "held") {
      this.#free += 1;
      this.#grant();
    }
  }

  /** Adds up to `extra` permits and says how many. */
  addPermits(extra: number): number {
    const added = Math.min(toPermitCount(extra), Number.MAX_SAFE_INTEGER - this.#width);
    this.#width += added;
    this.#free += added;
    this.#grant();
    return added;
  }

  /** Takes up to `upTo` free permits away, leaves at least one permit in all, and says how many it took. */
  forgetPermits(upTo: number): number {
    const taken = Math.min(toPermitCount(upTo), this.#free, this.#width - 1);
    this.#width -= taken;
    this.#free -= taken;
    return taken;
  }

  #grant(): void {
    for (let lease = this.#queue.head; lease !== undefined && this.#free > 0; lease = this.#queue.head) {
      const { onGranted } = lease;
      this.#queue.remove(lease);
      this.#free -= 1;
      lease.state = "held";
      lease.onGranted = undefined;
      onGranted?.();
    }
  }
}
