import type { JobSnapshot, OwnerToken } from "../../contract/job.ts";
import { describeJob } from "./describe.ts";

/** What a session is told when one of its jobs has ended. */
export interface JobNotice {
  readonly kind: "job-ended";
  readonly job: JobSnapshot;
  /** The same as one line of text for a model. */
  readonly text: string;
}

/** The session of an agent or a user, as far as long-running tools know it. */
export interface Session {
  /** The owner token of the jobs that this session starts. */
  readonly token: OwnerToken;
  /** Aborted when the session ends; stops what a tool runs in the foreground. Jobs end by `disposeOwner`. */
  readonly signal?: AbortSignal;
  /** Puts a notice into the session; called once for each of its jobs. */
  inject(notice: JobNotice): unknown;
}

/**
 * Makes the completion listener that injects a notice into the session that owns the job.
 *
 * A job of nobody has no session to tell, and a session that is not found any more has nobody to read it: nothing is injected.
 * What `find` or `inject` throws, or rejects with, the runtime contains.
 *
 * @example
 * ```ts
 * const sessions = new Map<string, Session>();
 * const jobs = new JobRuntime({ onCompleted: injectNotices((token) => sessions.get(token)) });
 * ```
 */
export function injectNotices(
  find: (token: OwnerToken) => Session | undefined,
): (job: JobSnapshot, owner: OwnerToken | undefined) => unknown {
  return (job, owner) => {
    if (owner === undefined) return undefined;
    return find(owner)?.inject({
      kind: "job-ended",
      job,
      text: `${describeJob(job)}; read what is left with job_output`,
    });
  };
}
