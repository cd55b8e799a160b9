import type { CheckableAdapter } from "executor-conformance";
import type { Benchmark } from "../suites/benchmark.ts";
import { domainFloor } from "./domain.ts";
import { jobFloor } from "./job.ts";
import { cancellingLaneFloor, laneFloor } from "./lane.ts";

/** The least that the operation of a benchmark can cost: an executor of its profile without most of its promises. */
export function floorOf({ profile, capabilities = [] }: Benchmark): CheckableAdapter {
  switch (profile) {
    case "domain":
      return domainFloor;
    case "lane":
      return capabilities.includes("cancelQueued") ? cancellingLaneFloor : laneFloor;
    case "job":
      return jobFloor;
  }
}
