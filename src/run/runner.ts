import type { AnyAdapter, ProfileName } from "../contract/adapter.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { CommonRecord, RecordBase, Trace } from "../contract/trace.ts";
import { bestDrain, drainNow, type DrainKind } from "./drain.ts";
import { EscapeWatch, type EscapeKind } from "./escapes.ts";
import { execute, type Pause, type Program } from "./execute.ts";
import type { Pulse } from "./pulse.ts";
import { describeHeld, grownSince, heldByProcess, leftEachTime } from "./leftBehind.ts";
import { macrotask, realTimers } from "./realTimers.ts";
import { QUIESCENCE_MS_MAX, RealTime, ShortTimers } from "./realTime.ts";
import { Recorder } from "./recorder.ts";
import { VirtualTime } from "./time.ts";
import { describeThrown } from "./values.ts";
import { VirtualClock } from "./virtualClock.ts";
import type { WorldFactory } from "./world.ts";

/** The part of a profile that a run needs. */
export interface RunnableProfile<S extends Step, R extends RecordBase> {
  readonly name: ProfileName;
  readonly createWorld: WorldFactory<S, R, object>;
}

/** An adapter as a run needs it. */
export type RunnableAdapter = AnyAdapter & {
  readonly capabilities?: Readonly<Record<string, boolean | undefined>>;
  create(host: never): unknown;
};

export interface RunnerOptions {
  /** Absent: the fastest drain that works here. With `realTime` it is always portable. */
  readonly drain?: DrainKind;
  /** How long, in ms, one quiescent point may take with `realTime`. */
  readonly quiescenceMsMax?: number;
  /** Told that runs go on. */
  readonly pulse?: Pulse;
  /** Told every record when it is written. */
  readonly onRecord?: (record: CommonRecord) => void;
}

/** A record of any profile. */
export type AnyRecord = RecordBase & { readonly type: string };

/** The end of one run. */
export interface RunResult<S extends Step, R extends RecordBase> {
  readonly scenario: Scenario<S>;
  readonly trace: Trace<R>;
}

/** The kit itself broke; never a finding about an executor. */
export class KitError extends Error {
  override readonly name = "KitError";
}

/** In real time a timer may be late by this, in ms, without anybody being to blame. */
const REAL_SETTLE_MS = 1000;

/** In how many further runs it is looked again for what seems to be left behind. */
const LOOKS_AGAIN = 3;

/** A slice lasts about this long, in ms; between two slices a macrotask lets the surroundings breathe. */
const SLICE_MS = 10;

/**
 * Runs scenarios against one adapter, one after another, each in a world of its own.
 *
 * Everything public is asynchronous: a slice of runs starts inside a `setImmediate` callback, because a synchronous drain
 * does nothing inside a microtask.
 */
export class Runner<S extends Step, R extends RecordBase> {
  readonly #profile: RunnableProfile<S, R>;
  readonly #adapter: RunnableAdapter;
  readonly #options: RunnerOptions;
  readonly #clock = new VirtualClock();
  readonly #shortTimers = new ShortTimers();
  readonly #escapes = new EscapeWatch((how, error) => this.#escaped(how, error));
  readonly #capabilities: readonly string[];
  #current: Recorder<CommonRecord> | undefined;
  #lateRuns = 0;
  /** Resumes a slice that an exception out of the drain has ended. */
  #resume: (() => void) | undefined;
  /** Still true in a later macrotask: an exception went through the drain and ended the slice. */
  #draining = false;

  constructor(profile: RunnableProfile<S, R>, adapter: RunnableAdapter, options: RunnerOptions = {}) {
    this.#profile = profile;
    this.#adapter = adapter;
    this.#options = options;
    this.#capabilities = declaredCapabilities(adapter);
  }

  /** Runs whose executor did something after their end, up to now. */
  get lateRuns(): number {
    return this.#lateRuns;
  }

  /**
   * Runs one scenario, and looks what it leaves behind in the process. What seems to be left is looked for again in further
   * runs, because others in this process come and go as well.
   *
   * @throws AdapterError, KitError
   */
  async run(scenario: Scenario<S>): Promise<RunResult<S, R>> {
    const before = heldByProcess();
    const result = await this.#runOnce(scenario);
    const times = [await grownSince(before)];
    if (times[0]?.size === 0) return result;
    for (let again = 0; again < LOOKS_AGAIN; again += 1) {
      const earlier = heldByProcess();
      await this.#runOnce(scenario);
      times.push(await grownSince(earlier));
    }
    const left = describeHeld(leftEachTime(times));
    return left.length === 0 ? result : withLeft(result, left);
  }

