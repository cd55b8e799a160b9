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

/** The supervisor's side. */
export class HeartMonitor {
  readonly #slots: Int32Array;
  #seen = -1;
  #silentTicks = 0;

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

  /**
   * Looks for a beat.
   *
   * @returns for how many looks in a row there was none: on a machine that stands still nobody looks either.
   */
  tick(): number {
    const beats = Atomics.load(this.#slots, BEATS);
    this.#silentTicks = beats === this.#seen ? this.#silentTicks + 1 : 0;
    this.#seen = beats;
    return this.#silentTicks;
  }
}
