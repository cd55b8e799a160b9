import type { Step } from "../contract/scenario.ts";
import type { RandomSource } from "./space.ts";

/** What the calls that the kit can make wait for: nothing but its decision. */
export const CALLS = Symbol("calls");

/** What a step is an answer to, by name, or that it is a call. */
export type EventId = string | typeof CALLS;

/**
 * The steps that are enabled now, by the event that each of them is a way for. It is filled again for every choice, and a
 * step is made only when it has been chosen.
 */
export class Menu<S extends Step> {
  // One array for each field, so that filling a menu again makes no objects.
  readonly #events: EventId[] = [];
  readonly #weights: number[] = [];
  readonly #makes: ((random: RandomSource, id: string) => S)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  /** A call that the kit can make. */
  call(weight: number, make: (random: RandomSource) => S): void {
    this.#add(CALLS, weight, make);
  }

  /** A way in which something that is pending can go on; `id` names it, for as long as it is pending. */
  answer(id: string, weight: number, make: (random: RandomSource, id: string) => S): void {
    this.#add(id, weight, make);
  }

  #add(event: EventId, weight: number, make: (random: RandomSource, id: string) => S): void {
    const at = this.#size;
    this.#events[at] = event;
    this.#weights[at] = weight;
    this.#makes[at] = make;
    this.#size = at + 1;
  }

  /** The event of the entry at that index. */
  event(index: number): EventId {
    return this.#events[index] ?? CALLS;
  }

  /** Any of the entries, the heavier ones more often; undefined in an empty menu. */
  pick(random: RandomSource): number | undefined {
    let total = 0;
    for (let index = 0; index < this.#size; index += 1) total += this.#weights[index] as number;
    if (total === 0) return undefined;
    let at = random.nextInt(1, total);
    let index = 0;
    while ((at -= this.#weights[index] as number) > 0) index += 1;
    return index;
  }

  /** Any of those of one event, the heavier ones more often; undefined where it has none. */
  pickOf(event: EventId, random: RandomSource): number | undefined {
    let total = 0;
    for (let index = 0; index < this.#size; index += 1) {
      if (this.#events[index] === event) total += this.#weights[index] as number;
    }
    if (total === 0) return undefined;
    let at = random.nextInt(1, total);
    for (let index = 0; index < this.#size; index += 1) {
      if (this.#events[index] === event && (at -= this.#weights[index] as number) <= 0) return index;
    }
    return undefined;
  }

  /** The step of the entry at that index; undefined where there is none. */
  make(index: number, random: RandomSource): S | undefined {
    const event = this.event(index);
    return index < this.#size ? this.#makes[index]?.(random, event === CALLS ? "" : event) : undefined;
  }
}
