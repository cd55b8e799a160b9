import type { JobSnapshot } from "../../contract/job.ts";

/**
 * One line of text about a job, the same for every kind of tool; a pending job has no id to name.
 *
 * @example
 * ```ts
 * describeJob(jobs.get(id)); // 'job-1f… (download "a.iso"): failed, connection reset'
 * ```
 */
export function describeJob(job: JobSnapshot): string {
  const detail = job.detail === undefined ? "" : `, ${job.detail}`;
  return `${job.id} (${job.kind} ${JSON.stringify(job.label)}): ${job.status}${detail}`.trimStart();
}
