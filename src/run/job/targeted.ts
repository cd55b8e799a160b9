import type { JobTarget } from "../../contract/job-trace.ts";
import type { TargetedCall } from "../../scenario/job/steps.ts";
import type { PlannedCall } from "./calls.ts";
import type { Aim } from "./ledger.ts";

/** How a call about one job is made, and how it is written down. */
export function planTargeted(call: TargetedCall, aim: Aim): Pick<PlannedCall, "given" | "make"> {
  const { id, caller, job, neverIssued } = aim;
  const target: JobTarget = job === undefined ? { neverIssued } : { job: job.name };
  switch (call.op) {
    case "read":
      return { given: { method: "read", target, caller }, make: (runtime) => runtime.read(id, caller) };
    case "get":
      return { given: { method: "get", target, caller }, make: (runtime) => runtime.get?.(id, caller) };
    case "cancel": {
      const { reason } = call;
      return {
        given: { method: "cancel", target, caller, reason },
        make: (runtime) => runtime.cancel(id, caller, reason),
      };
    }
    case "wait": {
      const { ms: timeoutMs } = call;
      return {
        given: { method: "wait", target, caller, timeoutMs },
        make: (runtime) => runtime.wait?.(id, timeoutMs, caller),
      };
    }
  }
}
