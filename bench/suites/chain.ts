import { describeThrown } from "../../src/run/values.ts";
import { WorkNotDoneError } from "./benchmark.ts";

/**
 * Performs an operation again as soon as the end of the one before was seen, at no cost of its own: no promise for each
 * operation, and no recursion where the end is seen inside the call that starts it.
 *
 * Executors contain what their host throws, and throw where nobody contains it, so what is wrong is noted here and fails the
 * block.
 */
export class Chain {
  #left = 0;
  #start: () => void = nothing;
  /** Whether an operation was started whose end has not been seen. */
  #isOpen = false;
  #isStarting = false;
  #wrong: Error | undefined;
  #resolve: () => void = nothing;
  #reject: (error: Error) => void = nothing;

  /** Calls `start` so many times, each after the end of the one before; returns where all ends are seen meanwhile. */
  run(times: number, start: () => void): void | Promise<void> {
    this.check();
    this.#left = times;
    this.#start = start;
    this.#advance();
    this.check();
    if (this.#left === 0 && !this.#isOpen) return;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The end of the operation was seen. */
  ended(): void {
    if (!this.#isOpen) return this.fail("an operation ended twice");
    this.#isOpen = false;
    if (!this.#isStarting) this.#advance();
  }

  /** Something did not happen as it has to, or cannot be measured; the first time counts. */
  fail(what: string | Error): void {
    if (this.#wrong !== undefined) return;
    this.#wrong = typeof what === "string" ? new WorkNotDoneError(what) : what;
    this.#left = 0;
    this.#reject(this.#wrong);
  }

  /** The same function, except that what it throws fails the block. @param wrong what it is then, before the error. */
  guarded<Given extends readonly unknown[]>(wrong: string, act: (...given: Given) => void): (...given: Given) => void {
    return (...given) => {
      try {
        act(...given);
      } catch (error) {
        this.fail(`${wrong} ${describeThrown(error)}`);
      }
    };
  }

  /** @throws what `fail` was told first, as a WorkNotDoneError where something was wrong so far. */
  check(): void {
    if (this.#wrong !== undefined) throw this.#wrong;
  }

  #advance(): void {
    while (this.#left > 0) {
      this.#left -= 1;
      this.#isOpen = true;
      this.#isStarting = true;
      try {
        this.#start();
      } catch (error) {
        this.fail(`${CALL_THREW} ${describeThrown(error)}`);
      }
      this.#isStarting = false;
      if (this.#isOpen) return;
    }
    if (!this.#isOpen) this.#resolve();
  }
}

/** What an executor lets out of a call. */
export const CALL_THREW = "a call threw";

function nothing(): void {}
