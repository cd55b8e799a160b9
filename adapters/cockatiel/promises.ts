import type { LibraryPromise, LibraryPromises } from "../libraryPromises.ts";

const EXECUTE = "https://github.com/connor4312/cockatiel#bulkheadexecutefn-signal";

const strandedInVersion3 = (why: string): LibraryPromise => ({
  promised: true,
  why: `${why} \`execute\` is documented to queue a call and to give its results when it runs. Mended in 4.0.0.`,
  documentation: EXECUTE,
});

const stranded =
  "3.2.1 takes a cancelled call out of its queue without starting the one behind it, which waits beside a free slot until " +
  "another call ends.";

/** What the red cells of cockatiel are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "lane/work-conserving": strandedInVersion3(stranded),
  "lane/cancel-queued-never-runs": strandedInVersion3(stranded),
  "lane/each-batch-runs-once": strandedInVersion3(`${stranded} Where none ends any more, it never runs.`),
  "lane/cancel-is-idempotent": strandedInVersion3(
    `${stranded} The first cancel does this; that there was a second one changes nothing.`,
  ),
  "lane/no-starvation": {
    promised: false,
    why:
      "A call that comes in the turn in which a slot is free and the next one in the queue is on its way to it takes the " +
      "slot, and the one on its way goes to the end of the queue. The order of queued calls is not documented.",
    documentation: "https://github.com/connor4312/cockatiel#bulkheadlimit-queue",
  },
};
