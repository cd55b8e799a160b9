import { randomUUID } from "node:crypto";
import type {
  JobOutcome,
  JobRuntime as JobRuntimeContract,
  JobSnapshot,
  JobSpec,
  OwnerToken,
} from "../../contract/job.ts";
import { JobLimitError, JobsDisposedError, JobsLeftBehindError, UnknownJobError } from "./errors.ts";
import { JobHooks } from "./hooks.ts";
import { JobRecord, snapshotOf } from "./job-record.ts";
import type { JobRuntimeOptions } from "./options.ts";
import { checkOptions, identityOf } from "./options.ts";
import { outcomeOf, outcomeOfRejection } from "./outcome.ts";
import { inStartOrder, OwnerJobs } from "./owner-jobs.ts";
import type { ReleasableProducer } from "./producer.ts";
import { startProducer } from "./producer.ts";

/**
 * Runs long-running tools: it owns ids, owner tokens, reading, cancelling, listing, waiting, completion notices and disposal,
 * so that a tool only supplies a producer ("Extract a generic long-running tool runtime"; profile `job` of the contract).
 *
 * **The completion surface is the `onCompleted` listener, given once when the runtime is made.** There is no promise per job.
 * A notice belongs into the owner's session, whoever started the job and whether or not that code still exists; one listener
 * sees every end, after the state is committed, in one known order (`present("completed")`, `onCompleted`, then waiters).
 * A promise per job would have to be wired up by each starter, could be forgotten, and would be a second answer to the same
 * question. The producer's own `done` stays inside, where disposal awaits it. `wait` is no such surface but a read with
 * patience: it ends at its timeout, and its caller must be able to see the job.
 *
 * A caller sees its own jobs and those of nobody. Every other id is refused with `UnknownJobError`, as if never issued.
 *
 * Foreign code (producers, hooks, listeners) may call back into the runtime at any point. What hooks and listeners throw is
 * contained and goes to `onFault`.
 *
 * @example
 * ```ts
 * const jobs = new JobRuntime({ onCompleted: (job, owner) => console.log(owner, job.status) });
 * const id = jobs.start({ kind: "download", label: "a.iso", owner: "session-1", start: () => download("a.iso") });
 * jobs.read(id, "session-1").output;
 * jobs.cancel(id, "session-1", "no longer needed");
 * await jobs.dispose();
 * ```
 */
export class JobRuntime implements JobRuntimeContract {
  readonly #options: JobRuntimeOptions;
  readonly #hooks: JobHooks;
  readonly #jobs = new Map<string, JobRecord>();
  /** Invariant: holds no unused group, so that owners which come and go leave nothing. */
  readonly #owned = new Map<OwnerToken, OwnerJobs>();
  readonly #unowned = new OwnerJobs();
  #sequence = 0;
  #disposal: Promise<void> | undefined;

  /** Throws a `RangeError` for an option out of range. */
  constructor(options: JobRuntimeOptions = {}) {
    checkOptions(options);
    this.#options = options;
    this.#hooks = new JobHooks(options);
  }

  /**
   * Starts a job and returns its id: random, so that nobody guesses it, and never used again.
   *
   * Calls `present("pending")` (with an empty id), `spec.start()`, `present("running")`, in this order. Throws
   * `InvalidJobSpecError`, `JobsDisposedError` or `JobLimitError` before the producer is started, else what `spec.start()`
   * throws; in each case nothing of the job remains and nothing is announced.
   */
  start(spec: JobSpec): string {
    const identity = identityOf(spec);
    const group = this.#admit(identity.owner);
    let producer: ReleasableProducer;
    try {
      this.#hooks.present(spec, "pending", () => snapshotOf("", identity, "running"));
      this.#refuseIfDisposed(group); // the hook may have disposed
      producer = startProducer(spec);
    } catch (error) {
      group.live -= 1;
      this.#dropIfUnused(identity.owner, group);
      throw error;
    }
    const job = new JobRecord({
      id: `job-${randomUUID()}`,
      sequence: this.#sequence++,
      identity,
      group,
      spec,
      producer,
    });
    this.#jobs.set(job.id, job);
    group.jobs.add(job);
    this.#endOnSettlement(job);
    this.#hooks.present(spec, "running", () => job.snapshot());
    return job.id;
  }

  /**
   * Takes the output since the previous read, together with the job's state. Output that comes between the end and the next
   * read is still returned. Throws `UnknownJobError`, or `JobOutputError` where the producer cannot be read.
   */
  read(id: string, caller?: OwnerToken): { output: string; job: JobSnapshot } {
    const job = this.#find(id, caller);
    const output = job.takeOutput();
    return { output, job: job.snapshot() };
  }

  /**
   * Asks a job to stop. The producer hears the first request only; the job ends when the producer settles. Throws
   * `UnknownJobError`, or what the producer's `cancel` throws: the job then runs on, and the next cancel asks again.
   */
  cancel(id: string, caller?: OwnerToken, reason?: string): "requested" | "already-finished" {
    const job = this.#find(id, caller);
    if (job.ended) return "already-finished";
    this.#hooks.cancelReturned(job, job.askToStop(reason));
    return "requested";
  }

