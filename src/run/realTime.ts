import type { AnyExecutor } from "../contract/adapter.ts";
import type { RecordBase } from "../contract/trace.ts";
import { macrotask, realTimers } from "./realTimers.ts";
import type { Recorder } from "./recorder.ts";
import type { Time } from "./time.ts";

/** Turns of the event loop without a record after which a run counts as quiescent. */
const QUIET_TURNS = 3;

/** A timer shorter than this, in ms, is waited for. */
const SHORT_TIMER_MS = 50;

/** How long, in ms, one quiescent point may take. */
export const QUIESCENCE_MS_MAX = 2000;

/** Resources that belong to the process and not to a run, or that are waited for otherwise. */
const IGNORED_RESOURCES = new Set(["Timeout", "Immediate", "TTYWrap", "MessagePort", "SignalWrap"]);

/**
 * Real time, for executors that need real timers, IO or ticks (`realTime`): a quiescent point waits for the executor's
 * `idle()`, or until nothing happens and nothing short is pending, bounded by `quiescenceMsMax`.
 */
export class RealTime implements Time {
  readonly #recorder: Pick<Recorder<RecordBase>, "at" | "records">;
  readonly #timers: ShortTimers;
  readonly #quiescenceMsMax: number;
  readonly #before = activeResources();

  constructor(recorder: Pick<Recorder<RecordBase>, "at" | "records">, timers: ShortTimers, quiescenceMsMax: number) {
    this.#recorder = recorder;
    this.#timers = timers;
    this.#quiescenceMsMax = quiescenceMsMax;
  }

  get now(): number {
    return this.#recorder.at;
  }

  async rest(executor: AnyExecutor): Promise<void> {
    if (executor.idle === undefined) return this.#untilQuiet();
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = realTimers.setTimeout(resolve, this.#quiescenceMsMax);
    });
    await Promise.race([executor.idle().catch(() => {}), bound]);
    realTimers.clearTimeout(timer);
    await macrotask();
  }

  async #untilQuiet(): Promise<void> {
    const until = realTimers.performanceNow() + this.#quiescenceMsMax;
    let seen = this.#recorder.records.length;
    for (let quiet = 0; quiet < QUIET_TURNS && realTimers.performanceNow() < until;) {
      const busy = this.#isBusy();
      await (busy ? sleep(1) : macrotask());
      const records = this.#recorder.records.length;
      quiet = busy || records !== seen ? 0 : quiet + 1;
      seen = records;
    }
  }

  fireDue(): boolean {
    return false;
  }

  pass(until: number): Promise<void> {
    return sleep(until - this.now);
  }

  dues(): readonly number[] {
    return [];
  }

  #isBusy(): boolean {
    if (this.#timers.pending > 0) return true;
    for (const [resource, count] of activeResources()) {
      if (!IGNORED_RESOURCES.has(resource) && count > (this.#before.get(resource) ?? 0)) return true;
    }
    return false;
  }
}

/** Counts the pending timers that are short enough to be waited for. */
export class ShortTimers {
  readonly #pending = new Set<unknown>();
  #replaced: { setTimeout: typeof setTimeout; clearTimeout: typeof clearTimeout } | undefined;

  get pending(): number {
    return this.#pending.size;
  }

  enter(): void {
    if (this.#replaced !== undefined) return;
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    this.#replaced = real;
    const counting = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
      if (ms >= SHORT_TIMER_MS) return real.setTimeout(callback, ms, ...args);
      const timer = real.setTimeout(() => {
        this.#pending.delete(timer);
        callback(...args);
      }, ms);
      this.#pending.add(timer);
      return timer;
    };
    globalThis.setTimeout = Object.assign(counting, real.setTimeout);
    globalThis.clearTimeout = (timer) => {
      this.#pending.delete(timer);
      real.clearTimeout(timer);
    };
  }

  leave(): void {
    if (this.#replaced === undefined) return;
    Object.assign(globalThis, this.#replaced);
    this.#replaced = undefined;
    this.#pending.clear();
  }
}

function activeResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const resource of process.getActiveResourcesInfo()) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  return counts;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    realTimers.setTimeout(resolve, ms);
  });
}
