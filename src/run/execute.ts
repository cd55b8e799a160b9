import type { AnyAdapter, AnyExecutor } from "../contract/adapter.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { CommonRecord } from "../contract/trace.ts";
import type { Pulse } from "./pulse.ts";
import { realTimers } from "./realTimers.ts";
import type { Recorder } from "./recorder.ts";
import type { Time } from "./time.ts";
import { describeThrown, isThenable } from "./values.ts";
import { AdapterError, type World } from "./world.ts";

/**
 * What a run waits for: that everything which is due has happened, or a promise in real time. Whoever drives the run
 * decides how.
 */
export type Pause = "drain" | Promise<unknown>;

/** A run that can be driven from pause to pause, synchronously or not. */
export type Program = Generator<Pause, void, unknown>;

/** How many timers one quiescent point fires before it counts as quiescent all the same: a poller never rests. */
const TIMERS_PER_REST_MAX = 100;

/** How many timers one `advance` fires: a poller at every millisecond fits twice into the default budget. */
const TIMERS_PER_ADVANCE_MAX = 10_000;

/** How many timers are fired after the last step. */
const TIMERS_AT_END_MAX = 1000;

/** How long, in real ms, the creation of an executor may take: it may open files or start a process. */
const CREATE_MS_MAX = 30_000;

/** What one run is made of. */
export interface Run<S extends Step> {
  readonly adapter: AnyAdapter & { create(host: never): unknown };
  readonly scenario: Scenario<S>;
  readonly world: World<S>;
  readonly recorder: Recorder<CommonRecord>;
  readonly time: Time;
  readonly pulse: Pulse | undefined;
  /** Told of an exception of the kit's own, which is never a finding about the executor. */
  readonly onKitError: (error: unknown) => void;
}

/**
 * One run, from the creation of the executor to its disposal: an action of the kit, then rest, until no action is left.
 *
 * @throws AdapterError when the executor cannot be created.
 */
export function* execute<S extends Step>(run: Run<S>): Program {
  const { adapter, recorder, time, world } = run;
  const executor = yield* create(run);
  attach(world, executor);
  const actions = new Actions(run);
  const settleMs = adapter.settleMs ?? 1;
  for (let passMs = actions.next(); passMs !== undefined; passMs = actions.next()) {
    yield time.rest(executor);
    if (passMs > 0) {
      const until = time.now + passMs;
      for (let fired = 0; fired < TIMERS_PER_ADVANCE_MAX && time.fireDue(until); fired += 1) yield time.rest(executor);
      yield time.pass(until);
    }
    const until = time.now + settleMs;
    for (let fired = 0; fired < TIMERS_PER_REST_MAX && time.fireDue(until); fired += 1) yield time.rest(executor);
    if (recorder.records.at(-1)?.type !== "quiet") {
      if (world.atRest !== undefined) {
        world.atRest();
        // What escapes from the executor when it is looked at belongs to this step.
        yield "drain";
      }
      recorder.add({ type: "quiet", due: time.dues(), step: recorder.step, at: recorder.at });
    }
  }
  world.finish();
  for (const due of time.dues()) {
    recorder.add({ type: "left", what: `a timer due at ${due} ms`, step: recorder.step, at: recorder.at });
  }
}

/**
 * Creates the executor and awaits it. What it waits for may be a timer, which is virtual, or anything real.
 *
 * @throws AdapterError when `create` throws, rejects, or has not settled after a generous while.
 */
function* create<S extends Step>({ adapter, world, time }: Run<S>): Generator<Pause, AnyExecutor, unknown> {
  const name = `create() of the adapter ${JSON.stringify(adapter.name)}`;
  try {
    const created = adapter.create(world.host as never);
    if (!isThenable(created)) return created as AnyExecutor;
    const waiting = Promise.resolve(created);
    let pending = true;
    const settle = (): void => {
      pending = false;
    };
    waiting.then(settle, settle);
    const deadline = realTimers.performanceNow() + CREATE_MS_MAX;
    yield "drain";
    while (pending) {
      if (realTimers.performanceNow() > deadline) throw TOO_LATE;
      yield time.fireDue(Infinity) ? "drain" : shortly();
    }
    return (yield waiting) as AnyExecutor;
  } catch (error) {
    if (error === TOO_LATE) throw new AdapterError(`${name} has not settled after ${CREATE_MS_MAX / 1000} s`);
    throw new AdapterError(`${name} threw ${describeThrown(error)}`, { cause: error });
  }
}

