import type { LaneRecord } from "../../contract/lane-trace.ts";
import type { LaneAdapter, LaneCapabilities, LaneExecutor, LaneHost } from "../../contract/lane.ts";
import { widthOf } from "../../contract/lane-setup.ts";
import type { LaneScenario, LaneStep, ParkStep } from "../../scenario/lane/steps.ts";
import { requireMethods } from "../methods.ts";
import type { Recorder } from "../recorder.ts";
import { isThenable } from "../values.ts";
import type { World } from "../world.ts";
import type { KitBatch } from "./batch.ts";
import { Batches } from "./batches.ts";
import { LaneHostSide } from "./hostSide.ts";
import { EndOfRun } from "./endOfRun.ts";
import { OffLaneCall, type CallPlan } from "./offLaneCall.ts";
import { LaneShared } from "./shared.ts";

/** Everything outside a tool lane in one run: it performs the steps and writes down what happens. */
export class LaneWorld implements World<LaneStep> {
  readonly host: LaneHost;
  readonly #capabilities: LaneCapabilities;
  readonly #shared: LaneShared;
  readonly #hostSide: LaneHostSide;
  readonly #batches: Batches;
  readonly #calls = new Map<string, OffLaneCall>();
  readonly #endOfRun: EndOfRun;
  #executor!: LaneExecutor;
  #width: number;
  #closes = 0;
  #disposed = false;

