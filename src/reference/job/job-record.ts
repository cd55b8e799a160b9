import type { JobOutcome, JobSnapshot, JobSpec, JobStatus, OwnerToken } from "../../contract/job.ts";
import { JobOutputError } from "./errors.ts";
import type { OwnerJobs } from "./owner-jobs.ts";
import type { ReleasableProducer } from "./producer.ts";

/** Longer delays make Node fire a timer at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The fields of a spec that identify a job: read once, so that writing to the spec later changes nothing. */
export type JobIdentity = Pick<JobSpec, "kind" | "label" | "owner">;

/** What a job looks like from outside; every call makes a new object. */
export function snapshotOf(id: string, identity: JobIdentity, status: JobStatus, detail?: string): JobSnapshot {
  const { kind, label, owner } = identity;
  return {
    id,
    kind,
    label,
    status,
    ...(owner === undefined ? undefined : { owner }),
    ...(detail === undefined ? undefined : { detail }),
  };
}

/**
 * One job as the runtime remembers it.
 *
 * Invariant: `status` only moves forward, `running` to `stopping` to one terminal status, or straight to a terminal one.
 */
export class JobRecord {
  readonly id: string;
  /** Grows with every start of the runtime. */
  readonly sequence: number;
  readonly identity: JobIdentity;
  readonly group: OwnerJobs;
  readonly spec: JobSpec;
  readonly producer: ReleasableProducer;
  /** Runs from the end until the job is forgotten. */
  retention: NodeJS.Timeout | undefined;
  #status: JobStatus = "running";
  #detail: string | undefined;
  /** Set while and after the producer has been asked to stop, unless asking threw. */
  #stopAsked = false;
  /** Output that the producer handed over with its outcome and nobody has read yet. */
  #finalOutput = "";
  /** Made on first use: most jobs are never waited for, and ended ones stay in memory. */
  #endListeners: Set<() => void> | undefined;

  constructor(start: Pick<JobRecord, "id" | "sequence" | "identity" | "group" | "spec" | "producer">) {
    this.id = start.id;
    this.sequence = start.sequence;
    this.identity = start.identity;
    this.group = start.group;
    this.spec = start.spec;
    this.producer = start.producer;
  }

  get ended(): boolean {
    return this.#status !== "running" && this.#status !== "stopping";
  }

  isVisibleTo(caller: OwnerToken | undefined): boolean {
    return this.identity.owner === undefined || this.identity.owner === caller;
  }

  snapshot(): JobSnapshot {
    return snapshotOf(this.id, this.identity, this.#status, this.#detail);
  }

  /** Asks the producer to stop, the first time only. Throws what `cancel` throws; the job then runs as if nobody had asked. */
  askToStop(reason: string | undefined): unknown {
    if (this.#stopAsked) return undefined;
    this.#stopAsked = true; // before the call: the producer may cancel its own job again from inside `cancel`
    try {
      const returned: unknown = this.producer.cancel(reason);
      this.#status = "stopping";
      return returned;
    } catch (error) {
      this.#stopAsked = false;
      throw error;
    }
  }

  /** What was produced since the previous call, including what came after the end. */
  takeOutput(): string {
    const incremental = this.#readProducer();
    const output = incremental + this.#finalOutput;
    this.#finalOutput = "";
    return output;
  }

  /** Makes the job terminal. The caller guards against a second call. */
  commit(outcome: JobOutcome): void {
    this.#status = outcome.status;
    this.#detail = outcome.detail;
    this.#finalOutput = outcome.output ?? "";
  }

  /** Tells everybody who waits in `endsWithin`. */
  announceEnd(): void {
    for (const listener of this.#endListeners ?? []) listener();
  }

  /** Resolves at the end or after `timeoutMs`, whichever is first; from 2^31 ms on it waits without a timer. */
  endsWithin(timeoutMs: number): Promise<void> {
    if (this.ended || timeoutMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#endListeners?.delete(finish);
        resolve();
      };
      const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(finish, timeoutMs) : undefined;
      this.#endListeners ??= new Set();
      this.#endListeners.add(finish);
    });
  }

  #readProducer(): string {
    let output: unknown;
    try {
      output = this.producer.readOutput?.() ?? "";
    } catch (error) {
      throw new JobOutputError(`the output of job ${this.id} could not be read`, { cause: error });
    }
    if (typeof output !== "string") throw new JobOutputError(`the producer of job ${this.id} returned no text`);
    return output;
  }
}
