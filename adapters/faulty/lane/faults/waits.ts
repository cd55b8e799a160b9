import type { Fault } from "./fault.ts";

/** Faults about what a batch does off the lane. */
export const waitFaults = [
  {
    fault: "permit-kept-while-parked",
    needs: ["offLane"],
    breaks: ["lane/off-lane-frees-permit", "lane/off-lane-never-deadlocks"],
    alsoBreaks: ["lane/work-conserving", "lane/no-starvation", "lane/off-lane-balanced"],
    says: "parked, everything is at rest",
  },
  {
    fault: "parent-keeps-permit-for-its-child",
    needs: ["offLane"],
    breaks: ["lane/off-lane-never-deadlocks"],
    alsoBreaks: ["lane/off-lane-frees-permit", "lane/work-conserving", "lane/off-lane-balanced"],
    says: "waits for its child",
  },
  {
    fault: "failed-wait-returns-without-permit",
    needs: ["offLane"],
    breaks: ["lane/off-lane-retakes-permit"],
    alsoBreaks: ["lane/capacity-never-exceeded", "lane/off-lane-balanced", "lane/no-starvation"],
    says: "while others use every permit",
  },
  {
    fault: "wait-called-twice",
    needs: ["offLane"],
    breaks: ["lane/off-lane-passes-through"],
    alsoBreaks: [],
    says: "was called twice",
  },
  {
    fault: "wait-error-wrapped",
    needs: ["offLane"],
    breaks: ["lane/off-lane-passes-through"],
    alsoBreaks: [],
    says: "and offLane threw",
  },
  {
    fault: "wait-value-dropped",
    needs: ["offLane"],
    breaks: ["lane/off-lane-passes-through"],
    alsoBreaks: [],
    says: "and offLane returned undefined",
  },
  {
    fault: "each-wait-gives-a-permit-back",
    needs: ["offLane"],
    breaks: ["lane/off-lane-balanced"],
    alsoBreaks: ["lane/permits-conserved", "lane/capacity-never-exceeded", "lane/off-lane-retakes-permit"],
    says: "overlap",
  },
  {
    fault: "first-end-returns-without-permit",
    needs: ["offLane"],
    breaks: ["lane/off-lane-balanced"],
    alsoBreaks: [],
    says: "returned without a permit",
  },
  {
    fault: "wait-inside-a-wait-parks",
    needs: ["offLane"],
    breaks: ["lane/off-lane-balanced"],
    alsoBreaks: [],
    says: "inside a wait has ended, and offLane has not returned",
  },
  {
    fault: "wait-outside-takes-a-permit",
    needs: ["offLane", "ambientOffLane"],
    breaks: ["lane/off-lane-outside-awaits"],
    alsoBreaks: [],
    says: "outside any batch has ended, and offLane has not returned",
  },
  {
    fault: "wait-after-the-end-gives-a-permit-back",
    needs: ["offLane"],
    breaks: ["lane/off-lane-outside-awaits", "lane/permits-conserved"],
    alsoBreaks: ["lane/capacity-never-exceeded", "lane/off-lane-retakes-permit", "lane/off-lane-balanced"],
    says: "plain await",
  },
  {
    fault: "signal-aborted-on-parking",
    needs: ["offLane"],
    breaks: ["lane/signal-only-on-cancel"],
    alsoBreaks: [],
    says: "and nobody cancelled it",
  },
] as const satisfies readonly Fault[];