const TOO_LATE = Symbol("too late");

function attach<S extends Step>(world: World<S>, executor: AnyExecutor): void {
  try {
    world.attach(executor);
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    throw new AdapterError(`The executor refuses to be looked at: ${describeThrown(error)}`, { cause: error });
  }
}

/** Lets a real millisecond pass. */
function shortly(): Promise<void> {
  return new Promise((resolve) => {
    realTimers.setTimeout(resolve, 1);
  });
}

/** What the kit does next in one run: the steps, then whatever is left to grant or to fire, then the disposal, then the rest. */
class Actions<S extends Step> {
  readonly #run: Run<S>;
  #step = 0;
  #timers = 0;
  #disposal: Disposal | undefined;

  constructor(run: Run<S>) {
    this.#run = run;
  }

  /**
   * Acts.
   *
   * @returns the milliseconds that the action lets pass; undefined when nothing is left to do.
   */
  next(): number | undefined {
    const { scenario, recorder, world } = this.#run;
    const step = scenario.steps[this.#step];
    if (step !== undefined) return this.#perform(step);
    recorder.step = scenario.steps.length;
    if (world.grantNext() || this.#fireNext()) return 0;
    if (this.#disposal === undefined) {
      this.#disposal = disposeOf(world);
      return 0;
    }
    const { how, message } = this.#disposal;
    recorder.add({ type: "dispose", how, message, step: recorder.step, at: recorder.at });
    return undefined;
  }

  #perform(step: S): number {
    if (step.op !== "advance") {
      this.#burst();
      return 0;
    }
    begin(this.#run, this.#step);
    this.#step += 1;
    return (step as unknown as { readonly ms: number }).ms;
  }

  /**
   * Performs the next step and every step that follows it by a tight gap, up to an `advance`, which always begins at rest.
   * Those some hops away are performed from microtasks, while the run rests.
   */
  #burst(): void {
    const { steps } = this.#run.scenario;
    const first = this.#step;
    let end = first + 1;
    while (end < steps.length && steps[end - 1]?.gap !== undefined && steps[end]?.op !== "advance") end += 1;
    this.#step = end;
    performBurst(this.#run, first, end);
  }

  #fireNext(): boolean {
    if (this.#timers >= TIMERS_AT_END_MAX) return false;
    this.#timers += 1;
    return this.#run.time.fireDue(Infinity);
  }
}

function performBurst<S extends Step>(run: Run<S>, from: number, end: number): void {
  const { recorder, scenario, world } = run;
  try {
    for (let at = from; at < end; at += 1) {
      const step = scenario.steps[at] as S;
      begin(run, at);
      if (!world.perform(step)) recorder.add({ type: "skip", step: recorder.step, at: recorder.at });
      if (at + 1 < end && typeof step.gap === "number") {
        hop(step.gap, () => performBurst(run, at + 1, end));
        return;
      }
    }
  } catch (error) {
    run.onKitError(error);
  }
}

const settled = Promise.resolve();

function hop(hops: number, then: () => void): void {
  void settled.then(hops <= 1 ? then : () => hop(hops - 1, then));
}

function begin<S extends Step>({ recorder, pulse }: Run<S>, step: number): void {
  pulse?.step(step);
  recorder.step = step;
  recorder.add({ type: "step", step, at: recorder.at });
}

/** How the disposal of an executor went, so far. */
interface Disposal {
  how: "done" | "failed" | "pending";
  message: string | undefined;
}

function disposeOf<S extends Step>(world: World<S>): Disposal {
  const disposal: Disposal = { how: "done", message: undefined };
  const fail = (error: unknown): void => {
    disposal.how = "failed";
    disposal.message = describeThrown(error);
  };
  try {
    const disposed = world.dispose();
    if (isThenable(disposed)) {
      disposal.how = "pending";
      disposed.then(() => {
        disposal.how = "done";
      }, fail);
    }
  } catch (error) {
    fail(error);
  }
  return disposal;
}
