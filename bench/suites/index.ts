import type { Benchmark } from "./benchmark.ts";
import { domainBenchmarks } from "./domain/index.ts";

/** Every benchmark, in the order in which reports list them. */
export const benchmarks: readonly Benchmark[] = [...domainBenchmarks];
