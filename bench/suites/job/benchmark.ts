import type { JobAdapter } from "executor-conformance";
import type { Benchmark, Opened } from "../benchmark.ts";

/** A benchmark of the profile `job`. */
export interface JobBenchmark extends Omit<Benchmark, "profile" | "open" | "counts" | "sizes"> {
  open(adapter: JobAdapter, size: number): Promise<Opened>;
}

/** The same for whoever holds adapters of every profile. */
export function jobBenchmark(benchmark: JobBenchmark): Benchmark {
  return {
    ...benchmark,
    profile: "job",
    counts: "jobs in the runtime",
    sizes: [1, 100, 10_000, 100_000],
    open: (adapter, size) => benchmark.open(adapter as JobAdapter, size),
  };
}
