import type { Batch } from "./batch.ts";
import { isInsideWaitOf, runWait } from "./scope.ts";

/**
 * Awaits `wait` while `batch` holds no permit; a plain await where there is no batch, after the batch has ended, and
 * inside one of its own waits.
 *
 * Nothing is awaited between the look at the permit and the end of the function, and callers hand its promise on as it
 * is: then the code after `offLane` runs in the very next reaction, before any body that could be granted the permit if
 * another branch of this one parks in between.
 */
export async function awaitOffLane<T>(batch: Batch | undefined, wait: () => Promise<T>): Promise<T> {
  if (batch === undefined || !batch.isRunning || isInsideWaitOf(batch)) return await wait();
  batch.beginWait();
  try {
    // An async function: a wait that throws at once ends later too, when those beside it in a `Promise.all` have begun.
    return await runWait(batch, async () => await wait());
  } finally {
    batch.endWait();
    // A loop, as another branch of the body may park again between the grant and this code.
    while (batch.isRunning && !batch.resume()) await batch.granted();
  }
}
