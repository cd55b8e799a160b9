import { AsyncResource } from "node:async_hooks";
import type { BatchRole, SeenResults } from "../../contract/lane-trace.ts";
import type { LaneContext, ToolJob } from "../../contract/lane.ts";
import type { EndsAtOnce, SignalUse } from "../../scenario/lane/steps.ts";
import type { ThrownKind } from "../../scenario/thrown.ts";
import { makeThrown } from "../values.ts";
import type { Grantable } from "./grants.ts";
import type { LaneShared } from "./shared.ts";

/** How many pairs a body returns where its step does not say. Two show whether their order is kept. */
const CALLS = 2;

/** What a batch of the kit is made of. */
export interface BatchPlan {
  readonly name: string;
  readonly agent: string;
  readonly role: BatchRole;
  readonly ends?: EndsAtOnce | undefined;
  readonly thrown?: ThrownKind | undefined;
  readonly signal?: SignalUse | undefined;
}

/**
 * One batch as the kit knows it: the job it hands over, and the body that runs.
 *
 * A body does nothing by itself; what a step has it do happens in that very turn, in the asynchronous context in which
 * the executor called `exec`.
 */
export class KitBatch implements Grantable {
  readonly name: string;
  readonly agent: string;
  readonly role: BatchRole;
  readonly job: ToolJob;
  phase: "queued" | "running" | "ended" | "refused" = "queued";
  cancelled = false;
  /** The quiescent points there had been when its body ended. */
  endedAtRest = Infinity;
  /** Calls of `offLane` that the body has made, outside its waits, and that have not returned. */
  openCalls = 0;
  /** A body that heeds its signal tells whoever can end its waits. */
  onStopping: (() => void) | undefined;
  readonly #plan: BatchPlan;
  readonly #shared: LaneShared;
  #context: LaneContext | undefined;
  #scope: AsyncResource | undefined;
  #settle: { resolve(results: SeenResults): void; reject(error: unknown): void } | undefined;
  #reported = false;
  #sawAbort = false;
  #onOver: (() => void)[] = [];

  constructor(plan: BatchPlan, shared: LaneShared) {
    this.#plan = plan;
    this.#shared = shared;
    this.name = plan.name;
    this.agent = plan.agent;
    this.role = plan.role;
    this.job = { agent: plan.agent, batchId: plan.name, exec: (context) => this.#exec(context) };
  }

  /** Nothing more is owed for it: it has reported, or it was cancelled or refused and does not run. */
  get isOver(): boolean {
    return this.phase === "refused" || this.#reported || (this.cancelled && this.phase !== "running");
  }

  get isFree(): boolean {
    return this.phase === "running" && this.openCalls === 0;
  }

  get context(): LaneContext | undefined {
    return this.#context;
  }

  whenOver(then: () => void): void {
    if (this.isOver) then();
    else this.#onOver.push(then);
  }

  /** Whoever changes what `isOver` looks at says so here. */
  changed(): void {
    if (!this.isOver) return;
    const waiting = this.#onOver;
    this.#onOver = [];
    for (const then of waiting) then();
  }

  reported(): void {
    this.#reported = true;
    this.changed();
  }

  /** Runs `action` as code of the body. */
  asBody<T>(action: () => T): T {
    return this.#scope === undefined ? action() : this.#scope.runInAsyncScope(action);
  }

  grant(): void {
    this.finish(CALLS);
  }

  finish(calls: number = CALLS): void {
    const results = this.#results(calls);
    const settle = this.#settle;
    this.#end({ how: "returned", results });
    settle?.resolve(results);
  }

  fail(thrown: ThrownKind = "error"): void {
    const error = this.#makeError(thrown);
    const settle = this.#settle;
    this.#end({ how: "rejected", error: this.#shared.tokens.of(error) });
    settle?.reject(error);
  }

  /** A call of `offLane` that the body made has returned. */
  callReturned(): void {
    this.openCalls -= 1;
    if (this.#plan.signal === "heeded" && this.#sawAbort) this.#stop();
  }

  /** Looks at the signal once more, and writes down that it is aborted if it was not seen to be. */
  lookAtSignal(): void {
    if (this.#readSignal()?.aborted === true) this.#seeAbort();
  }

  #exec(context: LaneContext): Promise<SeenResults> {
    this.#shared.add({ type: "exec", batch: this.name });
    // Started a second time: a finding, which needs no second body.
    if (this.phase !== "queued") return Promise.resolve(this.#results(CALLS));
    this.phase = "running";
    this.#context = context;
    this.#scope = new AsyncResource("body");
    if (this.#plan.ends !== undefined) return this.#endAtOnce(this.#plan.ends);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#shared.grants.add(this);
      if (this.#plan.signal !== undefined) this.#watchSignal();
    });
  }

  #endAtOnce(ends: EndsAtOnce): Promise<SeenResults> {
    if (ends === "finish") {
      const results = this.#results(CALLS);
      this.#end({ how: "returned", results });
      return Promise.resolve(results);
    }
    const error = this.#makeError(this.#plan.thrown ?? "error");
    this.#end({ how: ends === "throw" ? "threw" : "rejected", error: this.#shared.tokens.of(error) });
    if (ends === "throw") throw error;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what tools throw is not always an error
    return Promise.reject(error);
  }

  #end(how: { how: "returned"; results: SeenResults } | { how: "rejected" | "threw"; error: string }): void {
    this.phase = "ended";
    this.endedAtRest = this.#shared.rests;
    this.#shared.grants.remove(this);
    const aborted = this.#readSignal()?.aborted;
    if (aborted === true) this.#sawAbort = true;
    this.#shared.add({ type: "ended", batch: this.name, ...how, aborted });
    this.changed();
  }

  #readSignal(): AbortSignal | undefined {
    const signal: unknown = this.#context?.signal;
    return signal instanceof AbortSignal ? signal : undefined;
  }

  #watchSignal(): void {
    const signal = this.#readSignal();
    if (signal === undefined) return;
    const onAbort = (): void => {
      this.#seeAbort();
      if (this.#plan.signal === "heeded") this.#stop();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  }

  #seeAbort(): void {
    if (this.#sawAbort) return;
    this.#sawAbort = true;
    this.#shared.add({ type: "aborted", batch: this.name });
  }

  /** Ends the body, or first the waits that keep it from ending. */
  #stop(): void {
    if (this.isFree) this.fail();
    else if (this.phase === "running") this.onStopping?.();
  }

  #results(calls: number): SeenResults {
    // The third one has the id of the first: pairs are pairs, and no table.
    return Array.from({ length: calls }, (_, index) => [`${this.name}-call-${(index % 2) + 1}`, `result ${index + 1}`]);
  }

  #makeError(thrown: ThrownKind): unknown {
    const error = makeThrown(thrown, `batch ${this.name}`);
    this.#shared.tokens.name(error, `the error of batch ${this.name}`);
    return error;
  }
}
