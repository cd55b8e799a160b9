import type { AnyExecutor } from "../contract/adapter.ts";
import type { Pause } from "./execute.ts";
import type { VirtualClock } from "./virtualClock.ts";

/** The time of one run, virtual or real. */
export interface Time {
  /** Milliseconds since the start of the run. */
  readonly now: number;
  /** What to wait for until everything has happened that is due now. */
  rest(executor: AnyExecutor): Pause;
  /** Moves to the next timer that is due by `until`, and fires it. False: there is none, or time is real. */
  fireDue(until: number): boolean;
  /** No timer is due before `until`: lets time pass until then. */
  pass(until: number): Pause;
  /** When the pending timers are due, in ms. */
  dues(): readonly number[];
}

/** Time that only the kit moves. */
export class VirtualTime implements Time {
  readonly #clock: VirtualClock;
  readonly #onTimerError: (error: unknown) => void;

  constructor(clock: VirtualClock, onTimerError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onTimerError = onTimerError;
  }

  get now(): number {
    return this.#clock.now;
  }

  rest(): Pause {
    return "drain";
  }

  fireDue(until: number): boolean {
    const due = this.#clock.nextDue();
    if (due === undefined || due > until) return false;
    try {
      this.#clock.fireNext();
    } catch (error) {
      this.#onTimerError(error);
    }
    return true;
  }

  pass(until: number): Pause {
    this.#clock.moveTo(until);
    return "drain";
  }

  dues(): readonly number[] {
    return this.#clock.dues();
  }
}
