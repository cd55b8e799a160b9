import { AsyncLocalStorage } from "node:async_hooks";
import type { SemaphoreInterface } from "async-mutex";

/** The permit in one of whose waits the code runs. */
const waitingFor = new AsyncLocalStorage<Permit>();

/**
 * The permit of one batch: taken from a semaphore, given back while the batch is off lane.
 *
 * Invariant: at most one permit of the semaphore is held or asked for, however many waits overlap.
 */
export class Permit {
  readonly #semaphore: SemaphoreInterface;
  /** Present while the permit is held. */
  #release: SemaphoreInterface.Releaser | undefined;
  #taking: Promise<void> | undefined;
  #ended = false;

  constructor(semaphore: SemaphoreInterface) {
    this.#semaphore = semaphore;
  }

  /** Resolves when the permit is held; asks for it where nobody has. */
  async take(): Promise<void> {
    if (this.#release === undefined) await (this.#taking ??= this.#acquire());
  }

  /** The batch has ended: the permit is given back, and not taken again. */
  end(): void {
    this.#ended = true;
    this.#giveBack();
  }

  /** Awaits `wait` without the permit; plainly after the end and inside another wait of the batch. */
  async offLane<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#ended || waitingFor.getStore() === this) return wait();
    this.#giveBack();
    try {
      return await waitingFor.run(this, wait);
    } finally {
      if (!this.#ended) await this.take();
    }
  }

  async #acquire(): Promise<void> {
    const [, release] = await this.#semaphore.acquire();
    this.#taking = undefined;
    if (this.#ended) release();
    else this.#release = release;
  }

  #giveBack(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
