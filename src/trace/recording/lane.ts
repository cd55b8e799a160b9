import { AsyncLocalStorage } from "node:async_hooks";
import type { LaneRecord, SeenResults } from "../../contract/lane-trace.ts";
import type { LaneAdapter, LaneContext, LaneExecutor, LaneHost, ToolJob, ToolLaneStats } from "../../contract/lane.ts";
import { seenResults } from "../../run/lane/hostSide.ts";
import { observeReturned } from "../../run/returned.ts";
import { isThenable, ValueTokens } from "../../run/values.ts";
import { observed, type Recording } from "./recording.ts";

type Capabilities = NonNullable<LaneAdapter["capabilities"]>;

/** Whose code runs: the body of a batch, or inside one of its waits. */
interface Place {
  readonly batch: string;
  readonly inside?: string;
}

/** What the header says of a lane's host. */
export function laneSetup({ maxConcurrentTools }: LaneHost): object {
  return { width: Number.isNaN(maxConcurrentTools) ? "NaN" : maxConcurrentTools };
}

/** Stands between a host and its tool lane, and writes down what each says to the other. */
export class LaneRecording {
  /** What the executor is created with. */
  readonly host: LaneHost;
  readonly #recording: Recording<LaneRecord>;
  readonly #tokens = new ValueTokens();
  readonly #places = new AsyncLocalStorage<Place>();
  readonly #batches = new Set<string>();
  /** The agent of each batch that has not reported. */
  readonly #inFlight = new Map<string, string>();
  #calls = 0;
  #closes = 0;

  constructor(real: LaneHost, recording: Recording<LaneRecord>) {
    this.#recording = recording;
    this.host = {
      ...real,
      maxConcurrentTools: real.maxConcurrentTools,
      outcome: (outcome) => this.#outcome(real, outcome),
      wake: () => {
        this.#hostCall({ type: "wake", hostThrows: false as boolean }, () => real.wake());
      },
    };
  }

