import type { Fault } from "./fault.ts";

/** Faults about how many batches run, and who is next. */
export const permitFaults = [
  {
    fault: "one-batch-too-many",
    breaks: ["lane/capacity-never-exceeded", "lane/permits-conserved"],
    alsoBreaks: [],
    says: "is one too many",
  },
  {
    fault: "permit-given-back-twice",
    breaks: ["lane/capacity-never-exceeded", "lane/permits-conserved"],
    alsoBreaks: ["lane/failed-batch-contained", "lane/host-fault-contained"],
    says: "bodies run at once",
  },
  {
    fault: "width-taken-as-it-is",
    needs: ["clamp"],
    breaks: ["lane/width-clamped-to-one"],
    alsoBreaks: ["lane/capacity-never-exceeded", "lane/permits-conserved", "lane/work-conserving"],
    says: "everything is at rest",
  },
  {
    fault: "one-grant-a-turn",
    breaks: ["lane/work-conserving"],
    alsoBreaks: ["lane/permits-conserved", "lane/failed-batch-contained", "lane/host-fault-contained"],
    says: ", although only",
  },
  {
    fault: "third-in-queue-dropped",
    breaks: ["lane/each-batch-runs-once"],
    alsoBreaks: [
      "lane/work-conserving",
      "lane/never-starves-forever",
      "lane/no-starvation",
      "lane/failed-batch-contained",
      "lane/host-fault-contained",
    ],
    says: "was never started",
  },
  {
    fault: "newcomer-takes-the-free-permit",
    needs: ["fifo"],
    breaks: ["lane/first-come-first-served"],
    alsoBreaks: ["lane/no-starvation", "lane/never-starves-forever"],
    says: "although it was ahead",
  },
  {
    fault: "resuming-first",
    needs: ["fifo", "offLane"],
    breaks: ["lane/first-come-first-served"],
    alsoBreaks: ["lane/no-starvation"],
    says: "although it was ahead",
  },
  {
    fault: "head-passed-over",
    breaks: ["lane/no-starvation"],
    alsoBreaks: [],
    says: "more than the width",
  },
  {
    fault: "newest-first",
    breaks: ["lane/never-starves-forever", "lane/no-starvation"],
    alsoBreaks: [],
    says: "still waits after",
  },
] as const satisfies readonly Fault[];
