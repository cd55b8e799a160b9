import type { AnyAdapter, AnyExecutor } from "./adapter.ts";

/** Names the session or agent a job belongs to. The empty string is a token like any other. */
export type OwnerToken = string;

export type JobStatus = "running" | "stopping" | "completed" | "killed" | "failed";

/** How a job ended, as its producer says. */
export interface JobOutcome {
  status: "completed" | "killed" | "failed";
  detail?: string;
  /** Only from a producer without `readOutput`. */
  output?: string;
}

/** The tool's side of a job. */
export interface JobProducer {
  /** Settles when the work has ended; a rejection is a failed job. */
  readonly done: Promise<JobOutcome>;
  /** Asks the work to end; `done` says when it has. */
  cancel(reason?: string): void;
  /** What was produced since the previous call. */
  readOutput?(): string;
}

/** What a tool hands to the runtime to start a job. */
export interface JobSpec {
  readonly kind: string;
  readonly label: string;
  readonly owner?: OwnerToken;
  /** Begins the work: called once, or not at all where the runtime refuses the job. */
  start(): JobProducer;
  /** [presentation] `pending` before the start, `running` after it, `completed` at the end. */
  present?(state: "pending" | "running" | "completed", job: JobSnapshot): unknown;
}

/** What a runtime shows of a job; a copy. */
export interface JobSnapshot {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly owner?: OwnerToken;
  readonly status: JobStatus;
  readonly detail?: string;
}

/** What the kit hands to a job runtime: everything outside it. */
export interface JobHost {
  /** [notices] One call for each job that ends. */
  completed(job: JobSnapshot, owner: OwnerToken | undefined): void;
}

/** A value, or a promise of it; a refusal is a throw or a rejection. */
export type MaybePromise<T> = T | Promise<T>;

/** A job runtime as the kit drives it. */
export interface JobRuntime extends AnyExecutor {
  /** Starts a job and gives its id. */
  start(spec: JobSpec): MaybePromise<string>;
  /** What was produced since the previous read, and the job as it is now. */
  read(id: string, caller?: OwnerToken): MaybePromise<{ output: string; job: JobSnapshot }>;
  /** Asks the producer of a live job to stop. */
  cancel(id: string, caller?: OwnerToken, reason?: string): MaybePromise<"requested" | "already-finished">;
  /** [list] The jobs that the caller may see. */
  list?(caller?: OwnerToken): MaybePromise<JobSnapshot[]>;
  /** [get] */
  get?(id: string, caller?: OwnerToken): MaybePromise<JobSnapshot>;
  /** [wait] Resolves at the job's end or after `timeoutMs`, whichever is first. */
  wait?(id: string, timeoutMs: number, caller?: OwnerToken): Promise<JobSnapshot>;
  /** [disposeOwner] Cancels and awaits the jobs of one owner. */
  disposeOwner?(owner: OwnerToken): Promise<void>;
  /** Called at the end of each run, and with [dispose] also before: cancels and awaits every job. */
  dispose?(): Promise<void>;
}

/** What a job runtime can do beyond the common rules; each key opens the rules marked with it. */
export interface JobCapabilities {
  /** `list()`. */
  list?: boolean;
  /** `get()`. */
  get?: boolean;
  /** `wait()` with a timeout in ms. */
  wait?: boolean;
  /** `read` gives what the producer produced. */
  output?: boolean;
  /** `host.completed` is told of each end. */
  notices?: boolean;
  /** Jobs of another owner are refused. */
  ownerFence?: boolean;
  /** A caller without a token is refused an owned job. */
  noTokenFence?: boolean;
  /** Jobs may have no owner, and are then open to all. */
  unowned?: boolean;
  /** An empty kind or label is refused. */
  validation?: boolean;
  /** A cancelled job is terminal only once its producer has settled; sharpens rules and opens none. */
  settledKill?: boolean;
  /** `dispose()` cancels and awaits everything. */
  dispose?: boolean;
  /** `disposeOwner()` does so for one owner. */
  disposeOwner?: boolean;
  /** `spec.present` is called with the job's states. */
  presentation?: boolean;
}

/**
 * Lets the kit create a job runtime (contract, profile `job`).
 *
 * @example
 * ```ts
 * const adapter: JobAdapter = {
 *   profile: "job",
 *   name: "my-runtime",
 *   capabilities: { list: true, notices: true },
 *   create: (host) => new MyRuntime({ onCompleted: (job, owner) => host.completed(job, owner) }),
 * };
 * ```
 */
export interface JobAdapter extends AnyAdapter {
  readonly profile: "job";
  /** Milliseconds after which a finished job may be forgotten. */
  readonly retentionMs?: number;
  readonly capabilities?: Readonly<JobCapabilities>;
  create(host: JobHost): JobRuntime | Promise<JobRuntime>;
}
