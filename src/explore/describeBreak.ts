import { describeThrown } from "../run/values.ts";
import { AdapterError } from "../run/world.ts";

/** Why a campaign cannot go on: the adapter is wrong, or the kit itself broke. */
export function describeBreak(error: unknown): string {
  return error instanceof AdapterError ? error.message : `The kit broke: ${describeThrown(error)}`;
}
