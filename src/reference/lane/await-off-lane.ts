import type { Batch } from "./batch.ts";
import { isInsideWaitOf, runWait } from "./scope.ts";

/**
 * Awaits `wait` while `batch` holds no permit; a plain await where there is no batch, after the batch has ended, and
 * inside one of its own waits.
 *
 * The promise settles in the turn of the grant, and callers hand it on as it is: the code after `offLane` runs one
 * reaction after the grant, exactly as a body starts. So batches run in the order of their grants, and where another
 * branch of this batch parks in between, nobody has started with its permit yet.
 */
export function awaitOffLane<T>(batch: Batch | undefined, wait: () => Promise<T>): Promise<T> {
  // A wait that throws at once ends a reaction later as well, when those beside it in a `Promise.all` have begun.
  const call = async (): Promise<T> => await wait();
  if (batch === undefined || !batch.isRunning || isInsideWaitOf(batch)) return call();
  batch.beginWait();
  return new Promise((resolve, reject) => {
    runWait(batch, call).then(
      (value) => batch.endWait(() => resolve(value)),
      (error: unknown) => batch.endWait(() => reject(error)),
    );
  });
}
