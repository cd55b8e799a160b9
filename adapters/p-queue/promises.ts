import type { LibraryPromise, LibraryPromises } from "../libraryPromises.ts";

const SIGNAL = "https://github.com/sindresorhus/p-queue#signal";

const promised = (why: string, documentation: string): LibraryPromise => ({ promised: true, why, documentation });

const deadIn730 =
  "7.3.0 never gives back the slot in which it finds that a waiting task was aborted: with a concurrency of 1 nothing runs " +
  "any more. An aborted task is documented to be removed from the queue, not to keep a slot. Mended in 7.4.1.";

const countedUntil911 =
  "Up to 9.1.0 an aborted task stays in the queue, and in `size`, until its turn comes. It is documented to be removed " +
  "when aborted, and `size` to count the items waiting to run. Mended in 9.1.1.";

/** What the red cells of p-queue are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "lane/stats-agree": promised(countedUntil911, "https://github.com/sindresorhus/p-queue#size"),
  "lane/work-conserving": promised(deadIn730, SIGNAL),
  "lane/permits-conserved": promised(deadIn730, SIGNAL),
  "lane/cancel-queued-never-runs": promised(deadIn730, SIGNAL),
  "lane/resize-takes-only-idle": promised(
    `${deadIn730} The lost slot stays in \`pending\`, which is documented to count the running items.`,
    "https://github.com/sindresorhus/p-queue#pending",
  ),
  "lane/cancel-is-idempotent": promised(
    `${countedUntil911} ${deadIn730} The first cancel does this; that there was a second one changes nothing.`,
    SIGNAL,
  ),
  "lane/cancel-running-frees-permit": {
    promised: false,
    why:
      "Not declared: the signal of a running operation is documented to be handled by the operation itself. In 7.4.1 and " +
      "later such an abort rejects the promise of `add` at once and lets the next task start while the operation still runs; " +
      "nothing is documented of the slot.",
    documentation: SIGNAL,
  },
};
