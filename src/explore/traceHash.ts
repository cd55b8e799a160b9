import { createHash } from "node:crypto";
import type { Trace } from "../contract/trace.ts";

/**
 * A digest of everything that happened in a run. Two runs with equal hashes did the same.
 *
 * With `realTime` the times differ from run to run and are left out.
 */
export function traceHash(trace: Trace, realTime = false): string {
  const hash = createHash("sha256");
  for (const record of trace.records) {
    hash.update(JSON.stringify(realTime ? { ...record, at: 0 } : record));
    hash.update("\n");
  }
  return hash.digest("hex").slice(0, 16);
}
