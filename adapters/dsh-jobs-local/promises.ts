import type { LibraryPromise, LibraryPromises } from "../libraryPromises.ts";

const ROOT = "https://github.com/deepseek-ai/deepseek-harness/tree/HEAD/packages/jobs";
const LIFECYCLE = `${ROOT}/jobs-local#lifecycle`;
const CONTRACT = `${ROOT}/jobs#service-contract`;

const unreadable =
  "The handler of a rejected `done` turns the reason into text. Where that throws, because the reason has no prototype or a " +
  "`toString` of its own that throws, the job is never settled.";

const promised = (why: string): LibraryPromise => ({
  promised: true,
  why: `${unreadable} ${why} Every other reason is contained as documented.`,
  documentation: LIFECYCLE,
});

/** What the red cells of dsh-jobs-local are worth, looked up by hand. */
export const promises: LibraryPromises = {
  "job/nothing-escapes": promised(
    "The process hears an unhandled rejection; a rejected `done` is documented as contained.",
  ),
  "job/every-job-ends": promised("It runs for ever; a rejected `done` is documented to be recorded as `failed`."),
  "job/owner-disposal-is-exact": promised("The disposal of its owner, documented to await quiescence, waits for ever."),
  "job/dispose-reaches-quiescence": promised(
    "The disposal of the service, documented to await the records, waits for ever. Not promised is what a job meets that " +
      "is started while the service is being disposed, for example inside a producer's `cancel`: it is accepted, and then neither " +
      "cancelled nor awaited.",
  ),
  "job/foreign-looks-unknown": {
    promised: false,
    why:
      "A foreign job is refused as belonging to another session, an id never issued as unknown. Ids are documented to be " +
      "predictable, and the fence, not secrecy, to be the boundary: nothing is given away that the project wants to hide.",
    documentation: CONTRACT,
  },
  "job/cancel-asks-once": {
    promised: false,
    why: "Each kill of a live job calls the producer's `cancel`, which producers are told to make idempotent.",
    documentation: `${CONTRACT} and \`JobHooks.cancel\` in types.d.ts of @deepseek-ai/dsh-jobs`,
  },
};
