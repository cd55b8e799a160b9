import type { JobSnapshot, JobSpec } from "../../contract/job.ts";
import { contain, containPromise } from "./containment.ts";
import type { JobRecord } from "./job-record.ts";
import type { JobFault, JobRuntimeOptions } from "./options.ts";

/**
 * Every call of the runtime into code that may fail without concern to the job. Nothing here throws, and no promise that a hook
 * returns is awaited; what goes wrong is told to `onFault`.
 */
export class JobHooks {
  readonly #options: Pick<JobRuntimeOptions, "onCompleted" | "onFault">;

  constructor(options: Pick<JobRuntimeOptions, "onCompleted" | "onFault">) {
    this.#options = options;
  }

  present(spec: JobSpec, state: "pending" | "running" | "completed", snapshot: () => JobSnapshot): void {
    contain(() => spec.present?.(state, snapshot()), this.#reporter("present", snapshot));
  }

  completed(job: JobRecord): void {
    contain(
      () => this.#options.onCompleted?.(job.snapshot(), job.identity.owner),
      this.#reporter("onCompleted", () => job.snapshot()),
    );
  }

  release(job: JobRecord): void {
    contain(
      () => job.producer.release?.(),
      this.#reporter("release", () => job.snapshot()),
    );
  }

  /** Asks a job to stop where nobody is there to learn that asking threw. */
  askToStop(job: JobRecord, reason: string): void {
    contain(
      () => job.askToStop(reason),
      this.#reporter("cancel", () => job.snapshot()),
    );
  }

  /** What `cancel` returned may be a promise, although its type says otherwise. */
  cancelReturned(job: JobRecord, returned: unknown): void {
    containPromise(
      returned,
      this.#reporter("cancel", () => job.snapshot()),
    );
  }

  /** Reporting is foreign code too; there is nobody left to tell of an error in it. */
  #reporter(source: JobFault["source"], snapshot: () => JobSnapshot): (error: unknown) => void {
    return (error) =>
      contain(
        () => this.#options.onFault?.(error, { source, job: snapshot() }),
        () => {},
      );
  }
}