  /** The jobs that the caller may see, live and ended, in order of start. */
  list(caller?: OwnerToken): JobSnapshot[] {
    const own = caller === undefined ? undefined : this.#owned.get(caller);
    return inStartOrder(own?.jobs ?? [], this.#unowned.jobs).map((job) => job.snapshot());
  }

  /** The state of a job. Throws `UnknownJobError`. */
  get(id: string, caller?: OwnerToken): JobSnapshot {
    return this.#find(id, caller).snapshot();
  }

  /**
   * Resolves with the state of a job at its end, or as it is after `timeoutMs` milliseconds; never cancels. A timeout of 0 or
   * below does not wait, one of 2^31 or more has no timer. Rejects with `UnknownJobError`, or `RangeError` for NaN.
   */
  async wait(id: string, timeoutMs: number, caller?: OwnerToken): Promise<JobSnapshot> {
    const job = this.#find(id, caller);
    if (Number.isNaN(timeoutMs)) throw new RangeError("timeoutMs must be a number of milliseconds, got NaN");
    await job.endsWithin(timeoutMs);
    return job.snapshot();
  }

  /**
   * Ends an owner: cancels its jobs, awaits their producers, forgets their records. Nobody else's jobs are touched. Meanwhile
   * the owner's `start` is refused and its ends are not announced, for nobody is left to tell. Afterwards the token may be
   * used again, as a session that resumes does. A second call joins the first. Rejects with `JobsLeftBehindError`
   * where `disposalBoundMs` is set and ran out.
   */
  disposeOwner(owner: OwnerToken): Promise<void> {
    const group = this.#owned.get(owner);
    if (group === undefined) return Promise.resolve();
    group.disposal ??= this.#drain(group.jobs, "its owner is being disposed").finally(() => {
      group.disposal = undefined;
      this.#dropIfUnused(owner, group);
    });
    return group.disposal;
  }

  /** The same for everything, and for good: `start` is refused from this call on. */
  dispose(): Promise<void> {
    this.#disposal ??= this.#drain(this.#jobs.values(), "the job runtime is being disposed");
    return this.#disposal;
  }

  /** `jobs` is read after the current turn: a start that is still on the stack has been registered by then. */
  async #drain(jobs: Iterable<JobRecord>, reason: string): Promise<void> {
    await Promise.resolve();
    const records = [...jobs];
    const live = records.filter((job) => !job.ended);
    for (const job of live) this.#hooks.askToStop(job, reason);
    const boundMs = this.#options.disposalBoundMs ?? Infinity;
    await Promise.all(live.map((job) => job.endsWithin(boundMs)));
    const leftBehind = live.filter((job) => !job.ended);
    for (const job of leftBehind) {
      this.#end(job, { status: "failed", detail: `left behind: did not end within ${boundMs} ms of its disposal` });
    }
    const snapshots = leftBehind.map((job) => job.snapshot());
    for (const job of records) this.#forget(job);
    if (snapshots.length > 0) throw new JobsLeftBehindError(snapshots, boundMs);
  }

  #find(id: string, caller: OwnerToken | undefined): JobRecord {
    const job = this.#jobs.get(id);
    if (job === undefined || !job.isVisibleTo(caller)) throw new UnknownJobError(id);
    return job;
  }

  /**
   * Reserves a place among the owner's live jobs, so that starts inside hooks count too. Where it throws it has made no
   * group: a new one has no disposal and no live job.
   */
  #admit(owner: OwnerToken | undefined): OwnerJobs {
    const group = (owner === undefined ? this.#unowned : this.#owned.get(owner)) ?? new OwnerJobs();
    this.#refuseIfDisposed(group);
    const limit = this.#options.maxLivePerOwner;
    if (limit !== undefined && group.live >= limit) throw new JobLimitError(limit);
    if (owner !== undefined) this.#owned.set(owner, group);
    group.live += 1;
    return group;
  }

  #dropIfUnused(owner: OwnerToken | undefined, group: OwnerJobs): void {
    if (owner !== undefined && group.unused) this.#owned.delete(owner);
  }

  #refuseIfDisposed(group: OwnerJobs): void {
    if (this.#disposal !== undefined) throw new JobsDisposedError("runtime");
    if (group.disposal !== undefined) throw new JobsDisposedError("owner");
  }

  #endOnSettlement(job: JobRecord): void {
    void Promise.resolve(job.producer.done).then(
      (settled) => this.#end(job, outcomeOf(settled)),
      (reason: unknown) => this.#end(job, outcomeOfRejection(reason)),
    );
  }

  /** The one place where a job ends; whoever comes second changes nothing. */
  #end(job: JobRecord, outcome: JobOutcome): void {
    if (job.ended) return;
    // Decided before the hooks run: a hook that disposes the owner does not take away the notice of a job that ended before.
    const announced = this.#disposal === undefined && job.group.disposal === undefined;
    job.commit(outcome);
    job.group.live -= 1;
    this.#hooks.present(job.spec, "completed", () => job.snapshot());
    if (announced) this.#hooks.completed(job);
    job.announceEnd();
    this.#retain(job);
  }

  /** A retention timer never keeps the process alive: what it frees, the end of the process frees too. */
  #retain(job: JobRecord): void {
    const { retentionMs } = this.#options;
    if (retentionMs === undefined) return;
    job.retention = setTimeout(() => this.#forget(job), retentionMs);
    job.retention.unref();
  }

  #forget(job: JobRecord): void {
    if (!this.#jobs.delete(job.id)) return;
    clearTimeout(job.retention);
    job.group.jobs.delete(job);
    this.#dropIfUnused(job.identity.owner, job.group);
    this.#hooks.release(job);
  }
}