  async #runOnce(scenario: Scenario<S>): Promise<RunResult<S, R>> {
    let result: RunResult<S, R> | undefined;
    const once = [scenario];
    await this.runAll(
      () => once.pop(),
      (done) => {
        result = done;
        return true;
      },
    );
    if (result === undefined) throw new KitError("The run ended without a result");
    return result;
  }

  /**
   * Runs scenario after scenario until `next` gives none or `visit` returns false.
   *
   * @throws AdapterError when an executor cannot be created.
   * @throws KitError when the drain no longer drains, or the kit breaks otherwise.
   */
  async runAll(next: () => Scenario<S> | undefined, visit: (result: RunResult<S, R>) => boolean | void): Promise<void> {
    const drain = this.#adapter.realTime === true ? "portable" : (this.#options.drain ?? (await bestDrain()));
    await alone(() => (drain === "synchronous" ? this.#inSlices(next, visit) : this.#overMacrotasks(next, visit)));
  }

  #inSlices(next: () => Scenario<S> | undefined, visit: (result: RunResult<S, R>) => boolean | void): Promise<void> {
    return new Promise((resolve, reject) => {
      let open: OpenRun<S, R> | undefined;
      let answer: unknown;
      let failure: { readonly error: unknown } | undefined;
      const stop = (end: () => void): void => {
        this.#leave();
        this.#resume = undefined;
        end();
      };
      const refuse = (error: unknown): void => stop(() => reject(error));
      const waitFor = (promise: Promise<unknown>): void => {
        this.#leave();
        promise.then(
          (value) => {
            answer = value;
            realTimers.setImmediate(slice);
          },
          (error: unknown) => {
            failure = { error };
            realTimers.setImmediate(slice);
          },
        );
      };
      // No try around the drain: an exception out of a next tick must reach `uncaughtException`, which resumes the slice.
      const slice = (): void => {
        if (attempt(() => this.#enter(), refuse) === FAILED) return;
        this.#resume = slice;
        const until = realTimers.performanceNow() + SLICE_MS;
        for (;;) {
          if (open === undefined) {
            if (realTimers.performanceNow() > until) break;
            const scenario = attempt(next, refuse);
            if (scenario === FAILED) return;
            if (scenario === undefined) return stop(resolve);
            const opened = attempt(() => this.#open(scenario), refuse);
            if (opened === FAILED) return;
            open = opened;
          }
          let step: IteratorResult<Pause, void>;
          try {
            step = advanceProgram(open.program, answer, failure);
          } catch (error) {
            return refuse(error);
          }
          answer = undefined;
          failure = undefined;
          if (step.done === true) {
            const finished = open;
            open = undefined;
            const goOn = attempt(() => this.#finish(finished, visit), refuse);
            if (goOn === FAILED) return;
            if (!goOn) return stop(resolve);
          } else if (step.value === "drain") {
            this.#draining = true;
            drainNow();
            this.#draining = false;
            this.#options.pulse?.rest();
          } else {
            return waitFor(step.value);
          }
        }
        this.#leave();
        realTimers.setImmediate(slice);
      };
      realTimers.setImmediate(slice);
    });
  }

  async #overMacrotasks(
    next: () => Scenario<S> | undefined,
    visit: (result: RunResult<S, R>) => boolean | void,
  ): Promise<void> {
    this.#enter();
    try {
      for (let scenario = next(); scenario !== undefined; scenario = next()) {
        const open = this.#open(scenario);
        let step = open.program.next();
        while (step.done !== true) {
          if (step.value === "drain") await macrotask();
          const answer = step.value === "drain" ? undefined : await outcome(step.value);
          step = advanceProgram(open.program, answer?.value, answer?.failure);
        }
        if (!this.#finish(open, visit)) return;
      }
    } finally {
      this.#leave();
    }
  }

  #open(scenario: Scenario<S>): OpenRun<S, R> {
    const real = this.#adapter.realTime === true;
    const start = realTimers.performanceNow();
    this.#clock.reset();
    const clock = this.#clock;
    const recorder = new Recorder<CommonRecord>(
      real ? () => Math.round(realTimers.performanceNow() - start) : () => clock.now,
      () => {
        this.#lateRuns += 1;
      },
      this.#options.onRecord,
    );
    this.#options.pulse?.run(scenario);
    const open: { kitError?: { readonly error: unknown }; sentinel: boolean } = { sentinel: false };
    this.#current = recorder;
    void settled.then(() => {
      open.sentinel = true;
    });
    const program = execute<S>({
      adapter: this.#adapter,
      scenario,
      recorder,
      world: this.#profile.createWorld(this.#adapter, scenario, recorder as unknown as Recorder<R>),
      time: real
        ? new RealTime(recorder, this.#shortTimers, this.#options.quiescenceMsMax ?? QUIESCENCE_MS_MAX)
        : new VirtualTime(this.#clock, (error) => this.#escaped("uncaughtException", error)),
      pulse: this.#options.pulse,
      onKitError: (error) => {
        open.kitError ??= { error };
      },
    });
    return { scenario, recorder: recorder as unknown as Recorder<R>, program, state: open };
  }

  #finish(open: OpenRun<S, R>, visit: (result: RunResult<S, R>) => boolean | void): boolean {
    const { recorder, scenario, state } = open;
    recorder.close();
    if (state.kitError !== undefined) {
      throw new KitError(`The kit broke in a run: ${describeThrown(state.kitError.error)}`, {
        cause: state.kitError.error,
      });
    }
    if (!state.sentinel)
      throw new KitError("The drain no longer drains: a microtask queued before the run did not run in it");
    const trace: Trace<R> = {
      profile: this.#profile.name,
      capabilities: this.#capabilities,
      settleMs: this.#adapter.settleMs ?? (this.#adapter.realTime === true ? REAL_SETTLE_MS : 1),
      setup: scenario.setup,
      records: recorder.records,
    };
    return visit({ scenario, trace }) !== false;
  }

  /** @throws AdapterError when the globals of this process are frozen. */
  #enter(): void {
    if (this.#adapter.realTime === true) this.#shortTimers.enter();
    else this.#clock.enter();
    this.#escapes.enter();
  }

  #leave(): void {
    this.#escapes.leave();
    this.#clock.leave();
    this.#shortTimers.leave();
  }

  #escaped(how: EscapeKind, error: unknown): void {
    const recorder = this.#current;
    recorder?.add({ type: "escape", how, message: describeThrown(error), step: recorder.step, at: recorder.at });
    if (!this.#draining) return;
    realTimers.setImmediate(() => {
      if (!this.#draining) return;
      this.#draining = false;
      this.#resume?.();
    });
  }
}

/** The run with what it left behind written down at its end. */
function withLeft<S extends Step, R extends RecordBase>(
  { scenario, trace }: RunResult<S, R>,
  left: readonly string[],
): RunResult<S, R> {
  const { step, at } = trace.records.at(-1) ?? { step: 0, at: 0 };
  const records: CommonRecord[] = left.map((what) => ({ type: "left", what, step, at }));
  return { scenario, trace: { ...trace, records: [...trace.records, ...(records as unknown as R[])] } };
}

let last: Promise<unknown> = Promise.resolve();

/** One after another in this process: runs replace globals, and what escapes is attributed to the one that runs. */
function alone<T>(action: () => Promise<T>): Promise<T> {
  const turn = last.then(action);
  last = turn.catch(() => {});
  return turn;
}

interface OpenRun<S extends Step, R extends RecordBase> {
  readonly scenario: Scenario<S>;
  readonly recorder: Recorder<R>;
  readonly program: Program;
  readonly state: { readonly kitError?: { readonly error: unknown }; readonly sentinel: boolean };
}

const settled = Promise.resolve();

const FAILED = Symbol("failed");

/** Calls `action`; on a throw tells `onError` and gives a mark. Never around a drain. */
function attempt<T>(action: () => T, onError: (error: unknown) => void): T | typeof FAILED {
  try {
    return action();
  } catch (error) {
    onError(error);
    return FAILED;
  }
}

function advanceProgram(
  program: Program,
  answer: unknown,
  failure: { readonly error: unknown } | undefined,
): IteratorResult<Pause, void> {
  return failure === undefined ? program.next(answer) : program.throw(failure.error);
}

async function outcome(
  promise: Promise<unknown>,
): Promise<{ readonly value?: unknown; readonly failure?: { readonly error: unknown } }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { failure: { error } };
  }
}

/** The capabilities an adapter declares, in their order. */
export function declaredCapabilities(adapter: Pick<RunnableAdapter, "capabilities">): readonly string[] {
  return Object.entries(adapter.capabilities ?? {}).flatMap(([name, declared]) => (declared === true ? [name] : []));
}
