import type { Returned } from "../contract/domain-trace.ts";
import { isThenable } from "./values.ts";

/** Says what a call returned, and handles it, so that a rejection that is due never counts as escaped. */
export function observeReturned(returned: unknown): Returned {
  if (returned === undefined) return "nothing";
  if (!isThenable(returned)) return "value";
  Promise.resolve(returned).then(undefined, () => {});
  return "thenable";
}
