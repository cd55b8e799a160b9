import type { LibraryPromises } from "../libraryPromises.ts";

const EXECUTE = "https://github.com/connor4312/cockatiel#bulkheadexecutefn-signal";

/** What the red cells of cockatiel are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "lane/cancel-queued-never-runs": {
    promised: true,
    why:
      "3.2.1 takes a cancelled call out of its queue without starting the one behind it, which waits beside a free slot " +
      "until another call ends. `execute` is documented to queue a call and to give its results when it runs. Mended in " +
      "4.0.0.",
    documentation: EXECUTE,
  },
  "lane/work-conserving": {
    promised: true,
    why: "The call behind a cancelled one in 3.2.1: see `lane/cancel-queued-never-runs`.",
    documentation: EXECUTE,
  },
  "lane/each-batch-runs-once": {
    promised: true,
    why: "The call behind a cancelled one in 3.2.1, where no other call ends any more: see `lane/cancel-queued-never-runs`.",
    documentation: EXECUTE,
  },
  "lane/cancel-is-idempotent": {
    promised: false,
    why:
      "No fault of its own: in 3.2.1 one cancel strands the call behind it, see `lane/cancel-queued-never-runs`, and a " +
      "second one changes nothing more.",
    documentation: EXECUTE,
  },
  "lane/no-starvation": {
    promised: false,
    why:
      "A call that comes in the turn in which a slot is free and the next one in the queue is on its way to it takes the " +
      "slot, and the one on its way goes to the end of the queue. The order of queued calls is not documented.",
    documentation: "https://github.com/connor4312/cockatiel#bulkheadlimit-queue",
  },
};
