import type { Lease } from "./lease.ts";

/**
 * The leases that wait for a permit, first come first served.
 *
 * A doubly linked list through the leases themselves: taking one out of the middle costs the same for ten and for
 * 100,000 of them, and a lease that has left is referenced by nobody.
 */
export class WaitQueue {
  #head: Lease | undefined;
  #tail: Lease | undefined;

  get head(): Lease | undefined {
    return this.#head;
  }

  /** `lease` must not be in a queue. */
  append(lease: Lease): void {
    lease.previous = this.#tail;
    if (this.#tail === undefined) this.#head = lease;
    else this.#tail.next = lease;
    this.#tail = lease;
  }

  /** `lease` must be in this queue. */
  remove(lease: Lease): void {
    const { previous, next } = lease;
    if (previous === undefined) this.#head = next;
    else previous.next = next;
    if (next === undefined) this.#tail = previous;
    else next.previous = previous;
    lease.previous = undefined;
    lease.next = undefined;
  }
}
