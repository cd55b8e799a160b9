import type { LibraryPromise, LibraryPromises } from "../libraryPromises.ts";

const SIGNAL = "https://github.com/sindresorhus/p-queue#signal";

const lostSlot = (what: string): LibraryPromise => ({
  promised: true,
  why: `${what} The slot that 7.3.0 loses with an aborted task is why: see \`lane/cancel-queued-never-runs\`.`,
  documentation: SIGNAL,
});

/** What the red cells of p-queue are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "lane/stats-agree": {
    promised: true,
    why:
      "Up to 9.1.0 an aborted task stays in the queue, and in `size`, until its turn comes. It is documented to be removed " +
      "when aborted, and `size` to count the items waiting to run. Mended in 9.1.1.",
    documentation: "https://github.com/sindresorhus/p-queue#size",
  },
  "lane/cancel-queued-never-runs": {
    promised: true,
    why:
      "7.3.0 never gives back the slot in which it finds that a waiting task was aborted: with a concurrency of 1 nothing " +
      "runs any more. An aborted task is documented to be removed from the queue, not to keep a slot. Mended in 7.4.1.",
    documentation: SIGNAL,
  },
  "lane/work-conserving": lostSlot("A task waits, and fewer run than the concurrency allows."),
  "lane/permits-conserved": lostSlot("An idle queue runs fewer tasks at once than its concurrency."),
  "lane/resize-takes-only-idle": lostSlot("`pending` counts a task as running that was aborted before it ran."),
  "lane/cancel-is-idempotent": {
    promised: false,
    why:
      "No fault of its own: one abort leaves what `lane/stats-agree` (up to 9.1.0) and `lane/cancel-queued-never-runs` " +
      "(7.3.0) say, and a second one changes nothing more.",
    documentation: SIGNAL,
  },
  "lane/cancel-running-frees-permit": {
    promised: false,
    why:
      "Not declared: the signal of a running operation is documented to be handled by the operation itself. In 7.4.1 and " +
      "later such an abort rejects the promise of `add` at once and lets the next task start while the operation still " +
      "runs; nothing is documented of the slot.",
    documentation: SIGNAL,
  },
};
