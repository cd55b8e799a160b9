import type { JobAdapter } from "executor-conformance";
import { JobRuntime } from "executor-conformance/reference";

/** The reference job runtime, held to every rule of the profile. */
const adapter: JobAdapter = {
  profile: "job",
  name: "reference-job",
  capabilities: {
    list: true,
    get: true,
    wait: true,
    output: true,
    notices: true,
    ownerFence: true,
    noTokenFence: true,
    unowned: true,
    validation: true,
    settledKill: true,
    dispose: true,
    disposeOwner: true,
    presentation: true,
  },
  create: (host) => new JobRuntime({ onCompleted: (job, owner) => host.completed(job, owner) }),
};

export default adapter;
