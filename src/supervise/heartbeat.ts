import type { Pulse } from "../run/pulse.ts";

/** Places in the shared memory. */
const BEATS = 0;
const RUNS = 1;
const STEP = 2;
const SLOTS = 3;

/** Memory that a thread and its supervisor share: the thread writes, the supervisor reads while the thread may be stuck. */
export type HeartbeatMemory = SharedArrayBuffer;

export function heartbeatMemory(): HeartbeatMemory {
  return new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT);
}

/** The thread's side: every sign of progress is a beat. */
export class Heart implements Pulse {
  readonly #slots: Int32Array;

  constructor(memory: HeartbeatMemory) {
    this.#slots = new Int32Array(memory);
  }

  /** A new piece of work begins; runs are counted from here. */
  work(): void {
    Atomics.store(this.#slots, RUNS, 0);
    Atomics.store(this.#slots, STEP, -1);
    this.rest();
  }

  run(): void {
    Atomics.add(this.#slots, RUNS, 1);
    Atomics.store(this.#slots, STEP, -1);
    this.rest();
  }

  step(index: number): void {
    Atomics.store(this.#slots, STEP, index);
    this.rest();
  }

  rest(): void {
    Atomics.add(this.#slots, BEATS, 1);
  }
}

const US_PER_MS = 1000;

/** How long there has been no beat. */
export interface Silence {
  /** Looks in a row without one: on a machine that stands still nobody looks either. */
  readonly ticks: number;
  /** What the process has computed meanwhile, in ms: on a busy machine it gets little done. */
  readonly processorMs: number;
}

/** The supervisor's side. */
export class HeartMonitor {
  readonly #slots: Int32Array;
  #seen = -1;
  #silentTicks = 0;
  #processorAtBeat = 0;

  constructor(memory: HeartbeatMemory) {
    this.#slots = new Int32Array(memory);
  }

  /** Index of the run that had begun, counted from the begin of the work; -1 before the first. */
  get run(): number {
    return Atomics.load(this.#slots, RUNS) - 1;
  }

  /** Index of the step that had begun; -1 before the first. */
  get step(): number {
    return Atomics.load(this.#slots, STEP);
  }

  /** Looks for a beat. */
  tick(): Silence {
    const beats = Atomics.load(this.#slots, BEATS);
    const { user, system } = process.cpuUsage();
    const processor = (user + system) / US_PER_MS;
    if (beats !== this.#seen) {
      this.#seen = beats;
      this.#silentTicks = 0;
      this.#processorAtBeat = processor;
      return { ticks: 0, processorMs: 0 };
    }
    this.#silentTicks += 1;
    return { ticks: this.#silentTicks, processorMs: processor - this.#processorAtBeat };
  }
}
