import type { CheckableAdapter } from "executor-conformance";
import { missingCapabilities, NotMeasurableError, SlowFillError, type Benchmark } from "../suites/benchmark.ts";
import { describeFailure } from "../suites/failure.ts";
import { countOperation } from "./countOperation.ts";
import type { Counts } from "./hooks.ts";

/** What became of counting an operation of an executor. */
export type Outcome =
  | { readonly state: "counted"; readonly counts: Counts }
  /** It does what it may, and no exact count is to be had. */
  | { readonly state: "uncountable"; readonly why: string }
  /** It lacks a capability. */
  | { readonly state: "not-applicable"; readonly why: string }
  /** It does not do the work, or throws. */
  | { readonly state: "error"; readonly why: string };

/** Counts an operation as {@link countOperation} does, whatever comes of it. */
export async function outcomeOf(benchmark: Benchmark, adapter: CheckableAdapter): Promise<Outcome> {
  const lacks = missingCapabilities(benchmark, adapter);
  if (lacks.length > 0) return { state: "not-applicable", why: `it does not declare ${lacks.join(", ")}` };
  try {
    return { state: "counted", counts: await countOperation(benchmark, adapter) };
  } catch (error) {
    if (error instanceof NotMeasurableError || error instanceof SlowFillError) {
      return { state: "uncountable", why: error.message };
    }
    return { state: "error", why: describeFailure(error) };
  }
}
