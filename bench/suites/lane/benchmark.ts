import type { LaneAdapter } from "executor-conformance";
import type { Benchmark, Opened } from "../benchmark.ts";

/** A benchmark of the profile `lane`. */
export interface LaneBenchmark extends Omit<Benchmark, "profile" | "open"> {
  open(adapter: LaneAdapter, size: number): Promise<Opened>;
}

/** The same for whoever holds adapters of every profile. */
export function laneBenchmark(benchmark: LaneBenchmark): Benchmark {
  return { ...benchmark, profile: "lane", open: (adapter, size) => benchmark.open(adapter as LaneAdapter, size) };
}

/** From one batch to more than anybody lets wait. */
export const SIZES = [1, 100, 10_000, 100_000];
