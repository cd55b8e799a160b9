import { AsyncLocalStorage } from "node:async_hooks";
import type { LaneExecutor, LaneHost, ToolJob, ToolLaneStats, ToolOutcome } from "executor-conformance";
import { Batch } from "./batch.ts";
import type { Policy } from "./policy.ts";

type Wait<T> = () => Promise<T>;

const scopes = new AsyncLocalStorage<{ readonly batch: Batch; readonly inWait: boolean }>();

/** A correct lane over a semaphore; what correct lanes may do otherwise is its policy. */
export class SemaphoreLane implements LaneExecutor {
  readonly #host: LaneHost;
  readonly #policy: Policy;
  readonly #batches = new Map<string, Batch>();
  #waiting: Batch[] = [];
  #width: number;
  #free: number;
  #submitted = 0;
  #closing: Promise<void> | undefined;
  #onDrained: (() => void) | undefined;

  constructor(host: LaneHost, policy: Policy) {
    this.#host = host;
    this.#policy = policy;
    this.#width = host.maxConcurrentTools >= 1 ? Math.floor(host.maxConcurrentTools) : 1;
    this.#free = this.#width;
  }

  submit(job: ToolJob): void {
    if (this.#closing !== undefined) throw new Error(`the lane is closed, ${job.batchId} is refused`);
    const batch = new Batch(job);
    this.#batches.set(job.batchId, batch);
    this.#submitted += 1;
    this.#policy.join(() => this.#wait(batch, () => void this.#run(batch)), this.#submitted);
  }

  stats(): ToolLaneStats {
    const count = (phase: Batch["phase"]): number =>
      [...this.#batches.values()].filter((batch) => batch.phase === phase).length;
    return { queued: count("queued"), busy: count("busy"), parked: count("parked"), workers: this.#width };
  }

  cancel(batchId: string): void {
    const batch = this.#batches.get(batchId);
    if (batch === undefined || batch.cancelled) return;
    batch.cancelled = true;
    if (batch.phase === "queued") this.#leave(batch);
    else if (batch.phase !== "ended") {
      if (batch.phase === "parked" && this.#policy.leavesWaitsOnCancel) this.#cutLoose(batch);
      batch.abort();
    }
  }

  offLane<T>(wait: Wait<T>): Promise<T> {
    return this.#offLane(scopes.getStore()?.batch, wait);
  }

  relieve(extra: number): number {
    this.#width += extra;
    this.#free += extra;
    this.#grantSoon();
    return extra;
  }

  narrow(upTo: number): number {
    const count = Math.max(0, Math.min(upTo, this.#free, this.#width - 1));
    this.#width -= count;
    this.#free -= count;
    return count;
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#onDrained = resolve;
      if (this.#batches.size === 0) resolve();
    });
    return this.#closing;
  }

  // ---- permits ----

  /** Begins to wait for a permit; `go` is called once it is there. */
  #wait(batch: Batch, go: () => void): void {
    if (batch.phase === "ended") return;
    batch.go = go;
    batch.passed = 0;
    this.#waiting.push(batch);
    this.#grantSoon();
  }

  #grantSoon(): void {
    if (this.#waiting.length > 0 && this.#free > 0) this.#policy.grantSoon(() => this.#grant());
  }

  #grant(): void {
    while (this.#free > 0) {
      const batch = this.#policy.next(this.#waiting, this.#width);
      if (batch === undefined) return;
      this.#waiting = this.#waiting.filter((other) => other !== batch);
      this.#free -= 1;
      batch.holds = true;
      this.#policy.goOn(batch.go);
    }
  }

  /** Gives back the permit of a batch, or its place among those who wait. */
  #letGo(batch: Batch): void {
    this.#waiting = this.#waiting.filter((other) => other !== batch);
    if (!batch.holds) return;
    batch.holds = false;
    this.#free += 1;
    this.#grantSoon();
  }

  // ---- the life of a batch ----

  async #run(batch: Batch): Promise<void> {
    // Cancelled on the way from the grant to here: its permit is with somebody else already.
    if (batch.phase === "ended") return;
    batch.phase = "busy";
    const { agent, batchId } = batch.job;
    let outcome: ToolOutcome;
    try {
      const context = batch.context((wait) => this.#offLane(batch, wait));
      // Never in the turn of the call, which may be that of `submit`.
      const running = new Promise<Awaited<ReturnType<ToolJob["exec"]>>>((resolve) => {
        resolve(scopes.run({ batch, inWait: false }, () => batch.job.exec(context)));
      });
      outcome = { agent, batchId, results: await running };
    } catch (error) {
      outcome = { agent, batchId, error };
    }
    batch.phase = "ended";
    this.#letGo(batch);
    this.#policy.report(() => {
      if (!batch.cancelled) this.#tell(() => this.#host.outcome(outcome));
      this.#tell(() => this.#host.wake());
      this.#leave(batch);
    });
  }

  #leave(batch: Batch): void {
    batch.phase = "ended";
    this.#letGo(batch);
    this.#batches.delete(batch.job.batchId);
    if (this.#batches.size === 0) this.#onDrained?.();
  }

  #tell(call: () => void): void {
    try {
      scopes.exit(call);
    } catch {
      // A host that throws has told itself.
    }
  }

  // ---- off the lane ----

  async #offLane<T>(batch: Batch | undefined, wait: Wait<T>): Promise<T> {
    const scope = scopes.getStore();
    const isPlain = batch === undefined || !batch.isRunning || (scope?.batch === batch && scope.inWait);
    if (isPlain || batch.isLoose) return await wait();
    const leaves = batch.park();
    this.#letGo(batch);
    this.#tell(() => this.#host.wake());
    try {
      const waiting = scopes.run({ batch, inWait: true }, async () => await wait());
      // A wait that goes on after its batch was cut loose still has somebody who hears it.
      waiting.catch(() => {});
      return await Promise.race([waiting, leaves]);
    } finally {
      await this.#comeBack(batch);
    }
  }

  async #comeBack(batch: Batch): Promise<void> {
    batch.openWaits -= 1;
    const asks = this.#policy.retakesAt === "first end" || batch.openWaits === 0;
    if (asks && !batch.holds && !this.#waiting.includes(batch) && batch.isRunning && !batch.isLoose) {
      this.#wait(batch, () => batch.resumed());
    }
    while (batch.isRunning && !batch.holds && !batch.isLoose) await batch.nextGrant();
    if (batch.isRunning && batch.openWaits === 0) batch.phase = "busy";
  }

  /** The batch was cancelled while parked: its waits return at once, and it needs no permit for what it still does. */
  #cutLoose(batch: Batch): void {
    this.#letGo(batch);
    batch.cutLoose();
  }
}
