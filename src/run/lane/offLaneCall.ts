import { AsyncResource } from "node:async_hooks";
import type { ThrownKind } from "../../scenario/thrown.ts";
import { isThenable, makeThrown } from "../values.ts";
import type { KitBatch } from "./batch.ts";
import type { Grantable } from "./grants.ts";
import type { LaneShared } from "./shared.ts";

/** A function that awaits off the lane: the context's, or the executor's own. */
export type OffLane = (wait: () => Promise<unknown>) => unknown;

/** One call of `offLane` that the kit makes. */
export interface CallPlan {
  readonly name: string;
  /** Whose body makes it; absent: nobody's. */
  readonly batch: KitBatch | undefined;
  /** The call in whose open wait it is made. */
  readonly inside: OffLaneCall | undefined;
  /** The wait ends when this batch is over. */
  readonly child: KitBatch | undefined;
  /** The wait throws at once. */
  readonly throws: ThrownKind | undefined;
}

/** One call of `offLane`, the wait it was given, and the code after it. */
export class OffLaneCall implements Grantable {
  readonly plan: CallPlan;
  readonly #shared: LaneShared;
  /** Calls made inside the wait that have not returned. */
  #openInside = 0;
  /** The body it was made by cannot end well before it returns. */
  #holdsBody = false;
  #scope: AsyncResource | undefined;
  #promise: Promise<unknown> | undefined;
  #settle: { resolve(value: unknown): void; reject(error: unknown): void } | undefined;
  #settled = false;
  #returned = false;

  constructor(plan: CallPlan, shared: LaneShared) {
    this.plan = plan;
    this.#shared = shared;
  }

  /** The executor has called the wait, and it has not ended. */
  get isOpen(): boolean {
    return this.#promise !== undefined && !this.#settled;
  }

  get isFree(): boolean {
    return this.isOpen && this.plan.child === undefined && this.#openInside === 0;
  }

  /** The code after a call that the body of a running batch made has not run yet. */
  get isResuming(): boolean {
    return this.#holdsBody && this.plan.batch?.phase === "running" && this.#settled && !this.#returned;
  }

  /** Calls `offLane`, in the context of the body or the wait that does so. */
  make(offLane: OffLane): void {
    const { name, batch, inside, child } = this.plan;
    this.#shared.add({
      type: "off-lane",
      call: name,
      batch: batch?.name,
      inside: inside?.plan.name,
      child: child?.name,
    });
    if (inside !== undefined) inside.#openInside += 1;
    else if (batch?.phase === "running") {
      this.#holdsBody = true;
      batch.openCalls += 1;
    }
    let given: unknown;
    try {
      given = this.#inPlace(() => offLane(() => this.#wait()));
    } catch (error) {
      this.#comeBack("threw", error);
      return;
    }
    if (!isThenable(given)) return this.#comeBack("returned", given);
    given.then(
      (value) => this.#comeBack("returned", value),
      (error: unknown) => this.#comeBack("threw", error),
    );
  }

  grant(): void {
    this.end();
  }

  end(): void {
    const value = { wait: this.plan.name };
    this.#shared.tokens.name(value, `the value of wait ${this.plan.name}`);
    this.#settledWith("fulfilled", value);
    this.#settle?.resolve(value);
  }

  fail(thrown: ThrownKind = "error"): void {
    const error = this.#makeError(thrown);
    this.#settledWith("rejected", error);
    this.#settle?.reject(error);
  }

  #inPlace<T>(action: () => T): T {
    const { batch, inside } = this.plan;
    if (inside !== undefined) return inside.#scope === undefined ? action() : inside.#scope.runInAsyncScope(action);
    return batch === undefined ? action() : batch.asBody(action);
  }

  #wait(): Promise<unknown> {
    this.#shared.add({ type: "wait", call: this.plan.name });
    // Called a second time: a finding, which needs no second wait.
    if (this.#promise !== undefined) return this.#promise;
    if (this.plan.throws !== undefined) {
      const error = this.#makeError(this.plan.throws);
      this.#settledWith("threw", error);
      throw error;
    }
    this.#scope = new AsyncResource("wait");
    this.#promise = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#shared.grants.add(this);
    this.plan.child?.whenOver(() => this.end());
    return this.#promise;
  }

  #settledWith(how: "fulfilled" | "rejected" | "threw", value: unknown): void {
    this.#settled = true;
    this.#shared.grants.remove(this);
    this.#shared.add({ type: "wait-settled", call: this.plan.name, how, value: this.#shared.tokens.of(value) });
  }

  #comeBack(how: "returned" | "threw", value: unknown): void {
    const { name, batch, inside } = this.plan;
    this.#returned = true;
    this.#shared.add({ type: "resumed", call: name, how, value: this.#shared.tokens.of(value) });
    if (inside !== undefined) inside.#openInside -= 1;
    else if (this.#holdsBody) batch?.callReturned();
  }

  #makeError(thrown: ThrownKind): unknown {
    const error = makeThrown(thrown, `wait ${this.plan.name}`);
    this.#shared.tokens.name(error, `the error of wait ${this.plan.name}`);
    return error;
  }
}