  constructor(adapter: LaneAdapter, { setup }: LaneScenario, recorder: Recorder<LaneRecord>) {
    this.#capabilities = adapter.capabilities ?? {};
    this.#shared = new LaneShared(recorder);
    this.#width = widthOf(setup);
    this.#batches = new Batches(this.#shared);
    this.#hostSide = new LaneHostSide(setup, this.#capabilities.clamp === true, this.#shared, (batchId) =>
      this.#batches.named(batchId)?.reported(),
    );
    this.host = this.#hostSide.host;
    this.#endOfRun = new EndOfRun(setup.arrivals === true, this.#shared, {
      submit: (name, role) => this.#submit(this.#batches.create({ name, agent: `agent-${name}`, role })),
      width: () => this.#width,
      isOpen: () => this.#closes === 0 && !this.#disposed,
      isIdle: () => this.#batches.areAllOver,
      someoneWaits: () => this.#batches.someScenarioBatchIsQueued || this.#someoneIsResuming(),
    });
  }

  attach(executor: unknown): void {
    this.#executor = requireMethods("lane", executor, this.#capabilities);
    this.#batches.executor = this.#executor;
  }

  perform(step: LaneStep): boolean {
    const isPerformed = this.#perform(step);
    if (isPerformed && this.#capabilities.stats === true) this.#addStats((stats) => Math.min(...stats) < 0);
    return isPerformed;
  }

  atRest(): void {
    this.#shared.rests += 1;
    if (this.#capabilities.stats === true) this.#addStats(() => true);
  }

  grantNext(): boolean {
    return this.#endOfRun.grantNext();
  }

  dispose(): unknown {
    this.#disposed = true;
    return this.#executor.dispose?.();
  }

  finish(): void {
    for (const batch of this.#batches.all) batch.lookAtSignal();
  }

  #perform(step: LaneStep): boolean {
    switch (step.op) {
      case "submit":
        return this.#submitStep(step);
      case "spawn":
        return this.#spawn(step);
      case "finish":
        return this.#whileRunning(step.batch, (batch) => batch.finish(step.calls));
      case "fail":
        return this.#whileRunning(step.batch, (batch) => batch.fail(step.thrown));
      case "park":
        return this.#park(step);
      case "end":
        return this.#whileOpen(step.wait, (call) => call.end());
      case "fail-wait":
        return this.#whileOpen(step.wait, (call) => call.fail(step.thrown));
      case "cancel":
        return this.#cancel(step.batch);
      case "relieve":
        return this.#relieve(step.extra);
      case "narrow":
        return this.#narrow(step.upTo);
      case "close":
        return this.#close();
      case "throw-in":
        this.#hostSide.armThrow(step.callback);
        return true;
    }
  }

  #submitStep(step: Extract<LaneStep, { op: "submit" }>): boolean {
    const agent = step.agent ?? `agent-${step.batch}`;
    if (!this.#batches.mayCreate(step.batch, agent)) return false;
    this.#submit(this.#batches.create({ ...step, name: step.batch, agent, role: "scenario" }));
    return true;
  }

  #spawn({ batch: name, parent: parentName, wait, ambient }: Extract<LaneStep, { op: "spawn" }>): boolean {
    const parent = this.#batches.named(parentName);
    const agent = `agent-${name}`;
    if (parent?.phase !== "running" || parent.openCalls > 0 || this.#closes > 0) return false;
    const isAmbient = ambient === true;
    if (!this.#mayCall(wait, isAmbient) || !this.#batches.mayCreate(name, agent)) return false;
    const child = this.#batches.create({ name, agent, role: "scenario" });
    parent.asBody(() => this.#batches.submit(child, parent));
    if (child.phase !== "refused") {
      this.#makeCall({ name: wait, batch: parent, inside: undefined, child, throws: undefined }, isAmbient);
    }
    return true;
  }

  #submit(batch: KitBatch): void {
    batch.onStopping = () => this.#stopWaitsOf(batch);
    this.#batches.submit(batch);
  }

  #whileRunning(name: string, action: (batch: KitBatch) => void): boolean {
    const batch = this.#batches.named(name);
    if (batch?.phase !== "running") return false;
    action(batch);
    return true;
  }

  #whileOpen(wait: string, action: (call: OffLaneCall) => void): boolean {
    const call = this.#calls.get(wait);
    if (call?.isFree !== true) return false;
    action(call);
    return true;
  }

  #park({ batch: name, wait, ambient, inside: insideName, throws }: ParkStep): boolean {
    const batch = name === undefined ? undefined : this.#batches.named(name);
    const inside = insideName === undefined ? undefined : this.#calls.get(insideName);
    const isAmbient = ambient === true || name === undefined;
    if (!this.#mayCall(wait, isAmbient)) return false;
    if (name !== undefined && (!this.#hasCode(batch) || this.#waitsForChild(batch))) return false;
    if (insideName !== undefined && !this.#isRunningInside(batch, inside)) return false;
    this.#makeCall({ name: wait, batch, inside, child: undefined, throws }, isAmbient);
    return true;
  }

  #isRunningInside(batch: KitBatch | undefined, inside: OffLaneCall | undefined): boolean {
    return batch?.phase === "running" && inside?.isOpen === true && inside.plan.batch === batch;
  }

  /**
   * Code of the batch can run now: its body goes on, or it is over and the executor knows. In between the executor cannot
   * tell a body that has ended from one that parks.
   */
  #hasCode(batch: KitBatch | undefined): boolean {
    return batch?.phase === "running" || (batch?.phase === "ended" && this.#isSettled(batch));
  }

  #isSettled({ endedAtRest }: KitBatch): boolean {
    return endedAtRest < this.#shared.rests;
  }

  /**
   * A wait beside one for a child is not asked for: a lane is free to take the permit again when the first of them ends, and
   * then keeps it from the child that the other one needs.
   */
  #waitsForChild(batch: KitBatch | undefined): boolean {
    for (const { plan, isOpen } of this.#calls.values()) {
      if (isOpen && plan.child !== undefined && plan.batch === batch) return true;
    }
    return false;
  }

  #mayCall(wait: string, isAmbient: boolean): boolean {
    const { offLane, ambientOffLane } = this.#capabilities;
    return offLane === true && (!isAmbient || ambientOffLane === true) && !this.#calls.has(wait);
  }

  #makeCall(plan: CallPlan, isAmbient: boolean): void {
    const call = new OffLaneCall(plan, this.#shared);
    this.#calls.set(plan.name, call);
    const { batch } = plan;
    call.make((wait) => (isAmbient ? this.#executor.offLane?.(wait) : batch?.context?.offLane(wait)));
  }

  #stopWaitsOf(batch: KitBatch): void {
    for (const call of this.#calls.values()) if (call.plan.batch === batch && call.isFree) call.fail();
  }

  #someoneIsResuming(): boolean {
    for (const call of this.#calls.values()) if (call.isResuming) return true;
    return false;
  }

  #cancel(name: string): boolean {
    const batch = this.#batches.named(name);
    if (batch === undefined || !this.#mayCancel(batch)) return false;
    this.#shared.add({ type: "cancel", batch: name });
    if (!batch.isOver) batch.cancelled = true;
    try {
      this.#executor.cancel?.(name);
    } catch (error) {
      this.#shared.addThrow("cancel", error);
    }
    batch.changed();
    return true;
  }

  #mayCancel(batch: KitBatch): boolean {
    const { cancelQueued, cancelRunning } = this.#capabilities;
    if (batch.phase === "refused") return false;
    if (batch.phase === "queued") return cancelQueued === true;
    const isFirstOfRunning = !batch.cancelled && !this.#isSettled(batch);
    return isFirstOfRunning ? cancelRunning === true : cancelQueued === true;
  }

  #relieve(extra: number): boolean {
    if (this.#capabilities.resize !== true) return false;
    this.#shared.add({ type: "relieve", extra });
    const count = this.#answer("relieve", () => this.#executor.relieve?.(extra));
    this.#width += count;
    this.#shared.add({ type: "relieved", count });
    return true;
  }

  #narrow(upTo: number): boolean {
    if (this.#capabilities.resize !== true) return false;
    this.#shared.add({ type: "narrow", upTo });
    const count = this.#answer("narrow", () => this.#executor.narrow?.(upTo));
    this.#width -= count;
    this.#shared.add({ type: "narrowed", count });
    return true;
  }

  /** The number that a call gave; 0 where it threw or gave none. */
  #answer(method: string, call: () => unknown): number {
    try {
      const count = call();
      return typeof count === "number" && Number.isFinite(count) ? count : 0;
    } catch (error) {
      this.#shared.addThrow(method, error);
      return 0;
    }
  }

  #close(): boolean {
    if (this.#capabilities.close !== true) return false;
    const call = this.#closes;
    this.#closes += 1;
    this.#shared.add({ type: "close", call });
    const settled = (how: "resolved" | "rejected" | "threw", error?: unknown): void => {
      const token = how === "resolved" ? undefined : this.#shared.tokens.of(error);
      this.#shared.add({ type: "close-settled", call, how, error: token });
    };
    let promise: unknown;
    try {
      promise = this.#executor.close?.();
    } catch (error) {
      settled("threw", error);
      return true;
    }
    if (!isThenable(promise)) settled("resolved");
    else {
      promise.then(
        () => settled("resolved"),
        (error: unknown) => settled("rejected", error),
      );
    }
    return true;
  }

  #addStats(isWorthIt: (counts: readonly number[]) => boolean): void {
    try {
      const stats = this.#executor.stats?.();
      const [queued, busy, parked, workers] = [stats?.queued, stats?.busy, stats?.parked, stats?.workers].map(
        Number,
      ) as [number, number, number, number];
      if (isWorthIt([queued, busy, parked, workers]))
        this.#shared.add({ type: "stats", queued, busy, parked, workers });
    } catch (error) {
      this.#shared.addThrow("stats", error);
    }
  }
}
