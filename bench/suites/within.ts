import { within as settlesWithin } from "../../src/run/within.ts";
import { WorkNotDoneError } from "./benchmark.ts";

/**
 * Settles as the promise does. The wait keeps the process alive: an executor that never settles is told of, and ends nothing.
 *
 * @param late what is said where it takes longer than `msMax`, or says it then: "an operation did not end".
 * @throws WorkNotDoneError where it does.
 */
export function within<T>(msMax: number, promise: T | Promise<T>, late: string | (() => string)): Promise<T> {
  const tooLate = (): Error =>
    new WorkNotDoneError(`${typeof late === "string" ? late : late()} within ${msMax / 1000} seconds`);
  return settlesWithin(msMax, promise, tooLate, { keepsAlive: true });
}
