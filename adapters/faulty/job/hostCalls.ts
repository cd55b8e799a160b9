import type { JobHost, JobOutcome, JobSnapshot, JobSpec, OwnerToken } from "executor-conformance";
import type { Faults } from "./faults/index.ts";
import type { Job } from "./job.ts";

/** Every call of the runtime into listener and hooks; what they throw, or reject with, is contained here. */
export class HostCalls {
  readonly #host: JobHost;
  readonly #has: Faults;
  /** What some faults remember and a correct runtime does not need. */
  readonly #held: (() => void)[] = [];
  #isMute = false;
  #newestOwner: OwnerToken | undefined;

  constructor(host: JobHost, has: Faults) {
    this.#host = host;
    this.#has = has;
  }

  pending(spec: JobSpec): void {
    if (this.#has("pending-told-with-an-id")) this.#present(spec, "pending", { ...blank(spec), id: "job-next" });
    else if (!this.#has("pending-left-out")) this.#present(spec, "pending", blank(spec));
  }

  started({ owner }: Job): void {
    this.#newestOwner = owner;
  }

  running(job: Job): void {
    this.#present(job.spec, "running", job.snapshot());
  }

  stopping(job: Job): void {
    if (this.#has("running-told-again-when-stopping")) this.#present(job.spec, "running", job.snapshot());
  }

  /** Commits the end of a job, then tells of it: the hook, the listener, whoever waits. */
  ended(job: Job, outcome: JobOutcome, isDisposing: boolean, live: number): void {
    const isLast = live === 1;
    if (this.#has("notice-before-commit")) this.#announce(job, () => ({ ...job.snapshot(), ...outcome }), isLast);
    job.commit(outcome);
    const isUntold = job.isAsked && this.#has("end-of-a-kill-not-presented");
    if (!isUntold && !this.#has("completed-told-after-the-notice")) this.#presentEnd(job);
    if (!isDisposing && !this.#has("notice-before-commit")) this.#announce(job, () => job.snapshot(), isLast);
    if (this.#has("completed-told-after-the-notice")) this.#presentEnd(job);
    const { owner } = job;
    if (isDisposing && this.#has("disposal-announced-afterwards"))
      setTimeout(() => this.tell(job.snapshot(), owner), 0);
    job.announceEnd();
  }

  tell(shown: JobSnapshot, owner: OwnerToken | undefined): void {
    if (this.#isMute) return;
    try {
      contain(this.#host.completed(shown, owner), this.#has("listener-rejection-escapes"));
    } catch {
      if (this.#has("mute-after-a-throwing-listener")) this.#isMute = true;
    }
  }

  #presentEnd(job: Job): void {
    this.#present(job.spec, "completed", job.snapshot());
  }

  #announce(job: Job, shown: () => JobSnapshot, isLast: boolean): void {
    if (job.isAsked && this.#has("notice-lost-after-a-kill")) return;
    const owner = this.#has("notice-to-the-newest-owner") ? this.#newestOwner : job.owner;
    const tell = (): void => this.tell(shown(), owner);
    if (this.#has("notices-held-until-idle") && !isLast) {
      this.#held.push(tell);
      return;
    }
    tell();
    if (job.isAsked && this.#has("kill-and-exit-both-announce")) tell();
    for (const held of this.#held.splice(0)) held();
  }

  #present(spec: JobSpec, state: "pending" | "running" | "completed", shown: JobSnapshot): void {
    try {
      contain(spec.present?.(state, shown), this.#has("hook-rejection-escapes"));
    } catch (error) {
      if (state === "pending" && this.#has("throwing-hook-refuses-the-start")) throw error;
    }
  }
}

function contain(returned: unknown, escapes: boolean): void {
  if (!escapes && returned instanceof Promise) void returned.catch(() => {});
}

function blank({ kind, label, owner }: JobSpec): JobSnapshot {
  return { id: "", kind, label, status: "running", ...(owner === undefined ? {} : { owner }) };
}
