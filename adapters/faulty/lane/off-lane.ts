import type { Batch } from "./batch.ts";
import type { Faults } from "./faults/index.ts";
import type { Permits } from "./permits.ts";
import type { Reports } from "./reports.ts";
import { scopes } from "./scope.ts";

type Wait<T> = () => Promise<T>;

/** What a batch does off the lane: its permit goes back before the wait begins, and is there again after it. */
export class OffLane {
  readonly #permits: Permits;
  readonly #reports: Reports;
  readonly #has: Faults;

  constructor(permits: Permits, reports: Reports, has: Faults) {
    this.#permits = permits;
    this.#reports = reports;
    this.#has = has;
  }

  async await<T>(batch: Batch | undefined, wait: Wait<T>): Promise<T> {
    if (batch === undefined) return await this.#outside(wait);
    if (!batch.isRunning) return await this.#afterEnd(wait);
    if (this.#isInsideWaitOf(batch)) return await wait();
    this.#begin(batch);
    let failed = false;
    try {
      const value = await scopes.run({ batch, inWait: true }, async () => await this.#call(wait));
      return this.#has("wait-value-dropped") ? (undefined as T) : value;
    } catch (error) {
      failed = true;
      throw this.#has("wait-error-wrapped") ? new Error("the wait failed", { cause: error }) : error;
    } finally {
      await this.#end(batch, failed);
    }
  }

  #begin(batch: Batch): void {
    batch.openWaits += 1;
    batch.phase = "parked";
    if (this.#has("signal-aborted-on-parking")) batch.abort();
    if (batch.waiter !== undefined) {
      this.#permits.leave(batch.waiter);
      batch.waiter = undefined;
    }
    if (batch.holds ? !this.#keepsPermit(batch) : this.#has("each-wait-gives-a-permit-back")) {
      batch.holds = false;
      this.#permits.release();
    }
    this.#reports.parked();
  }

  #keepsPermit(batch: Batch): boolean {
    const isParent = batch.hasChildren && this.#has("parent-keeps-permit-for-its-child");
    return isParent || this.#has("permit-kept-while-parked");
  }

  async #end(batch: Batch, failed: boolean): Promise<void> {
    batch.openWaits -= 1;
    if (!batch.isRunning) return;
    const isLast = batch.openWaits === 0;
    if (!isLast && this.#has("each-wait-gives-a-permit-back")) return await this.#takeAnother();
    if (!isLast && this.#has("first-end-returns-without-permit")) return;
    if (isLast && failed && this.#has("failed-wait-returns-without-permit")) {
      batch.phase = "busy";
      batch.wakeUp();
      return;
    }
    if (isLast && !batch.holds) this.#permits.acquire(batch.newWaiter());
    // A loop, as another branch of the body may have parked again before this code runs.
    while (batch.isRunning && !batch.holds) await batch.granted();
    if (batch.isRunning) batch.phase = "busy";
  }

  #takeAnother(): Promise<void> {
    return new Promise((resolve) => {
      this.#permits.acquire({ resumes: true, passed: 0, gone: false, grant: resolve });
    });
  }

  #call<T>(wait: Wait<T>): Promise<T> {
    if (this.#has("wait-called-twice")) wait().catch(() => {});
    return wait();
  }

  #isInsideWaitOf(batch: Batch): boolean {
    const scope = scopes.getStore();
    return scope?.batch === batch && scope.inWait && !this.#has("wait-inside-a-wait-parks");
  }

  async #outside<T>(wait: Wait<T>): Promise<T> {
    try {
      return await wait();
    } finally {
      if (this.#has("wait-outside-takes-a-permit")) {
        await this.#takeAnother();
        this.#permits.release();
      }
    }
  }

  async #afterEnd<T>(wait: Wait<T>): Promise<T> {
    if (this.#has("wait-after-the-end-gives-a-permit-back")) this.#permits.release();
    return await wait();
  }
}
