import type { JobSnapshot, OwnerToken } from "../../contract/job.ts";

/**
 * The base of every refusal of the job runtime, so that a caller tells a refusal from a defect of its own.
 *
 * What a producer throws is not wrapped, except where reading fails: `start` and `cancel` throw the producer's error itself.
 */
export class JobRuntimeError extends Error {
  override name = "JobRuntimeError";
}

/**
 * No such job for this caller: never issued, forgotten, or somebody else's. One class and one text for all three, because a
 * refusal that told them apart would confirm a guessed id (rule `job/foreign-looks-unknown`).
 */
export class UnknownJobError extends JobRuntimeError {
  override name = "UnknownJobError";
  readonly id: string;

  constructor(id: string) {
    super(`unknown job: ${id}`);
    this.id = id;
  }
}

/** A spec with an empty kind or label, or an owner that is not a string; its producer was not started. */
export class InvalidJobSpecError extends JobRuntimeError {
  override name = "InvalidJobSpecError";
}

/** `spec.start()` returned something that cannot be awaited; the job is not registered. */
export class InvalidProducerError extends JobRuntimeError {
  override name = "InvalidProducerError";
}

/** The owner already has as many live jobs as `maxLivePerOwner` allows; the producer was not started. */
export class JobLimitError extends JobRuntimeError {
  override name = "JobLimitError";
  readonly limit: number;

  constructor(limit: number) {
    super(`too many live jobs: at most ${limit} for one owner; wait for one to end, or cancel one`);
    this.limit = limit;
  }
}

/** `start` was called for an owner that is being disposed, or on a runtime whose disposal has begun. */
export class JobsDisposedError extends JobRuntimeError {
  override name = "JobsDisposedError";
  readonly scope: "owner" | "runtime";

  constructor(scope: "owner" | "runtime") {
    super(scope === "owner" ? "the owner of this job is being disposed" : "the job runtime has been disposed");
    this.scope = scope;
  }
}

/** The producer's `readOutput` threw (see `cause`) or returned no string; the job goes on and can be read again. */
export class JobOutputError extends JobRuntimeError {
  override name = "JobOutputError";
}

/**
 * A bounded disposal ran out of time. The disposal is complete as far as the runtime goes (its records are gone), but the
 * producers of `jobs` had not settled: whatever they run may still be running.
 */
export class JobsLeftBehindError extends JobRuntimeError {
  override name = "JobsLeftBehindError";
  readonly jobs: readonly JobSnapshot[];

  constructor(jobs: readonly JobSnapshot[], boundMs: number) {
    super(`${jobs.length} job(s) did not end within ${boundMs} ms of disposal: ${jobs.map(nameOf).join(", ")}`);
    this.jobs = jobs;
  }
}

function nameOf(job: { kind: string; label: string; owner?: OwnerToken; id: string }): string {
  return `${job.kind} ${JSON.stringify(job.label)} (${job.id})`;
}
