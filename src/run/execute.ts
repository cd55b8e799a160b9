import type { AnyAdapter, AnyExecutor } from "../contract/adapter.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { CommonRecord } from "../contract/trace.ts";
import type { Recorder } from "./recorder.ts";
import type { Time } from "./time.ts";
import { describeThrown, isThenable } from "./values.ts";
import { AdapterError, type World } from "./world.ts";

/**
 * What a run waits for: that everything which is due has happened, or a promise in real time. Whoever drives the run
 * decides how.
 */
export type Pause = "drain" | Promise<unknown>;

/** A run that can be driven from drain to drain, synchronously or not. */
export type Program<T = void> = Generator<Pause, T, unknown>;

/** How many timers one quiescent point fires before it counts as quiescent all the same: a poller never rests. */
const TIMERS_PER_QUIESCENCE_MAX = 100;

/** How many timers are fired after the last step. */
const TIMERS_AT_END_MAX = 1000;

/** What one run is made of. */
export interface Run<S extends Step> {
  readonly adapter: AnyAdapter & { create(host: never): unknown };
  readonly scenario: Scenario<S>;
  readonly world: World<S>;
  readonly recorder: Recorder<CommonRecord>;
  readonly time: Time;
  /** Told of an exception of the kit's own, which is never a finding about the executor. */
  readonly onKitError: (error: unknown) => void;
}

/**
 * One run, from the creation of the executor to its disposal.
 *
 * @throws AdapterError when the executor cannot be created.
 */
export function* execute<S extends Step>(run: Run<S>): Program {
  const executor = yield* create(run);
  run.world.attach(executor);
  yield* performSteps(run, executor);
  run.recorder.step = run.scenario.steps.length;
  yield* grantTheRest(run, executor);
  yield* dispose(run, executor);
  run.world.finish();
  for (const due of run.time.dues()) {
    run.recorder.add({ type: "left", what: `a timer due at ${due} ms`, ...stamp(run) });
  }
}

function* create<S extends Step>(run: Run<S>): Program<AnyExecutor> {
  try {
    const created = run.adapter.create(run.world.host as never);
    const executor = isThenable(created) ? yield Promise.resolve(created) : created;
    return executor as AnyExecutor;
  } catch (error) {
    throw new AdapterError(
      `create() of the adapter ${JSON.stringify(run.adapter.name)} threw ${describeThrown(error)}`,
      {
        cause: error,
      },
    );
  }
}

function* performSteps<S extends Step>(run: Run<S>, executor: AnyExecutor): Program {
  const { steps } = run.scenario;
  let next = 0;
  while (next < steps.length) {
    const step = steps[next] as S;
    if (step.op === "advance") {
      begin(run, next);
      yield* run.time.advance((step as unknown as { ms: number }).ms);
      next += 1;
    } else {
      next = burst(run, next);
    }
    yield* quiesce(run, executor);
  }
}

/**
 * Performs the step `first` and every step that follows it by a tight gap, up to an `advance`, which always begins at
 * rest. Those some hops away are performed from microtasks, while the run drains.
 *
 * @returns the index of the step after them.
 */
function burst<S extends Step>(run: Run<S>, first: number): number {
  const { steps } = run.scenario;
  let end = first + 1;
  while (end < steps.length && steps[end - 1]?.gap !== undefined && steps[end]?.op !== "advance") end += 1;
  const from = (index: number): void => {
    for (let at = index; at < end; at += 1) {
      const step = steps[at] as S;
      begin(run, at);
      if (!run.world.perform(step)) run.recorder.add({ type: "skip", ...stamp(run) });
      if (at + 1 < end && typeof step.gap === "number") {
        hop(step.gap, () => guarded(run, () => from(at + 1)));
        return;
      }
    }
  };
  guarded(run, () => from(first));
  return end;
}

const settled = Promise.resolve();

function hop(hops: number, then: () => void): void {
  void settled.then(hops <= 1 ? then : () => hop(hops - 1, then));
}

function guarded<S extends Step>(run: Run<S>, action: () => void): void {
  try {
    action();
  } catch (error) {
    run.onKitError(error);
  }
}

function begin<S extends Step>(run: Run<S>, step: number): void {
  run.recorder.step = step;
  run.recorder.add({ type: "step", ...stamp(run) });
}

/** Lets everything happen that is due, and writes the quiescent point down where anything did. */
function* quiesce<S extends Step>(run: Run<S>, executor: AnyExecutor): Program {
  yield* run.time.settle(run.adapter.settleMs ?? 1, TIMERS_PER_QUIESCENCE_MAX, executor);
  if (run.recorder.records.at(-1)?.type === "quiet") return;
  run.recorder.add({ type: "quiet", due: run.time.dues(), ...stamp(run) });
}

function* grantTheRest<S extends Step>(run: Run<S>, executor: AnyExecutor): Program {
  let timers = 0;
  yield* quiesce(run, executor);
  for (;;) {
    if (run.world.grantNext()) {
      yield* quiesce(run, executor);
    } else if (timers < TIMERS_AT_END_MAX && run.time.fireNext()) {
      timers += 1;
      yield* quiesce(run, executor);
    } else {
      return;
    }
  }
}

function* dispose<S extends Step>(run: Run<S>, executor: AnyExecutor): Program {
  let how: "done" | "failed" | "pending" = "done";
  let message: string | undefined;
  try {
    const disposed = run.world.dispose();
    if (isThenable(disposed)) {
      how = "pending";
      disposed.then(
        () => {
          how = "done";
        },
        (error: unknown) => {
          how = "failed";
          message = describeThrown(error);
        },
      );
    }
  } catch (error) {
    how = "failed";
    message = describeThrown(error);
  }
  yield* grantTheRest(run, executor);
  run.recorder.add({ type: "dispose", how, ...(message === undefined ? {} : { message }), ...stamp(run) });
}

function stamp<S extends Step>({ recorder }: Run<S>): { readonly step: number; readonly at: number } {
  return { step: recorder.step, at: recorder.at };
}
