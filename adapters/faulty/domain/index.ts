import type { DomainAdapter, DomainCapabilities } from "executor-conformance";
import { FaultyDomain } from "./executor.ts";
import type { Fault } from "./faults/fault.ts";
import { faults, type FaultName } from "./faults/index.ts";

/** Tool execution domains with one fault each, named by it. */
const adapters = faults.map(({ fault, needs }): DomainAdapter => ({
  profile: "domain",
  name: fault,
  capabilities: capabilitiesOf(needs ?? []),
  create: (host) => new FaultyDomain(host, (asked: FaultName) => asked === fault),
}));

export default adapters;

export { faults } from "./faults/index.ts";

/** No more than the fault needs: what else an executor can do would only make it break more rules for the same reason. */
function capabilitiesOf(needs: NonNullable<Fault["needs"]>): DomainCapabilities {
  return Object.fromEntries(needs.map((capability) => [capability, true]));
}
