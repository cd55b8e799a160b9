/** `released`: has no permit and asks for none; `waiting`: stands in the queue; `held`: has one. */
type LeaseState = "released" | "waiting" | "held";

/**
 * One batch's relation to the permits of a semaphore: it holds one permit or none, whatever happens to it.
 *
 * The semaphore alone writes these fields. As the state changes in the very turn of a grant, and not when somebody
 * reacts to it, a lease that is released between the two gives its permit back like any other.
 */
export class Lease {
  state: LeaseState = "released";
  /** What its owner does with a grant; undefined unless it waits. */
  onGranted: (() => void) | undefined;
  /** Neighbours in the queue; undefined outside it. */
  previous: Lease | undefined;
  next: Lease | undefined;
}
