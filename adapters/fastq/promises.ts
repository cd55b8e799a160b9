import type { LibraryPromises } from "../libraryPromises.ts";

/** What the red cells of fastq are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "lane/failed-batch-contained": {
    promised: true,
    why:
      "A worker that rejects with `undefined`, `null` or another falsy value is taken for a success: the promise of " +
      "`push` is fulfilled. It is documented to be rejected when the task is completed unsuccessfully. A worker that " +
      "rejects with an error is reported well.",
    documentation: "https://github.com/mcollina/fastq#queuepushtask--promise",
  },
};
