/**
 * A tick loop that sleeps until it is woken: each tick runs the systems once, in order. It never polls; without a wake
 * nothing is scheduled. Wakes between two ticks coalesce into one tick, and a wake during a tick causes another.
 *
 * @example
 * ```ts
 * const loop = new TickLoop([() => collect.run(), () => dispatch.run()]);
 * loop.wake();
 * ```
 */
export class TickLoop {
  readonly #systems: ReadonlyArray<() => void>;
  #scheduled: NodeJS.Immediate | undefined;

  constructor(systems: ReadonlyArray<() => void>) {
    this.#systems = systems;
  }

  /** Asks for a tick. It comes in a later turn of the event loop, so whoever wakes never runs a system. */
  wake(): void {
    this.#scheduled ??= setImmediate(() => this.#tick());
  }

  /** Takes back a tick that was asked for; a later wake asks again. */
  cancelTick(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
  }

  #tick(): void {
    // First, so that a wake from within a system is not lost, and a system that throws does not end the loop.
    this.#scheduled = undefined;
    for (const system of this.#systems) system();
  }
}
