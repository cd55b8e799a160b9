import type { JobSnapshot, JobSpec, OwnerToken } from "../../contract/job.ts";
import { InvalidJobSpecError } from "./errors.ts";
import type { JobIdentity } from "./job-record.ts";
import { LONGEST_TIMER_MS } from "./job-record.ts";

/** Which piece of foreign code failed, and for which job. */
export interface JobFault {
  readonly source: "present" | "onCompleted" | "cancel" | "release";
  readonly job: JobSnapshot;
}

/**
 * How a job runtime behaves; every field may be left out.
 *
 * @example
 * ```ts
 * const jobs = new JobRuntime({ onCompleted: injectNotices((owner) => sessions.get(owner)), maxLivePerOwner: 16 });
 * ```
 */
export interface JobRuntimeOptions {
  /** The completion surface: see {@link JobRuntime}. A throw or a rejection is contained. */
  readonly onCompleted?: (job: JobSnapshot, owner: OwnerToken | undefined) => unknown;
  /** Told of every contained error; without it they are dropped. */
  readonly onFault?: (error: unknown, fault: JobFault) => unknown;
  /** Live jobs that one owner may have; those without an owner share one such limit. At least 1; no limit by default. */
  readonly maxLivePerOwner?: number;
  /** Milliseconds, from its end, after which a job is forgotten, read or not. By default it is kept until disposal. */
  readonly retentionMs?: number;
  /** Milliseconds that a disposal waits for producers to settle; it then rejects with `JobsLeftBehindError`. Unbounded by default. */
  readonly disposalBoundMs?: number;
}

/** Throws a `RangeError` that names the option, what it must be and what came. */
export function checkOptions({ maxLivePerOwner, retentionMs, disposalBoundMs }: JobRuntimeOptions): void {
  if (maxLivePerOwner !== undefined && !(Number.isInteger(maxLivePerOwner) && maxLivePerOwner >= 1)) {
    throw new RangeError(`maxLivePerOwner must be a whole number from 1, got ${String(maxLivePerOwner)}`);
  }
  checkMs("retentionMs", retentionMs);
  checkMs("disposalBoundMs", disposalBoundMs);
}

function checkMs(name: string, value: number | undefined): void {
  if (value === undefined || (value >= 0 && value <= LONGEST_TIMER_MS)) return;
  throw new RangeError(`${name} must be from 0 to ${LONGEST_TIMER_MS} milliseconds, got ${String(value)}`);
}

/** Checks a spec and copies what identifies the job (rule `job/invalid-spec-refused`). */
export function identityOf(spec: JobSpec): JobIdentity {
  const { kind, label, owner } = spec;
  if (!isFilled(kind)) throw new InvalidJobSpecError("a job needs a kind that is not empty");
  if (!isFilled(label)) throw new InvalidJobSpecError("a job needs a label that is not empty");
  if (owner === undefined) return { kind, label };
  if (typeof owner !== "string") throw new InvalidJobSpecError("the owner of a job is a string, or absent");
  return { kind, label, owner };
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
