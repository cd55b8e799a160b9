import type {
  JobHost,
  JobOutcome,
  JobProducer,
  JobRuntime,
  JobSnapshot,
  JobSpec,
  OwnerToken,
} from "executor-conformance";
import type { Faults } from "./faults/index.ts";
import { HostCalls } from "./hostCalls.ts";
import { Job } from "./job.ts";

const LIMIT = 2;

/**
 * A small job runtime that conforms to every rule of the profile, and differs from that by each fault it is given. A fault
 * is looked up where a correct runtime would decide otherwise, and nowhere else.
 */
export class FaultyRuntime implements JobRuntime {
  readonly #has: Faults;
  readonly #hostCalls: HostCalls;
  readonly #jobs = new Map<string, Job>();
  readonly #disposedOwners = new Set<OwnerToken>();
  #isDisposed = false;
  #ids = 0;
  /** What some faults remember and a correct runtime does not need. */
  #newest: Job | undefined;
  readonly #failed: JobSnapshot[] = [];

  constructor(host: JobHost, has: Faults) {
    this.#has = has;
    this.#hostCalls = new HostCalls(host, has);
    if (has("poller-left-running")) setInterval(() => {}, 777);
  }

  start(spec: JobSpec): string {
    if (this.#isDisposed && !this.#has("start-admitted-after-dispose")) throw new Error("the runtime is disposed");
    this.#checkSpec(spec);
    const producer = this.#startProducer(spec);
    if (this.#has("kind-checked-too-late") && spec.kind === "") throw new Error("a job needs a kind");
    if (this.#has("limit-checked-too-late") && this.#live().length >= LIMIT) {
      producer.done.catch(() => {});
      throw new Error("too many jobs");
    }
    const job = new Job(this.#newId(), spec, producer, this.#has);
    this.#jobs.set(job.id, job);
    this.#newest = job;
    this.#hostCalls.started(job);
    this.#watch(job);
    this.#hostCalls.running(job);
    return job.id;
  }

  read(id: string, caller?: OwnerToken): { output: string; job: JobSnapshot } {
    if (this.#has("plain-object-as-table") && id in {}) return { output: "", job: {} as JobSnapshot };
    this.#readOfStranger(id, caller);
    const job = this.#has("read-not-fenced") ? this.#known(id) : this.#find(id, caller);
    const output = job.takeOutput();
    return { output, job: job.snapshot() };
  }

  cancel(id: string, caller?: OwnerToken, reason?: string): "requested" | "already-finished" {
    if (this.#has("cancel-of-unknown-answered") && !this.#jobs.has(id)) return "already-finished";
    this.#cancelOfStranger(id, caller);
    const job = this.#find(id, caller);
    job.keepOutput();
    if (job.hasEnded) return this.#cancelAfterEnd(job, reason);
    if (job.isAsked && !this.#has("producer-asked-each-time")) {
      return this.#has("repeated-cancel-already-finished") ? "already-finished" : "requested";
    }
    this.#ask(job, reason);
    if (this.#has("killed-while-it-runs")) this.#end(job, { status: "killed" });
    return "requested";
  }

  list(caller?: OwnerToken): JobSnapshot[] {
    const all = [...this.#jobs.values()];
    const shown = all.filter((job) => this.#isListed(job, caller)).map((job) => job.snapshot());
    if (this.#has("list-hides-ids-only")) {
      const foreign = all.filter((job) => !this.#isListed(job, caller));
      shown.push(...foreign.map((job) => ({ ...job.snapshot(), id: "hidden" })));
    }
    if (this.#has("failed-start-stays-listed")) shown.push(...this.#failed.map((failed) => ({ ...failed })));
    return this.#has("list-newest-first") ? shown.toReversed() : shown;
  }

  get(id: string, caller?: OwnerToken): JobSnapshot {
    const job = this.#find(id, caller);
    return this.#has("get-shows-the-newest") ? (this.#newest ?? job).snapshot() : job.snapshot();
  }

  async wait(id: string, timeoutMs: number, caller?: OwnerToken): Promise<JobSnapshot> {
    const job = this.#has("wait-not-fenced") ? this.#known(id) : this.#find(id, caller);
    await job.endsWithin(timeoutMs);
    if (this.#has("wait-cancels-at-its-timeout") && !job.hasEnded && !job.isAsked) this.#ask(job, "timeout");
    return job.snapshot();
  }

  async disposeOwner(owner: OwnerToken): Promise<void> {
    if (this.#has("jobs-outlive-their-owner")) return;
    this.#disposedOwners.add(owner);
    const isTheirs = (job: Job): boolean =>
      job.owner === owner || (this.#has("owner-disposed-by-prefix") && job.owner?.startsWith(owner) === true);
    await this.#drain([...this.#jobs.values()].filter(isTheirs));
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#drain([...this.#jobs.values()]);
  }

  // ---- start ----

  #checkSpec({ kind, label }: JobSpec): void {
    if (kind === "" && !this.#has("kind-checked-too-late")) throw new Error("a job needs a kind");
    if (label === "" && !this.#has("empty-label-accepted")) throw new Error("a job needs a label");
  }

  #startProducer(spec: JobSpec): JobProducer {
    this.#hostCalls.pending(spec);
    try {
      return spec.start();
    } catch (error) {
      if (this.#has("start-tried-again")) return spec.start();
      const failed: JobSnapshot = { id: this.#newId(), kind: spec.kind, label: spec.label, status: "failed" };
      this.#failed.push(failed);
      if (this.#has("failed-start-announced")) this.#hostCalls.tell(failed, spec.owner);
      throw this.#startError(error);
    }
  }

  #startError(error: unknown): unknown {
    return this.#has("start-error-replaced") ? new Error("the job could not be started") : error;
  }

  #newId(): string {
    this.#ids += 1;
    return `job-${this.#has("id-from-live-count") ? this.#live().length : this.#ids}`;
  }

  // ---- access ----

  #known(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new Error(this.#has("unknown-id-refused-without-a-text") ? "" : `unknown job ${id}`);
    return job;
  }

  #find(id: string, caller: OwnerToken | undefined): Job {
    const job = this.#known(id);
    if (this.#isOpenTo(job, caller)) return job;
    throw new Error(`${this.#has("foreign-says-foreign") ? "foreign" : "unknown"} job ${id}`);
  }

  #isOpenTo({ owner }: Job, caller: OwnerToken | undefined): boolean {
    if (owner === undefined) return caller === undefined || !this.#has("unowned-closed-to-tokens");
    if (caller === undefined && this.#has("no-token-is-trusted")) return true;
    if (caller === "" && this.#has("empty-caller-is-trusted")) return true;
    if (this.#has("owner-compared-by-prefix") && caller !== "" && owner.startsWith(caller ?? owner)) return true;
    return owner === caller;
  }

  #isListed(job: Job, caller: OwnerToken | undefined): boolean {
    if (job.hasEnded && this.#has("list-hides-finished")) return false;
    if (this.#has("list-compares-the-kind")) return job.spec.kind === this.#newest?.spec.kind;
    return this.#isOpenTo(job, caller);
  }

  /** What a read does before it has looked at whose job it is: nothing, in a correct runtime. */
  #readOfStranger(id: string, caller: OwnerToken | undefined): void {
    const job = this.#jobs.get(id);
    if (job === undefined || this.#isOpenTo(job, caller)) return;
    if (this.#has("read-fenced-too-late")) job.takeOutput();
  }

  // ---- cancel ----

  /** What a cancel does before it has looked at whose job it is: nothing, in a correct runtime. */
  #cancelOfStranger(id: string, caller: OwnerToken | undefined): void {
    const job = this.#jobs.get(id);
    if (job === undefined || job.hasEnded || this.#isOpenTo(job, caller)) return;
    if (this.#has("cancel-fenced-too-late")) job.producer.cancel();
    if (this.#has("status-fenced-too-late")) job.status = "stopping";
  }

  #cancelAfterEnd(job: Job, reason: string | undefined): "requested" | "already-finished" {
    if (this.#has("kill-overwrites-the-end")) job.status = "killed";
    if (this.#has("ended-producer-asked")) job.producer.cancel(reason);
    return this.#has("cancel-after-end-requested") ? "requested" : "already-finished";
  }

  #ask(job: Job, reason: string | undefined): void {
    job.isAsked = true;
    if (this.#has("cancel-throw-leaves-stopping")) job.status = "stopping";
    if (!this.#has("cancel-writes-status-only")) this.#askProducer(job, reason);
    if (job.hasEnded) return;
    job.status = "stopping";
    this.#hostCalls.stopping(job);
  }

  #askProducer(job: Job, reason: string | undefined): void {
    try {
      job.producer.cancel(this.#has("reason-lost") ? "cancelled" : reason);
    } catch (error) {
      job.isAsked = false;
      if (!this.#has("cancel-throw-swallowed")) throw error;
    }
  }

  // ---- end ----

  #watch(job: Job): void {
    const { done } = job.producer;
    const settle = (outcome: JobOutcome): void => this.#end(job, outcome);
    const fail = (error: unknown): void => {
      if (this.#has("rejected-job-never-ends")) return;
      const status = this.#has("rejection-taken-for-completion") ? "completed" : "failed";
      this.#end(job, { status, detail: error instanceof Error ? "the producer rejected" : "no reason" });
    };
    done.then(settle, fail);
    if (this.#has("rejection-escapes")) void done.then(() => {});
  }

  #end(job: Job, settled: JobOutcome): void {
    if (job.hasEnded) return;
    const isKillShownAsEnd = settled.status === "killed" && this.#has("kill-shown-as-completion");
    const outcome: JobOutcome = isKillShownAsEnd ? { ...settled, status: "completed" } : settled;
    const isDisposing = this.#isDisposed || (job.owner !== undefined && this.#disposedOwners.has(job.owner));
    this.#hostCalls.ended(job, outcome, isDisposing, this.#live().length);
    if (this.#has("forgotten-at-its-end")) this.#jobs.delete(job.id);
  }

  #live(): Job[] {
    return [...this.#jobs.values()].filter((job) => !job.hasEnded);
  }

  async #drain(jobs: readonly Job[]): Promise<void> {
    const live = jobs.filter((job) => !job.hasEnded);
    for (const job of this.#has("only-first-is-cancelled") ? live.slice(0, 1) : live) {
      if (job.isAsked) continue;
      try {
        this.#ask(job, "disposed");
      } catch {
        // Nobody is there to learn it: the job is awaited all the same.
      }
    }
    if (!this.#has("disposal-does-not-wait")) await Promise.all(live.map((job) => job.endsWithin(Infinity)));
    for (const job of jobs) this.#jobs.delete(job.id);
  }
}
