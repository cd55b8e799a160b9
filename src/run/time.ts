import type { AnyExecutor } from "../contract/adapter.ts";
import type { Program } from "./execute.ts";
import type { VirtualClock } from "./virtualClock.ts";

/** The time of one run, virtual or real. */
export interface Time {
  /** Lets everything happen that is due, and every timer that is due within `settleMs`, `timersMax` at most. */
  settle(settleMs: number, timersMax: number, executor: AnyExecutor): Program;
  /** Lets `ms` milliseconds pass. */
  advance(ms: number): Program;
  /** Moves to the next timer and fires it. False: no timer is pending, or time is real. */
  fireNext(): boolean;
  /** When the pending timers are due, in ms. */
  dues(): readonly number[];
}

/** A poller at every millisecond fits twice into the default budget; a loop of immediates does not go on for ever. */
const TIMERS_PER_ADVANCE_MAX = 10_000;

/** Time that only the kit moves. */
export class VirtualTime implements Time {
  readonly #clock: VirtualClock;
  readonly #onTimerError: (error: unknown) => void;

  constructor(clock: VirtualClock, onTimerError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onTimerError = onTimerError;
  }

  *settle(settleMs: number, timersMax: number): Program {
    yield "drain";
    const until = this.#clock.now + settleMs;
    for (let fired = 0; fired < timersMax; fired += 1) {
      const due = this.#clock.nextDue();
      if (due === undefined || due > until) return;
      this.fireNext();
      yield "drain";
    }
  }

  *advance(ms: number): Program {
    const until = this.#clock.now + ms;
    for (let fired = 0; fired < TIMERS_PER_ADVANCE_MAX; fired += 1) {
      const due = this.#clock.nextDue();
      if (due === undefined || due > until) break;
      this.fireNext();
      yield "drain";
    }
    this.#clock.moveTo(until);
  }

  fireNext(): boolean {
    if (this.#clock.nextDue() === undefined) return false;
    try {
      this.#clock.fireNext();
    } catch (error) {
      this.#onTimerError(error);
    }
    return true;
  }

  dues(): readonly number[] {
    return this.#clock.dues();
  }
}
