import type { LaneAdapter, LaneCapabilities } from "executor-conformance";
import { FaultyLane } from "./executor.ts";
import type { Fault } from "./faults/fault.ts";
import { faults, type FaultName } from "./faults/index.ts";

/** Tool lanes with one fault each, named by it. */
const adapters = faults.map(({ fault, needs }): LaneAdapter => ({
  profile: "lane",
  name: fault,
  capabilities: capabilitiesOf(needs ?? []),
  create: (host) => new FaultyLane(host, (asked: FaultName) => asked === fault),
}));

export default adapters;

export { faults } from "./faults/index.ts";

/** No more than the fault needs: what else a lane can do would only make it break more rules for the same reason. */
function capabilitiesOf(needs: NonNullable<Fault["needs"]>): LaneCapabilities {
  return Object.fromEntries(needs.map((capability) => [capability, true]));
}
