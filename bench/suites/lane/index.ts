import type { Benchmark } from "../benchmark.ts";
import { cancelWaiter } from "./cancelWaiter.ts";
import { offLaneRoundTrip } from "./offLane.ts";
import { submitToOutcome, submitToStart } from "./submit.ts";

export const laneBenchmarks: readonly Benchmark[] = [submitToStart, submitToOutcome, offLaneRoundTrip, cancelWaiter];
