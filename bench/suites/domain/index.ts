import type { Benchmark } from "../benchmark.ts";
import { haltToReceipt } from "./haltToReceipt.ts";
import { handleToOutcome } from "./handleToOutcome.ts";
import { handleToStart } from "./handleToStart.ts";
import { rearm } from "./rearm.ts";
import { rejectWhileStopped } from "./rejectWhileStopped.ts";

export const domainBenchmarks: readonly Benchmark[] = [
  handleToStart,
  handleToOutcome,
  rejectWhileStopped,
  haltToReceipt,
  rearm,
];
