import type { Step } from "../../contract/scenario.ts";
import { CALLS, type EventId, type Menu } from "../menu.ts";
import type { RandomSource } from "../space.ts";
import type { BeginStrategy, Strategy } from "./strategy.ts";

/** How many orderings of two events a bug may need: so many minus one times the running one falls back. */
const DEPTH_MAX = 3;

const PRIORITIES = 1 << 20;

/**
 * Probabilistic concurrency testing (Burckhardt et al. 2010). Every event has a random priority from its arrival on, the
 * calls have one together, and the highest goes first; at a few random steps it falls behind all others. A bug that takes
 * d orderings of events is found with a probability that does not depend on how many other events there are.
 */
export const pct: BeginStrategy = (random, length) => new Priorities(random, length);

class Priorities implements Strategy {
  readonly #random: RandomSource;
  readonly #priorities = new Map<EventId, number>();
  readonly #changes: readonly number[];
  #steps = 0;
  #lowest = 0;

  constructor(random: RandomSource, length: number) {
    this.#random = random;
    const changes = random.nextInt(1, DEPTH_MAX - 1);
    this.#changes = Array.from({ length: changes }, () => random.nextInt(1, length));
  }

  next(menu: Menu<Step>): number | undefined {
    let highest = this.#highest(menu);
    for (const change of this.#changes) {
      if (change !== this.#steps) continue;
      this.#lowest -= 1;
      this.#priorities.set(highest, this.#lowest);
      highest = this.#highest(menu);
    }
    this.#steps += 1;
    return menu.pickOf(highest, this.#random);
  }

  #highest(menu: Menu<Step>): EventId {
    let highest: EventId = CALLS;
    let priority = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < menu.size; index += 1) {
      const event = menu.event(index);
      const own = this.#priorityOf(event);
      if (own <= priority) continue;
      highest = event;
      priority = own;
    }
    return highest;
  }

  #priorityOf(event: EventId): number {
    let priority = this.#priorities.get(event);
    if (priority === undefined) {
      priority = this.#random.nextInt(1, PRIORITIES);
      this.#priorities.set(event, priority);
    }
    return priority;
  }
}
