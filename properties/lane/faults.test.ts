import adapters, { faults } from "../../adapters/faulty/lane/index.ts";
import { describeFaults } from "../fixtures/faults.ts";

describeFaults("faulty lanes", {
  faults,
  adapters,
  namelessRules: [
    "lane/width-clamped-to-one",
    "lane/permits-conserved",
    "lane/failed-batch-contained",
    "lane/nothing-escapes",
    "lane/host-fault-contained",
    "lane/off-lane-outside-awaits",
    "lane/off-lane-balanced",
    "lane/stats-agree",
    "lane/cancel-queued-never-runs",
    "lane/cancel-running-frees-permit",
    "lane/cancel-is-idempotent",
    "lane/resize-takes-only-idle",
    "lane/narrow-keeps-one",
    "lane/close-drains",
    "lane/nothing-left-behind",
  ],
  runsMax: 3000,
  runsMin: 25,
  scopeRunsMax: 20_000,
  scope: { subjects: 2, controls: 2, tightGaps: 1 },
  // The end of a run adds batches of its own.
  ownNames: ["arrival-\\d+", "probe-\\d+"],
});
