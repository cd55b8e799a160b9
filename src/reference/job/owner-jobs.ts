import type { JobRecord } from "./job-record.ts";

/** The jobs of one owner, or those of nobody. */
export class OwnerJobs {
  /** Invariant: in order of start, because a record is added when it starts and never moved. */
  readonly jobs = new Set<JobRecord>();
  /** Jobs that have not ended, and starts that are still on the stack: both count against the limit. */
  live = 0;
  /** Set from the moment the owner's disposal is asked for. */
  disposal: Promise<void> | undefined;

  get unused(): boolean {
    return this.jobs.size === 0 && this.live === 0 && this.disposal === undefined;
  }
}

/** Merges two groups by start, at the cost of the result. */
export function inStartOrder(first: Iterable<JobRecord>, second: Iterable<JobRecord>): JobRecord[] {
  const merged: JobRecord[] = [];
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const job of first) {
    for (; !other.done && other.value.sequence < job.sequence; other = others.next()) merged.push(other.value);
    merged.push(job);
  }
  for (; !other.done; other = others.next()) merged.push(other.value);
  return merged;
}
