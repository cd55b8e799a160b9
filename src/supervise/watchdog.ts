import { Worker } from "node:worker_threads";
import { realTimers } from "../run/realTimers.ts";
import { Heart, heartbeatMemory, type HeartbeatMemory } from "./heartbeat.ts";

/** What the thread of a watchdog is given. */
export interface WatchdogData {
  readonly memory: HeartbeatMemory;
  readonly silenceMs: number;
  /** Evaluated in the main thread, wherever that is. */
  readonly expression: string;
}

const BEAT_MS = 50;

/** The name under which what is to be done is found from inside any function. */
const NAME = "executor-conformance: the main thread is stuck";

/**
 * Watches the main thread where executors run in it. One that never comes back from a call, or fills the queue of microtasks
 * for ever, is interrupted, as a debugger does it: whoever is told can save what there is, and end the process.
 *
 * What waits for ever computes nothing, and is not seen: deadlines are for that.
 */
export class Watchdog {
  readonly #thread: Worker;
  readonly #beating: NodeJS.Timeout;

  /**
   * @param onStuck called in the main thread, amid what is stuck; it must do all at once, and not return.
   * @param silenceMs how long, in ms, timers may have no turn while the process computes for at least half of that.
   */
  constructor(onStuck: () => never, silenceMs: number) {
    const memory = heartbeatMemory();
    const heart = new Heart(memory);
    Object.defineProperty(globalThis, Symbol.for(NAME), { value: onStuck, configurable: true });
    const expression = `globalThis[Symbol.for(${JSON.stringify(NAME)})]()`;
    const workerData: WatchdogData = { memory, silenceMs, expression };
    this.#thread = new Worker(new URL("./watchdogThread.js", import.meta.url), { workerData });
    this.#thread.unref();
    this.#beating = realTimers.setInterval(() => heart.rest(), BEAT_MS).unref();
  }

  async stop(): Promise<void> {
    realTimers.clearInterval(this.#beating);
    await this.#thread.terminate();
  }
}