  /** The executor as the host is to use it. */
  wrap(executor: LaneExecutor, { stats: hasStats }: Capabilities): LaneExecutor {
    if (hasStats === true) this.#recording.atRest = () => this.#addStats(executor);
    return {
      submit: (job) => this.#submit(executor, job),
      ...(executor.stats === undefined ? {} : { stats: () => executor.stats?.() as ToolLaneStats }),
      ...(executor.cancel === undefined ? {} : { cancel: (batchId) => this.#cancel(executor, batchId) }),
      ...(executor.offLane === undefined
        ? {}
        : { offLane: (wait) => this.#offLane(wait, (own) => executor.offLane?.(own) as Promise<unknown>) as never }),
      ...(executor.relieve === undefined
        ? {}
        : { relieve: (extra) => this.#resize({ type: "relieve", extra }, () => executor.relieve?.(extra)) }),
      ...(executor.narrow === undefined
        ? {}
        : { narrow: (upTo) => this.#resize({ type: "narrow", upTo }, () => executor.narrow?.(upTo)) }),
      ...(executor.close === undefined ? {} : { close: () => this.#close(executor) }),
      ...(executor.dispose === undefined ? {} : { dispose: () => executor.dispose?.() }),
      ...(executor.idle === undefined ? {} : { idle: () => executor.idle?.() ?? Promise.resolve() }),
    };
  }

  #outcome(real: LaneHost, outcome: Parameters<LaneHost["outcome"]>[0]): void {
    const { agent, batchId } = outcome;
    this.#inFlight.delete(batchId);
    this.#hostCall(
      {
        type: "outcome",
        agent,
        batchId,
        results: "error" in outcome ? undefined : seenResults(outcome.results),
        error: "error" in outcome ? this.#tokens.of(outcome.error) : undefined,
        hostThrows: false as boolean,
      },
      () => real.outcome(outcome),
    );
  }

  /** Calls the host; whether it throws is known only after what it did has been written down. */
  #hostCall(
    record: Extract<Parameters<Recording<LaneRecord>["add"]>[0], { hostThrows: boolean }>,
    call: () => void,
  ): void {
    this.#recording.holding(() => {
      const added = this.#recording.add({ ...record } as { type: "wake"; hostThrows: boolean });
      try {
        call();
      } catch (error) {
        added.hostThrows = true;
        throw error;
      }
    });
  }

  // ---- batches ----

  #submit(executor: LaneExecutor, job: ToolJob): void {
    const { agent, batchId: batch } = job;
    if (this.#batches.has(batch)) this.#recording.undecided(`a second batch of the id ${JSON.stringify(batch)} came`);
    if ([...this.#inFlight.values()].includes(agent)) {
      this.#recording.undecided(`two batches of the agent ${JSON.stringify(agent)} were in flight`);
    }
    this.#batches.add(batch);
    this.#inFlight.set(batch, agent);
    this.#recording.add({ type: "submit", batch, agent, role: "scenario", by: this.#places.getStore()?.batch });
    const own: ToolJob = { agent, batchId: batch, exec: (context) => this.#exec(job, context) };
    try {
      const returned: unknown = executor.submit(own);
      this.#recording.add({ type: "submitted", batch, returned: observeReturned(returned) });
    } catch (error) {
      this.#inFlight.delete(batch);
      const clear = error instanceof Error && error.message !== "";
      this.#recording.add({ type: "submitted", batch, returned: "nothing", threw: this.#tokens.of(error), clear });
      throw error;
    }
  }

  #exec(job: ToolJob, context: LaneContext): ReturnType<ToolJob["exec"]> {
    const { batchId: batch } = job;
    this.#recording.add({ type: "exec", batch });
    const own: LaneContext = {
      get signal() {
        return context.signal;
      },
      offLane: (wait) => this.#offLane(wait, (seen) => context.offLane(seen)) as never,
    };
    const ended = (
      end: { how: "returned"; results: SeenResults } | { how: "rejected" | "threw"; error: string },
    ): void => {
      const signal: unknown = context.signal;
      this.#recording.add({
        type: "ended",
        batch,
        ...end,
        aborted: signal instanceof AbortSignal ? signal.aborted : undefined,
      });
    };
    return this.#places.run({ batch }, () => {
      let promise: ReturnType<ToolJob["exec"]>;
      try {
        promise = job.exec(own);
      } catch (error) {
        ended({ how: "threw", error: this.#tokens.of(error) });
        throw error;
      }
      return observed(promise, {
        resolved: (results) => ended({ how: "returned", results: seenResults(results) }),
        rejected: (error) => ended({ how: "rejected", error: this.#tokens.of(error) }),
      });
    });
  }

  #cancel(executor: LaneExecutor, batch: string): void {
    if (!this.#batches.has(batch)) return executor.cancel?.(batch);
    this.#recording.add({ type: "cancel", batch });
    this.#inFlight.delete(batch);
    executor.cancel?.(batch);
  }

  // ---- waits ----

  #offLane(
    wait: () => Promise<unknown>,
    offLane: (wait: () => Promise<unknown>) => Promise<unknown>,
  ): Promise<unknown> {
    const call = `w${(this.#calls += 1)}`;
    const place = this.#places.getStore();
    this.#recording.add({ type: "off-lane", call, batch: place?.batch, inside: place?.inside });
    const cameBack = (how: "returned" | "threw", value: unknown): void => {
      this.#recording.add({ type: "resumed", call, how, value: this.#tokens.of(value) });
    };
    let promise: Promise<unknown>;
    try {
      promise = offLane(() => this.#wait(call, place, wait));
    } catch (error) {
      cameBack("threw", error);
      throw error;
    }
    return observed(promise, {
      resolved: (value) => cameBack("returned", value),
      rejected: (error) => cameBack("threw", error),
    });
  }

  #wait(call: string, place: Place | undefined, wait: () => Promise<unknown>): Promise<unknown> {
    this.#recording.add({ type: "wait", call });
    const settled = (how: "fulfilled" | "rejected" | "threw", value: unknown): void => {
      this.#recording.add({ type: "wait-settled", call, how, value: this.#tokens.of(value) });
    };
    let promise: Promise<unknown>;
    try {
      promise = place === undefined ? wait() : this.#places.run({ batch: place.batch, inside: call }, wait);
    } catch (error) {
      settled("threw", error);
      throw error;
    }
    return observed(promise, {
      resolved: (value) => settled("fulfilled", value),
      rejected: (error) => settled("rejected", error),
    });
  }

  // ---- controls ----

  #resize(asked: { type: "relieve"; extra: number } | { type: "narrow"; upTo: number }, resize: () => unknown): number {
    const type = asked.type === "relieve" ? "relieved" : "narrowed";
    this.#recording.add(asked);
    const count = resize();
    this.#recording.add({ type, count: typeof count === "number" && Number.isFinite(count) ? count : 0 });
    return count as number;
  }

  #close(executor: LaneExecutor): Promise<void> {
    const call = this.#closes++;
    this.#recording.add({ type: "close", call });
    const settled = (how: "resolved" | "rejected" | "threw", error?: string): void => {
      this.#recording.add({ type: "close-settled", call, how, error });
    };
    let promise: Promise<void> | undefined;
    try {
      promise = executor.close?.();
    } catch (error) {
      settled("threw", this.#tokens.of(error));
      throw error;
    }
    if (!isThenable(promise)) {
      settled("resolved");
      return Promise.resolve();
    }
    return observed(promise, {
      resolved: () => settled("resolved"),
      rejected: (error) => settled("rejected", this.#tokens.of(error)),
    });
  }

  #addStats(executor: LaneExecutor): void {
    const stats = executor.stats?.();
    if (stats === undefined) return;
    const { queued, busy, parked, workers } = stats;
    this.#recording.add({ type: "stats", queued, busy, parked, workers });
  }
}
