import type { RecordBase } from "../contract/trace.ts";

/**
 * Writes the trace of one run. Once closed it keeps nothing: what arrives after the end of a run belongs to that run, is
 * counted as late, and never reaches the next one.
 */
export class Recorder<R extends RecordBase> {
  readonly records: R[] = [];
  /** Index of the step in whose wake things happen now. */
  step = 0;
  readonly #now: () => number;
  readonly #onLate: () => void;
  readonly #onRecord: ((record: R) => void) | undefined;
  #open = true;
  #isLate = false;

  /**
   * @param onLate told once, when something arrives after the end of the run.
   * @param onRecord told every record as it is written, for whoever may never see the end of the run.
   */
  constructor(now: () => number, onLate: () => void, onRecord?: (record: R) => void) {
    this.#now = now;
    this.#onLate = onLate;
    this.#onRecord = onRecord;
  }

  /** Milliseconds since the start of the run: virtual ones, or with `realTime` real ones. */
  get at(): number {
    return this.#now();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  add(record: R): void {
    if (this.#open) {
      this.records.push(record);
      this.#onRecord?.(record);
    } else if (!this.#isLate) {
      this.#isLate = true;
      this.#onLate();
    }
  }

  close(): void {
    this.#open = false;
  }
}
