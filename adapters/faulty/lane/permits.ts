import type { Waiter } from "./batch.ts";
import type { Faults } from "./faults/index.ts";

/** How often a fault lets others pass the first in the queue. */
const PASSED_MAX = 8;

/** The permits of a lane, and those who wait for one, first come first. */
export class Permits {
  width: number;
  #free: number;
  #queue: Waiter[] = [];
  readonly #has: Faults;
  /** Only a fault remembers this. */
  #grantedThisTurn = false;

  constructor(width: number, has: Faults) {
    this.#has = has;
    this.width = has("width-taken-as-it-is") || width >= 1 ? width : 1;
    this.#free = has("one-batch-too-many") ? this.width + 1 : this.width;
  }

  get someoneWaits(): boolean {
    return this.#queue.length > 0;
  }

  acquire(waiter: Waiter): void {
    if (this.#has("newcomer-takes-the-free-permit") && this.#queue.length > 0 && !waiter.resumes) {
      this.#queue.unshift(waiter);
    } else if (this.#has("third-in-queue-dropped") && this.#queue.length === 2 && !waiter.resumes) {
      return;
    } else {
      this.#queue.push(waiter);
    }
    this.#grant();
  }

  leave(waiter: Waiter): void {
    this.#queue = this.#queue.filter((other) => other !== waiter);
  }

  release(): void {
    this.#free += 1;
    this.#grant();
  }

  add(count: number): void {
    this.width += count;
    this.#free += count;
    if (!this.#has("relieved-lane-not-told")) this.#grant();
  }

  take(upTo: number): number {
    const free = this.#has("narrow-takes-permits-in-use") ? this.width : this.#free;
    const kept = this.#has("narrow-takes-the-last") ? 0 : 1;
    const count = Math.max(0, Math.min(upTo, free, this.width - kept));
    this.width -= count;
    this.#free -= count;
    return count;
  }

  #grant(): void {
    // Not "while free": a width that is no number would never run anything, and the fault about it is the other one.
    while (this.#queue.length > 0 && !(this.#free <= 0)) {
      if (this.#has("one-grant-a-turn") && !this.#isFirstOfTurn()) return;
      const waiter = this.#next();
      if (waiter === undefined) return;
      this.leave(waiter);
      // The one behind it is looked at only at the next release.
      if (waiter.gone) return;
      this.#free -= 1;
      waiter.grant();
    }
  }

  #next(): Waiter | undefined {
    const queue = this.#queue;
    if (this.#has("newest-first")) return queue.at(-1);
    if (this.#has("resuming-first")) return queue.find(({ resumes }) => resumes) ?? queue[0];
    const [head, second] = queue;
    if (!this.#has("head-passed-over") || head === undefined || second === undefined || head.passed >= PASSED_MAX) {
      return head;
    }
    head.passed += 1;
    return second;
  }

  #isFirstOfTurn(): boolean {
    if (this.#grantedThisTurn) return false;
    this.#grantedThisTurn = true;
    queueMicrotask(() => {
      this.#grantedThisTurn = false;
    });
    return true;
  }
}
