import type { Benchmark } from "./benchmark.ts";
import { domainBenchmarks } from "./domain/index.ts";
import { jobBenchmarks } from "./job/index.ts";
import { laneBenchmarks } from "./lane/index.ts";

/** Every benchmark, in the order in which reports list them. */
export const benchmarks: readonly Benchmark[] = [...domainBenchmarks, ...laneBenchmarks, ...jobBenchmarks];
