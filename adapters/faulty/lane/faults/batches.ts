import type { Fault } from "./fault.ts";

/** Faults on the way from a batch to its outcome. */
export const batchFaults = [
  {
    fault: "submit-returns-the-batch",
    breaks: ["lane/submit-returns-at-once"],
    alsoBreaks: [],
    says: "returned a promise; it must return nothing",
  },
  {
    fault: "full-lane-refuses",
    breaks: ["lane/submit-returns-at-once"],
    alsoBreaks: [],
    says: "on an open lane threw",
  },
  {
    fault: "body-started-twice",
    breaks: ["lane/each-batch-runs-once"],
    alsoBreaks: [],
    says: "was started twice",
  },
  {
    fault: "outcome-reported-twice",
    breaks: ["lane/one-outcome-per-batch"],
    alsoBreaks: [],
    says: "reported twice",
  },
  {
    fault: "outcome-at-the-start",
    breaks: ["lane/one-outcome-per-batch"],
    alsoBreaks: ["lane/outcome-carries-results", "lane/failed-batch-contained"],
    says: "before its body ended",
  },
  {
    fault: "outcome-of-newest-agent",
    breaks: ["lane/one-outcome-per-batch"],
    alsoBreaks: [],
    says: "names the agent",
  },
  {
    fault: "results-reversed",
    breaks: ["lane/outcome-carries-results"],
    alsoBreaks: [],
    says: "and its outcome carries",
  },
  {
    fault: "body-that-throws-keeps-permit",
    breaks: ["lane/failed-batch-contained", "lane/permits-conserved"],
    alsoBreaks: ["lane/work-conserving"],
    says: "after a body failed",
  },
  {
    fault: "error-wrapped",
    breaks: ["lane/failed-batch-contained"],
    alsoBreaks: [],
    says: "and its outcome has",
  },
  {
    fault: "failure-without-outcome",
    breaks: ["lane/failed-batch-contained", "lane/one-outcome-per-batch"],
    alsoBreaks: [],
    says: "failed, and no outcome says so",
  },
  {
    fault: "derived-promise-not-handled",
    breaks: ["lane/nothing-escapes"],
    alsoBreaks: [],
    says: "a rejection that nobody handled",
  },
  {
    fault: "host-throw-escapes",
    breaks: ["lane/nothing-escapes"],
    alsoBreaks: [],
    says: "the host failed",
  },
  {
    fault: "host-throw-keeps-permit",
    breaks: ["lane/host-fault-contained"],
    alsoBreaks: [],
    says: "after the host threw",
  },
  {
    fault: "host-throw-loses-next-outcome",
    breaks: ["lane/host-fault-contained"],
    alsoBreaks: [],
    says: "after the host threw, no outcome of",
  },
  {
    fault: "woken-before-the-outcome",
    needs: ["wake"],
    breaks: ["lane/wakes-the-loop"],
    alsoBreaks: [],
    says: "no wake followed the outcome of",
  },
  {
    fault: "park-wakes-nobody",
    needs: ["wake", "offLane"],
    breaks: ["lane/wakes-the-loop"],
    alsoBreaks: [],
    says: "parked with nobody queued",
  },
  {
    fault: "body-started-inside-submit",
    breaks: ["lane/no-outcome-inside-submit"],
    alsoBreaks: [],
    says: "inside a call of submit",
  },
  {
    fault: "poller-left-running",
    breaks: ["lane/nothing-left-behind"],
    alsoBreaks: [],
    says: "left a timer",
  },
] as const satisfies readonly Fault[];
