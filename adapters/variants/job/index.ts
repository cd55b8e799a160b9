import type { JobAdapter, JobCapabilities } from "executor-conformance";
import { JobRuntime } from "executor-conformance/reference";
import type { Policy } from "./policy.ts";
import { VariantRuntime } from "./runtime.ts";

const everything: JobCapabilities = {
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
};

function variant(name: string, policy: Policy, capabilities: JobCapabilities = everything): JobAdapter {
  const { retentionMs } = policy;
  return {
    profile: "job",
    name,
    capabilities,
    ...(retentionMs === undefined ? {} : { retentionMs }),
    create: (host) => new VariantRuntime(host, policy),
  };
}

/** Job runtimes that differ from the reference, and conform. */
const adapters: readonly JobAdapter[] = [
  variant("asynchronous", { hops: 3 }),
  variant("asynchronous-and-killing-at-once", { hops: 2, kill: "at-once" }, { ...everything, settledKill: false }),
  variant("late-notices", { notices: "a-tick-later" }),
  variant("notices-some-reactions-later", { notices: "reactions-later", hops: 1 }),
  variant("killed-at-once", { kill: "at-once" }, { ...everything, settledKill: false }),
  variant("killed-whatever-the-outcome", { kill: "whatever-the-outcome", isStoppingShown: false }),
  // Whoever polls says how long it takes until everything has been noticed.
  { ...variant("polling", { polls: true }), settleMs: 5 },
  variant("forgetting-after-retention", { retentionMs: 20, isFinalOutputGivenOnce: true }),
  variant("trusting-callers-without-token", { isNoTokenTrusted: true }, { ...everything, noTokenFence: false }),
  variant("refusing-the-empty-owner", { isEmptyOwnerRefused: true, isFinalOutputGivenOnce: true }),
  variant("awaiting-late-starts", { startsDuringDisposal: "awaited", hops: 2, keepsDisposed: true }),
  variant("giving-up-what-cannot-be-cancelled", { givesUp: true, keepsDisposed: true, asksAgain: true }),
  variant("frozen-snapshots", { snapshots: "frozen" }),
  variant("minimal", { kill: "at-once", keepsDisposed: true }, {}),
  {
    profile: "job",
    name: "reference-with-limits",
    capabilities: everything,
    retentionMs: 20,
    create: (host) =>
      new JobRuntime({
        retentionMs: 20,
        maxLivePerOwner: 2,
        onCompleted: (job, owner) => host.completed(job, owner),
      }),
  },
];

export default adapters;

/** Conforms with a warning: `job/foreign-looks-unknown` is a SHOULD. */
export const sayingForeign = variant("saying-foreign", { saysForeign: true });
