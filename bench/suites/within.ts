import { realTimers } from "../../src/run/realTimers.ts";
import { WorkNotDoneError } from "./benchmark.ts";

/**
 * Settles as the promise does. The wait keeps the process alive: an executor that never settles is told of, and ends nothing.
 *
 * @param late what is said where it takes longer than `msMax`, or says it then: "an operation did not end".
 * @throws WorkNotDoneError where it does.
 */
export async function within<T>(msMax: number, promise: T | Promise<T>, late: string | (() => string)): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = realTimers.setTimeout(() => {
      reject(new WorkNotDoneError(`${typeof late === "string" ? late : late()} within ${msMax / 1000} seconds`));
    }, msMax);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    realTimers.clearTimeout(timer);
  }
}
