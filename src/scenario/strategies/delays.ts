import type { Step } from "../../contract/scenario.ts";
import { CALLS, type EventId, type Menu } from "../menu.ts";
import type { RandomSource } from "../space.ts";
import type { BeginStrategy, Strategy } from "./strategy.ts";

const DELAYS_MAX = 2;

/** Calls that are made one after the other before the answers to them. */
const BURST_MAX = 4;

/**
 * Delay bounding (Emmi et al. 2011): bursts of calls, each answered in the order of arrival, but that at most twice what
 * would go first has to go last. Most bugs need few deviations from what usually happens.
 */
export const delays: BeginStrategy = (random, length) => new DelayedArrivals(random, length);

class DelayedArrivals implements Strategy {
  readonly #random: RandomSource;
  readonly #delays: readonly number[];
  /** What is pending, first come first. */
  #queue: EventId[] = [CALLS];
  #burst: number;
  #steps = 0;

  constructor(random: RandomSource, length: number) {
    this.#random = random;
    this.#delays = Array.from({ length: DELAYS_MAX }, () => random.nextInt(0, length));
    this.#burst = random.nextInt(1, BURST_MAX);
  }

  next(menu: Menu<Step>): number | undefined {
    this.#arrive(menu);
    for (const delay of this.#delays) if (delay === this.#steps) this.#toTheEnd();
    this.#steps += 1;
    const [first] = this.#queue;
    if (first === undefined) return undefined;
    if (first === CALLS) this.#countCall();
    return menu.pickOf(first, this.#random);
  }

  #arrive(menu: Menu<Step>): void {
    const pending = new Set<EventId>();
    for (let index = 0; index < menu.size; index += 1) pending.add(menu.event(index));
    this.#queue = this.#queue.filter((event) => pending.has(event));
    for (const event of pending) if (!this.#queue.includes(event)) this.#queue.push(event);
  }

  #countCall(): void {
    this.#burst -= 1;
    if (this.#burst > 0) return;
    this.#burst = this.#random.nextInt(1, BURST_MAX);
    this.#toTheEnd();
  }

  #toTheEnd(): void {
    const first = this.#queue.shift();
    if (first !== undefined) this.#queue.push(first);
  }
}
