import { createClock } from "@sinonjs/fake-timers";
import { AdapterError } from "./world.ts";

/** The globals that virtual time stands in for. `nextTick` and `queueMicrotask` stay real: the drain needs them. */
const REPLACED = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "Date",
] as const;

type Globals = Record<(typeof REPLACED)[number], unknown>;

/** Timers that are due are ordered by time, then immediates, then age; the library keeps this order in `next()`. */
interface PendingTimer {
  readonly callAt: number;
}

/**
 * Virtual time: `setTimeout`, `setInterval`, `setImmediate` and `Date`, moved by the kit alone.
 *
 * The clock is made once and reset for each run; the globals are swapped only while the executor under test may run.
 */
export class VirtualClock {
  readonly #clock = createClock(0) as unknown as Globals & {
    now: number;
    timers: Map<unknown, PendingTimer> | undefined;
    next(): number;
    tick(ms: number): number;
    reset(): void;
  };
  #real: Partial<Globals> | undefined;

  /** Virtual milliseconds since the last reset. */
  get now(): number {
    return this.#clock.now;
  }

  /**
   * Puts the virtual functions in the place of the real ones.
   *
   * @throws AdapterError when an adapter has frozen them.
   */
  enter(): void {
    if (this.#real !== undefined) return;
    const globals = globalThis as unknown as Globals;
    const real: Partial<Globals> = {};
    this.#real = real;
    for (const name of REPLACED) {
      const before = globals[name];
      if (!Reflect.set(globals, name, this.#clock[name])) {
        throw new AdapterError(
          `Virtual time takes the place of ${name}, which the adapter has frozen: leave it writable`,
        );
      }
      real[name] = before;
    }
  }

  /** Puts back whatever was there before `enter`. */
  leave(): void {
    if (this.#real === undefined) return;
    Object.assign(globalThis, this.#real);
    this.#real = undefined;
  }

  /** Forgets every timer and starts again at 0. */
  reset(): void {
    this.#clock.reset();
  }

  /** When the next timer is due, in virtual milliseconds. */
  nextDue(): number | undefined {
    const timers = this.#clock.timers;
    if (timers === undefined || timers.size === 0) return undefined;
    let due = Infinity;
    for (const timer of timers.values()) if (timer.callAt < due) due = timer.callAt;
    return due;
  }

  /** When each pending timer is due, in virtual milliseconds, earliest first. */
  dues(): readonly number[] {
    const timers = this.#clock.timers;
    if (timers === undefined || timers.size === 0) return NONE;
    return Array.from(timers.values(), (timer) => timer.callAt).toSorted((a, b) => a - b);
  }

  /** Moves to the next timer and calls it; throws what it throws. */
  fireNext(): void {
    this.#clock.next();
  }

  /** Moves on to `time`. No timer may be due before it. */
  moveTo(time: number): void {
    if (time > this.#clock.now) this.#clock.tick(time - this.#clock.now);
  }
}

const NONE: readonly number[] = [];
