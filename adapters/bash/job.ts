import type { JobAdapter } from "executor-conformance";
import reference from "../reference/job.ts";
import { BashJobs } from "./runtime.ts";

/** Runs follow one another in a process, and no adapter is told that one is over for good. */
let previous: BashJobs | undefined;
process.once("exit", () => previous?.abandon());

/** The bash producer on the reference job runtime, with real processes and in real time. */
const adapter: JobAdapter = {
  profile: "job",
  name: "reference-bash",
  realTime: true,
  ...(reference.capabilities === undefined ? {} : { capabilities: reference.capabilities }),
  create(host) {
    previous?.abandon();
    previous = new BashJobs(host);
    return previous;
  },
};

export default adapter;
