import type { Gap } from "../../contract/scenario.ts";
import type { JobCall, JobStep, StartCall } from "./steps.ts";

export interface ModelJob {
  readonly name: string;
  readonly owner: string | undefined;
  readonly label: string | undefined;
  readonly cancelThrows: boolean;
  /** Its producer runs; it has settled; it was declared as hanging; it was never started. */
  state: "running" | "settled" | "hung" | "refused";
  isCancelled: boolean;
}

/**
 * A correct job runtime, as far as it takes to say what can happen next: which producers run, which jobs were cancelled, and
 * who is disposed. It does what the reference runtime does: a start answers at once, a kill waits for its producer.
 */
export class JobState {
  jobs: ModelJob[] = [];
  disposedOwners: readonly string[] = [];
  isDisposed = false;
  /** The job of the last step, where what it set off has not all happened. */
  justNow: string | undefined;

  clone(): JobState {
    const copy = new JobState();
    copy.jobs = this.jobs.map((job) => ({ ...job }));
    copy.disposedOwners = this.disposedOwners;
    copy.isDisposed = this.isDisposed;
    copy.justNow = this.justNow;
    return copy;
  }

  /** States with equal keys go on alike. */
  key(): string {
    return JSON.stringify([this.jobs, this.disposedOwners, this.isDisposed]);
  }

  /** Jobs that have an id. */
  get started(): readonly ModelJob[] {
    return this.jobs.filter(({ state }) => state !== "refused");
  }

  get running(): readonly ModelJob[] {
    return this.jobs.filter(({ state }) => state === "running");
  }

  named(job: string | undefined): ModelJob | undefined {
    return this.jobs.find(({ name }) => name === job);
  }

  take(step: JobStep, gap: Gap | undefined): void {
    this.#apply(step);
    this.justNow = gap === undefined || !("job" in step) ? undefined : step.job;
  }

  #apply(step: JobStep): void {
    switch (step.op) {
      case "exit":
      case "fail":
      case "kill":
      case "reject":
        return this.#settle(step.job, "settled");
      case "hang":
        return this.#settle(step.job, "hung");
      case "inside":
        // When it will be made is not known; that its names are taken is.
        return this.#call(step.call);
      case "output":
      case "advance":
      case "fault-in":
        return;
      default:
        return this.#call(step);
    }
  }

  #call(call: JobCall): void {
    switch (call.op) {
      case "start":
        this.jobs.push(this.#newJob(call));
        return;
      case "cancel": {
        const job = this.named(call.job);
        if (job === undefined || call.by !== undefined) return;
        job.isCancelled = true;
        return;
      }
      case "dispose":
        this.isDisposed = true;
        for (const job of this.jobs) job.isCancelled = true;
        return;
      case "dispose-owner":
        this.disposedOwners = [...this.disposedOwners, call.owner];
        for (const job of this.jobs) if (job.owner === call.owner) job.isCancelled = true;
        return;
      case "read":
      case "get":
      case "wait":
      case "list":
    }
  }

  #newJob({ job, owner, label, throws, empty, instant, onCancel }: StartCall): ModelJob {
    const isRefused = this.isDisposed || throws !== undefined || empty !== undefined;
    return {
      name: job,
      owner,
      label,
      cancelThrows: onCancel === "throws",
      state: isRefused ? "refused" : instant === undefined ? "running" : "settled",
      isCancelled: false,
    };
  }

  #settle(name: string, state: "settled" | "hung"): void {
    const job = this.named(name);
    if (job !== undefined) job.state = state;
  }
}
