import type { JobOutcome, JobProducer, JobSnapshot, JobSpec, JobStatus } from "executor-conformance";
import type { Policy } from "./policy.ts";

/** One job as a variant remembers it. */
export class JobEntry {
  readonly id: string;
  readonly spec: JobSpec;
  readonly producer: JobProducer;
  readonly #policy: Policy;
  /** Resolves when the producer has settled, however. */
  readonly settled: Promise<void>;
  isAsked = false;
  isGivenUp = false;
  /** What the producer settled with, until the runtime has taken it up. */
  outcome: JobOutcome | undefined;
  #status: JobStatus = "running";
  #detail: string | undefined;
  #collected = "";
  #final: string | undefined;
  #frozen: JobSnapshot | undefined;
  readonly #endListeners = new Set<() => void>();

  constructor(id: string, spec: JobSpec, producer: JobProducer, policy: Policy, onSettled: (entry: JobEntry) => void) {
    this.id = id;
    this.spec = spec;
    this.producer = producer;
    this.#policy = policy;
    this.settled = producer.done.then(
      (outcome) => {
        this.outcome = outcome;
        onSettled(this);
      },
      (reason: unknown) => {
        this.outcome = {
          status: "failed",
          detail: reason instanceof Error ? "it rejected" : "it rejected with something",
        };
        onSettled(this);
      },
    );
  }

  get hasEnded(): boolean {
    return this.#status !== "running" && this.#status !== "stopping";
  }

  get isPolled(): boolean {
    return this.#policy.polls === true;
  }

  showStopping(): void {
    if (this.#policy.isStoppingShown !== false) this.#change("stopping", undefined);
  }

  commit({ status, detail, output }: JobOutcome): void {
    this.collect();
    this.#final = output;
    this.#change(status, detail);
  }

  tellEnd(): void {
    for (const listener of this.#endListeners) listener();
  }

  /** Takes what the producer has, into memory. */
  collect(): void {
    this.#collected += this.producer.readOutput?.() ?? "";
  }

  takeOutput(): string {
    // A poller gives what its tick has collected, and no more.
    if (!this.isPolled) this.collect();
    const output = this.#collected + (this.#final ?? "");
    this.#collected = "";
    if (this.#policy.isFinalOutputGivenOnce === true) this.#final = undefined;
    return output;
  }

  endsWithin(timeoutMs: number): Promise<void> {
    if (this.hasEnded || timeoutMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#endListeners.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      this.#endListeners.add(finish);
    });
  }

  snapshot(): JobSnapshot {
    if (this.#policy.snapshots !== "frozen") return this.#makeSnapshot();
    this.#frozen ??= Object.freeze(this.#makeSnapshot());
    return this.#frozen;
  }

  #makeSnapshot(): JobSnapshot {
    const { kind, label, owner } = this.spec;
    return {
      id: this.id,
      kind,
      label,
      status: this.#status,
      ...(owner === undefined ? {} : { owner }),
      ...(this.#detail === undefined ? {} : { detail: this.#detail }),
    };
  }

  #change(status: JobStatus, detail: string | undefined): void {
    this.#status = status;
    this.#detail = detail;
    this.#frozen = undefined;
  }
}
