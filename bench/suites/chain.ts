import { WorkNotDoneError } from "./benchmark.ts";

/**
 * Performs an operation again as soon as the end of the one before was seen, at no cost of its own: no promise for each
 * operation, and no recursion where the end is seen inside the call that starts it.
 *
 * Executors contain what their host throws, so what is wrong is noted here and fails the block.
 */
export class Chain {
  #left = 0;
  #start: () => void = nothing;
  /** Whether an operation was started whose end has not been seen. */
  #isOpen = false;
  #isStarting = false;
  #wrong: WorkNotDoneError | undefined;
  #resolve: () => void = nothing;
  #reject: (error: WorkNotDoneError) => void = nothing;

  /** Calls `start` so many times, each after the end of the one before; returns where all ends are seen meanwhile. */
  run(times: number, start: () => void): void | Promise<void> {
    this.check();
    this.#left = times;
    this.#start = start;
    this.#advance();
    if (this.#left === 0 && !this.#isOpen) return this.check();
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      if (this.#wrong !== undefined) reject(this.#wrong);
    });
  }

  /** The end of the operation was seen. */
  ended(): void {
    if (!this.#isOpen) return this.fail("an operation ended twice");
    this.#isOpen = false;
    if (!this.#isStarting) this.#advance();
  }

  /** Something did not happen as it has to; the first time counts. */
  fail(what: string): void {
    if (this.#wrong !== undefined) return;
    this.#wrong = new WorkNotDoneError(what);
    this.#left = 0;
    this.#reject(this.#wrong);
  }

  /** @throws WorkNotDoneError where something was wrong so far. */
  check(): void {
    if (this.#wrong !== undefined) throw this.#wrong;
  }

  #advance(): void {
    while (this.#left > 0) {
      this.#left -= 1;
      this.#isOpen = true;
      this.#isStarting = true;
      this.#start();
      this.#isStarting = false;
      if (this.#isOpen) return;
    }
    if (!this.#isOpen) this.#resolve();
  }
}

function nothing(): void {}
