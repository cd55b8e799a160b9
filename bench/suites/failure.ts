import { describeThrown } from "../../src/run/values.ts";
import { AdapterError } from "../../src/run/world.ts";
import { WorkNotDoneError } from "./benchmark.ts";

/** What an executor did wrong, by what came of driving it: a sentence of the suites, or what it threw itself. */
export function describeFailure(error: unknown): string {
  const isNamed = error instanceof WorkNotDoneError || error instanceof AdapterError;
  return isNamed ? error.message : `it threw ${describeThrown(error)}`;
}
