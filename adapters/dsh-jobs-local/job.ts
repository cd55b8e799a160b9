import type { JobAdapter } from "executor-conformance";
import { installedVersion } from "../installedVersion.ts";
import { createRuntime } from "./runtime.ts";

export { promises } from "./promises.ts";

const version = installedVersion("@deepseek-ai/dsh-jobs-local");

/** What it declares is promised by `JobRegistry`, the contract of the service: README and types of `@deepseek-ai/dsh-jobs`. */
const adapter: JobAdapter = {
  profile: "job",
  name: `dsh-jobs-local@${version}`,
  version,
  capabilities: {
    // Both are documented to give snapshots and to consume nothing.
    list: true,
    get: true,
    // Documented to give a snapshot, at the end or at the timeout.
    wait: true,
    // `read` is documented to move one cursor over a stream, and to repeat what came at the end.
    output: true,
    // `onJobDone` is documented to tell of each job that ends, and of its owner.
    notices: true,
    // Access is documented to be decided by the session of the owner.
    ownerFence: true,
    // A caller that is no agent is documented to see unowned jobs only; the other methods throw for a foreign job.
    noTokenFence: true,
    // Documented: without an owner, a job is open to everyone.
    unowned: true,
    // `start` is documented to validate; an empty kind or label is refused in so many words.
    validation: true,
    // A kill makes a job `stopping`; it ends with what `done` says.
    settledKill: true,
    // Both disposals are documented to cancel and to await.
    dispose: true,
    disposeOwner: true,
    // Not declared: `presentation`, which is left to producers.
  },
  create: createRuntime,
};

export default adapter;
