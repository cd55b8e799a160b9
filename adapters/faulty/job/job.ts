import type { JobOutcome, JobProducer, JobSnapshot, JobSpec, JobStatus, OwnerToken } from "executor-conformance";
import type { Faults } from "./faults/index.ts";

const NONE = { status: undefined, snapshot: undefined };

/** One job as the runtime remembers it. */
export class Job {
  readonly id: string;
  readonly spec: JobSpec;
  readonly owner: OwnerToken | undefined;
  readonly producer: JobProducer;
  status: JobStatus = "running";
  detail: string | undefined;
  isAsked = false;
  readonly #has: Faults;
  readonly #waiters = new Set<() => void>();
  #finalOutput: string | undefined;
  /** What some faults remember and a correct runtime does not need. */
  #keptOutput = "";
  #kept: { readonly status: JobStatus | undefined; readonly snapshot: JobSnapshot | undefined } = NONE;

  constructor(id: string, spec: JobSpec, producer: JobProducer, has: Faults) {
    this.id = id;
    this.spec = spec;
    this.owner = has("empty-owner-taken-for-none") ? spec.owner || undefined : spec.owner;
    this.producer = producer;
    this.#has = has;
  }

  get hasEnded(): boolean {
    return this.status !== "running" && this.status !== "stopping";
  }

  /** What was produced since the previous call; of a producer without `readOutput`, what it gave at its end. */
  takeOutput(): string {
    const has = this.#has;
    if (this.producer.readOutput === undefined) {
      if (!this.hasEnded && has("placeholder-before-the-end")) return "nothing yet";
      return this.#finalOutput ?? "";
    }
    if (this.hasEnded && has("producer-dropped-at-its-end")) return "";
    const fresh = this.producer.readOutput();
    if (has("piece-given-again")) {
      const output = this.#keptOutput + fresh;
      this.#keptOutput = fresh;
      return output;
    }
    if (has("only-one-piece-a-read")) return /^<[^<>]*>\s*/.exec(fresh)?.[0] ?? "";
    const output = has("kept-output-comes-last") ? fresh + this.#keptOutput : fresh;
    this.#keptOutput = "";
    return output;
  }

  keepOutput(): void {
    if (this.#has("kept-output-comes-last")) this.#keptOutput += this.producer.readOutput?.() ?? "";
  }

  /** Makes the job terminal, the first time only. */
  commit({ status, detail, output }: JobOutcome): void {
    this.status = status;
    this.detail = detail;
    if (!this.#has("final-output-dropped")) this.#finalOutput = output;
  }

  announceEnd(): void {
    for (const told of this.#waiters) told();
  }

  /** Resolves at the end or after `timeoutMs`, whichever is first. */
  endsWithin(timeoutMs: number): Promise<void> {
    if (this.hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        if (!this.#has("timer-of-a-wait-left")) clearTimeout(timer);
        this.#waiters.delete(finish);
        resolve();
      };
      const isEndless = timeoutMs === Infinity || this.#has("wait-ignores-its-timeout");
      const timer = isEndless
        ? undefined
        : setTimeout(finish, this.#has("wait-in-the-wrong-unit") ? timeoutMs / 10 : timeoutMs);
      if (!this.#has("wait-ignores-the-end") || isEndless) this.#waiters.add(finish);
    });
  }

  snapshot(): JobSnapshot {
    const { kind, label } = this.spec;
    const made: JobSnapshot = {
      id: this.id,
      kind,
      label,
      status: this.status,
      ...(this.owner === undefined || this.#has("owner-left-out") ? {} : { owner: this.owner }),
      ...(this.detail === undefined || this.#has("detail-left-out") ? {} : { detail: this.detail }),
    };
    if (!this.#has("one-snapshot-kept")) return made;
    if (this.#kept.status !== this.status) this.#kept = { status: this.status, snapshot: made };
    return this.#kept.snapshot ?? made;
  }
}
