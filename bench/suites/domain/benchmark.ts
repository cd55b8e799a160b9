import type { DomainAdapter } from "executor-conformance";
import type { Benchmark, Opened } from "../benchmark.ts";

/** A benchmark of the profile `domain`. */
export interface DomainBenchmark extends Omit<Benchmark, "profile" | "open"> {
  open(adapter: DomainAdapter, size: number): Promise<Opened>;
}

/** The same for whoever holds adapters of every profile. */
export function domainBenchmark(benchmark: DomainBenchmark): Benchmark {
  return { ...benchmark, profile: "domain", open: (adapter, size) => benchmark.open(adapter as DomainAdapter, size) };
}

/** From one command in flight to more than anybody has. */
export const SIZES = [1, 100, 10_000, 100_000];
