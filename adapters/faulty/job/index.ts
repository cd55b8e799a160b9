import type { JobAdapter, JobCapabilities } from "executor-conformance";
import { FaultyRuntime } from "./executor.ts";
import type { Fault } from "./faults/fault.ts";
import { faults, type FaultName } from "./faults/index.ts";

/** Job runtimes with one fault each, named by it. */
const adapters = faults.map(({ fault, needs }): JobAdapter => ({
  profile: "job",
  name: fault,
  capabilities: capabilitiesOf(needs ?? []),
  create: (host) => new FaultyRuntime(host, (asked: FaultName) => asked === fault),
}));

export default adapters;

export { faults } from "./faults/index.ts";

/** No more than the fault needs: what else a runtime can do would only make it break more rules for the same reason. */
function capabilitiesOf(needs: NonNullable<Fault["needs"]>): JobCapabilities {
  return Object.fromEntries(needs.map((capability) => [capability, true]));
}
