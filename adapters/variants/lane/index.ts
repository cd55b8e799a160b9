import type { LaneAdapter, LaneCapabilities, LaneHost } from "executor-conformance";
import { LimiterLane } from "./limiter-lane.ts";
import { directHandOff, joinInSomeTurns, pollingEvery, resumingFirst, type Policy } from "./policy.ts";
import { PoolLane } from "./pool-lane.ts";
import { SemaphoreLane } from "./semaphore-lane.ts";

const all: LaneCapabilities = {
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
};

/** How long, in ms, a lane that polls lets work lie. */
const POLL_MS = 4;

/** Lanes that differ from each other, and are all correct: none of them may ever break a rule. */
const adapters: readonly LaneAdapter[] = [
  withPolicy("direct-hand-off", {}),
  withPolicy("grants-in-a-microtask", { goOn: queueMicrotask }),
  withPolicy("grants-through-next-tick", { goOn: (go) => process.nextTick(go) }),
  withPolicy("grants-through-set-immediate", { goOn: (go) => void setImmediate(go) }),
  withPolicy("spawn-racing", { join: joinInSomeTurns }, { fifo: false }),
  withPolicy("resuming-first", { next: resumingFirst }, { fifo: false }),
  withPolicy("retakes-at-the-first-end", { retakesAt: "first end" }),
  withPolicy("leaves-waits-on-cancel", { leavesWaitsOnCancel: true }),
  withPolicy("reports-later", { report: (send) => void setImmediate(send) }),
  {
    ...withPolicy("tick-polling", {}),
    settleMs: POLL_MS,
    create: (host) => new SemaphoreLane(host, { ...directHandOff, grantSoon: pollingEvery(POLL_MS) }),
  },
  { profile: "lane", name: "never-stops-polling", capabilities: all, settleMs: POLL_MS, create: pollingForEver },
  { profile: "lane", name: "worker-pool", create: (host) => new PoolLane(host) },
  {
    profile: "lane",
    name: "limiter",
    capabilities: { stats: true, fifo: true, cancelQueued: true },
    create: (host) => new LimiterLane(host),
  },
];

export default adapters;

function withPolicy(name: string, policy: Partial<Policy>, capabilities: LaneCapabilities = {}): LaneAdapter {
  return {
    profile: "lane",
    name,
    capabilities: { ...all, ...capabilities },
    create: (host) => new SemaphoreLane(host, { ...directHandOff, ...policy }),
  };
}

/** Its interval goes on from its creation to its disposal, work or not. */
function pollingForEver(host: LaneHost): SemaphoreLane & { dispose(): void } {
  let grants: (() => void)[] = [];
  const interval = setInterval(() => {
    const due = grants;
    grants = [];
    for (const grant of due) grant();
  }, POLL_MS);
  const lane = new SemaphoreLane(host, { ...directHandOff, grantSoon: (grant) => grants.push(grant) });
  return Object.assign(lane, { dispose: () => clearInterval(interval) });
}
