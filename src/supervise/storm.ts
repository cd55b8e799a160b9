import { promiseHooks } from "node:v8";
import type { Pulse } from "../run/pulse.ts";

/** No executor needs so many between two steps; one that does not end passes it in less than a second. */
const PER_STEP_MAX = 250_000;

/** What a storm is made of. */
export type StormKind = "promises" | "microtasks" | "next ticks";

/**
 * Counts what keeps a thread from ever coming to rest: promises, microtasks and next ticks that beget each other. The
 * count starts again with each step.
 *
 * It must be there before the executor's module is loaded, which may keep `queueMicrotask` or `nextTick` for itself.
 */
export class StormCounter implements Pulse {
  readonly #onStorm: (kind: StormKind, count: number) => void;
  #count = 0;
  #told = false;

  constructor(onStorm: (kind: StormKind, count: number) => void) {
    this.#onStorm = onStorm;
  }

  /** Puts counting functions in the place of `queueMicrotask` and `process.nextTick`. */
  install(): void {
    const { queueMicrotask } = globalThis;
    globalThis.queueMicrotask = (callback) => {
      this.#add("microtasks");
      queueMicrotask(callback);
    };
    const nextTick = process.nextTick.bind(process);
    process.nextTick = (callback: (...given: unknown[]) => void, ...args: unknown[]) => {
      this.#add("next ticks");
      nextTick(callback, ...args);
    };
  }

  /** Counts promises as well, which costs much: only for a run that is suspected. */
  countPromises(): void {
    promiseHooks.onInit(() => this.#add("promises"));
  }

  run(): void {
    this.#count = 0;
  }

  step(): void {
    this.#count = 0;
  }

  rest(): void {
    this.#count = 0;
  }

  #add(kind: StormKind): void {
    this.#count += 1;
    if (this.#count <= PER_STEP_MAX || this.#told) return;
    this.#told = true;
    this.#onStorm(kind, this.#count);
  }
}
