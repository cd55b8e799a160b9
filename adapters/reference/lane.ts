import type { LaneAdapter } from "executor-conformance";
import { ToolLane } from "executor-conformance/reference";

/** The reference lane, with every capability of the profile. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "reference-lane",
  capabilities: {
    offLane: true,
    ambientOffLane: true,
    stats: true,
    fifo: true,
    wake: true,
    resize: true,
    clamp: true,
    close: true,
    cancelQueued: true,
    cancelRunning: true,
  },
  create: (host) => new ToolLane(host),
};

export default adapter;
