import type {
  JobHost,
  JobOutcome,
  JobRuntime,
  JobSnapshot,
  JobSpec,
  MaybePromise,
  OwnerToken,
} from "executor-conformance";
import { hops, Outlets } from "./outlets.ts";
import type { Policy } from "./policy.ts";
import { JobEntry } from "./record.ts";

const TICK_MS = 1;

/** A job runtime that takes the freedoms of its policy, and conforms to every rule. */
export class VariantRuntime implements JobRuntime {
  readonly #policy: Policy;
  readonly #outlets: Outlets;
  readonly #entries = new Map<string, JobEntry>();
  readonly #disposedOwners = new Set<OwnerToken>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #tick: NodeJS.Timeout | undefined;
  #starting = 0;
  #isDisposed = false;
  #isClosed = false;
  #count = 0;

  constructor(host: JobHost, policy: Policy) {
    this.#policy = policy;
    this.#outlets = new Outlets(host, policy.notices);
  }

  start(spec: JobSpec): MaybePromise<string> {
    return this.#later(() => this.#start(spec));
  }

  read(id: string, caller?: OwnerToken): MaybePromise<{ output: string; job: JobSnapshot }> {
    return this.#later(() => {
      const entry = this.#find(id, caller);
      const output = entry.takeOutput();
      return { output, job: entry.snapshot() };
    });
  }

  cancel(id: string, caller?: OwnerToken, reason?: string): MaybePromise<"requested" | "already-finished"> {
    return this.#later(() => {
      const entry = this.#find(id, caller);
      if (entry.hasEnded) return "already-finished";
      this.#ask(entry, reason);
      return "requested";
    });
  }

  list(caller?: OwnerToken): MaybePromise<JobSnapshot[]> {
    return this.#later(() =>
      [...this.#entries.values()].filter((entry) => this.#isOpenTo(entry, caller)).map((entry) => entry.snapshot()),
    );
  }

  get(id: string, caller?: OwnerToken): MaybePromise<JobSnapshot> {
    return this.#later(() => this.#find(id, caller).snapshot());
  }

  async wait(id: string, timeoutMs: number, caller?: OwnerToken): Promise<JobSnapshot> {
    const entry = await this.#later(() => this.#find(id, caller));
    await entry.endsWithin(timeoutMs);
    return entry.snapshot();
  }

  async disposeOwner(owner: OwnerToken): Promise<void> {
    this.#disposedOwners.add(owner);
    await this.#drain(() => [...this.#entries.values()].filter((entry) => entry.spec.owner === owner));
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    do {
      await this.#drain(() => [...this.#entries.values()]);
    } while (this.#starting > 0 || this.#live().length > 0);
    this.#isClosed = true;
    this.#outlets.close();
    clearInterval(this.#tick);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Acts at once, or after some reactions and answers after some more. */
  #later<T>(action: () => T): MaybePromise<T> {
    const { hops: count } = this.#policy;
    if (count === undefined) return action();
    return this.#hopping(count, action);
  }

  async #hopping<T>(count: number, action: () => T): Promise<T> {
    await hops(count);
    const result = action();
    await hops(count);
    return result;
  }

  #start(spec: JobSpec): string {
    this.#check(spec);
    this.#starting += 1;
    try {
      const { kind, label, owner } = spec;
      const blank: JobSnapshot = { id: "", kind, label, status: "running", ...(owner === undefined ? {} : { owner }) };
      this.#outlets.present(spec, "pending", blank);
      const producer = spec.start();
      this.#count += 1;
      const entry = new JobEntry(`${this.#count}`, spec, producer, this.#policy, (settled) => this.#settled(settled));
      this.#entries.set(entry.id, entry);
      this.#outlets.present(spec, "running", entry.snapshot());
      if (this.#policy.polls === true) this.#tick ??= setInterval(() => this.#poll(), TICK_MS);
      return entry.id;
    } finally {
      this.#starting -= 1;
    }
  }

  #check({ kind, label, owner }: JobSpec): void {
    if (kind === "" || label === "") throw new TypeError("kind and label must not be empty");
    if (owner === "" && this.#policy.isEmptyOwnerRefused === true) throw new TypeError("the owner must not be empty");
    const isAdmitted = this.#policy.startsDuringDisposal === "awaited" ? !this.#isClosed : !this.#isDisposed;
    if (!isAdmitted) throw new Error("no more jobs");
  }

  #find(id: string, caller: OwnerToken | undefined): JobEntry {
    const entry = this.#entries.get(id);
    if (entry !== undefined && this.#isOpenTo(entry, caller)) return entry;
    const isForeign = entry !== undefined && this.#policy.saysForeign === true;
    throw new Error(isForeign ? `job ${id} belongs to somebody else` : `there is no job ${id}`);
  }

  #isOpenTo({ spec }: JobEntry, caller: OwnerToken | undefined): boolean {
    if (caller === undefined && this.#policy.isNoTokenTrusted === true) return true;
    return spec.owner === undefined || spec.owner === caller;
  }

  #ask(entry: JobEntry, reason: string | undefined): void {
    if (entry.isAsked) return;
    entry.isAsked = true;
    try {
      entry.producer.cancel(reason);
    } catch (error) {
      entry.isAsked = this.#policy.asksAgain !== true;
      throw error;
    }
    if (entry.hasEnded) return;
    if (this.#policy.kill === "at-once") this.#end(entry, { status: "killed" });
    else entry.showStopping();
  }

  #settled(entry: JobEntry): void {
    if (!entry.isPolled) this.#takeUp(entry);
  }

  #poll(): void {
    for (const entry of this.#live()) {
      entry.collect();
      if (entry.outcome !== undefined) this.#takeUp(entry);
    }
    if (this.#live().length > 0) return;
    clearInterval(this.#tick);
    this.#tick = undefined;
  }

  #takeUp(entry: JobEntry): void {
    const outcome = entry.outcome as JobOutcome;
    const isKill = entry.isAsked && this.#policy.kill === "whatever-the-outcome";
    this.#end(entry, isKill ? { ...outcome, status: "killed" } : outcome);
  }

  #end(entry: JobEntry, outcome: JobOutcome): void {
    if (entry.hasEnded) return;
    entry.commit(outcome);
    const { owner } = entry.spec;
    this.#outlets.present(entry.spec, "completed", entry.snapshot());
    if (!this.#isDisposed && (owner === undefined || !this.#disposedOwners.has(owner))) this.#outlets.announce(entry);
    entry.tellEnd();
    const { retentionMs } = this.#policy;
    if (retentionMs === undefined || this.#isDisposed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#entries.delete(entry.id);
    }, retentionMs);
    this.#timers.add(timer);
  }

  #live(): JobEntry[] {
    return [...this.#entries.values()].filter((entry) => !entry.hasEnded);
  }

  async #drain(entries: () => JobEntry[]): Promise<void> {
    await hops(this.#policy.hops ?? 0);
    const drained = entries();
    for (const entry of drained) {
      if (entry.hasEnded) continue;
      try {
        this.#ask(entry, "the end of its owner");
      } catch {
        if (this.#policy.givesUp !== true) continue;
        entry.isGivenUp = true;
        this.#end(entry, { status: "failed", detail: "given up" });
      }
    }
    await Promise.all(drained.filter(({ isGivenUp }) => !isGivenUp).map(({ settled }) => settled));
    while (drained.some((entry) => !entry.hasEnded)) await nextTick();
    if (this.#policy.keepsDisposed === true) return;
    for (const entry of drained) this.#entries.delete(entry.id);
  }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
