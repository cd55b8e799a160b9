import type { Benchmark } from "../benchmark.ts";
import { cancel, notice } from "./end.ts";
import { list } from "./list.ts";
import { read } from "./read.ts";
import { start } from "./start.ts";

export const jobBenchmarks: readonly Benchmark[] = [start, read, cancel, list, notice];
