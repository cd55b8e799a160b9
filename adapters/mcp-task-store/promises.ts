import type { LibraryPromise, LibraryPromises } from "../libraryPromises.ts";

const documentation = "`TaskStore` in experimental/tasks/interfaces.d.ts of @modelcontextprotocol/sdk 1.31.0";

const unfenced =
  "In 1.31.0 the store takes a session id everywhere and looks at it nowhere. It is documented to bind the task, and each " +
  "operation and query, to that session. Mended in 1.32.2, which says so in full.";

const promised = (why: string): LibraryPromise => ({ promised: true, why: `${unfenced} ${why}`, documentation });

/** What the red cells of the task store are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "job/owner-fence": promised("Any session reads, queries and cancels the task of another."),
  "job/foreign-jobs-invisible": promised("Any session lists the tasks of all."),
  "job/empty-token-is-an-owner": promised("The same with an empty session id on one side."),
};
