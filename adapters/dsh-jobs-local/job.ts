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
    // "`get(id, caller?)` and `list(caller?)` return non-consuming snapshots."
    list: true,
    get: true,
    // "`wait` returns a terminal snapshot or the live snapshot at timeout."
    wait: true,
    // "`read` consumes the single cursor for stream jobs and reads terminal output idempotently for final-output jobs."
    output: true,
    // "`onJobDone(listener)` observes each terminal record with the exact owner."
    notices: true,
    // "Owned access compares the job's `SessionId` with the caller's."
    ownerFence: true,
    // "A non-agent caller sees only unowned jobs" (`JobRegistry.list`); the other methods throw for a foreign job.
    noTokenFence: true,
    // "Unowned jobs are open to callers and last until service disposal."
    unowned: true,
    // "`start(spec)` validates the attached controller, spec, ...": an empty kind or label is refused in so many words.
    validation: true,
    // A kill makes a job `stopping`; terminal is what `done` says, "after the producer releases its resources".
    settledKill: true,
    // "Owner and service disposal cancel live work and await compliant producers."
    dispose: true,
    disposeOwner: true,
    // Not declared: `presentation`, which is left to producers.
  },
  create: createRuntime,
};

export default adapter;
