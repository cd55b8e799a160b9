import type { RecordBase } from "../../contract/trace.ts";
import { macrotask, realTimers } from "../../run/realTimers.ts";
import { footerLine, headerLine, recordLine, type TraceFacts } from "../write.ts";

/** Told every line of a trace in its order, without its line break. */
export type TraceSink = (line: string) => void;

/** Timers shorter than this, in ms, are waited for where the host says that nothing is due. */
const SHORT_TIMER_MS = 50;

/** Turns of the event loop without a record after which everything that was due has happened. */
const QUIET_TURNS = 3;

type AnyRecord = RecordBase & { readonly type: string };

/** A record before it is stamped. */
type Unstamped<R> = R extends RecordBase ? Omit<R, keyof RecordBase> : never;

/**
 * Writes what passes between a host and an executor at work.
 *
 * A record may still be completed while a callback of the host is on the stack, so lines are written when none is. A
 * quiescent point is written when nothing has happened for `quietMs`, or when the host says so.
 */
export class Recording<R extends AnyRecord> {
  /** Called right before a quiescent point is written. */
  atRest: (() => void) | undefined;
  readonly #sink: TraceSink;
  readonly #quietMs: number;
  readonly #startedAt = realTimers.performanceNow();
  #held: R[] = [];
  #holds = 0;
  #written = 0;
  #added = 0;
  #undecided: { readonly seq: number; readonly why: string } | undefined;
  #lastType: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(facts: TraceFacts, sink: TraceSink, quietMs: number) {
    this.#sink = sink;
    this.#quietMs = quietMs;
    sink(headerLine(facts));
  }

  /** Adds a record; what comes after the end is dropped. */
  add<U extends Unstamped<R>>(record: U): U {
    if (!this.#isOpen) return record;
    const at = Math.round(realTimers.performanceNow() - this.#startedAt);
    const stamped = Object.assign(record, { step: 0, at });
    this.#held.push(stamped as unknown as R);
    this.#added += 1;
    this.#lastType = (record as unknown as AnyRecord).type;
    this.#flush();
    this.#watchForQuiet();
    return record;
  }

  /** Runs a call in whose course earlier records may still be completed. */
  holding<T>(action: () => T): T {
    const release = this.hold();
    try {
      return action();
    } finally {
      release();
    }
  }

  /** Keeps lines back until what it gives is called. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      this.#flush();
    };
  }

  /** The host is about to make a call whose meaning the contract leaves open: nothing can be judged from here on. */
  undecided(why: string): void {
    this.#undecided ??= { seq: this.#added, why };
  }

  /** Waits until nothing is due any more, and writes a quiescent point. */
  async quiet(): Promise<void> {
    for (let seen = -1; this.#added !== seen && this.#isOpen;) {
      seen = this.#added;
      await sleep(Math.min(SHORT_TIMER_MS, this.#quietMs));
      await someTurns();
    }
    this.#addQuiet();
  }

  end(): void {
    if (!this.#isOpen) return;
    realTimers.clearTimeout(this.#timer);
    this.#holds = 0;
    this.#flush();
    this.#isOpen = false;
    const undecided = this.#undecided === undefined ? {} : { undecided: this.#undecided };
    this.#sink(footerLine({ records: this.#written, ...undecided }));
  }

  #addQuiet(): void {
    if (!this.#isOpen || this.#lastType === "quiet") return;
    this.atRest?.();
    this.add({ type: "quiet", due: [] } as unknown as Unstamped<R>);
  }

  #flush(): void {
    if (this.#holds > 0) return;
    const lines = this.#held;
    this.#held = [];
    for (const record of lines) {
      this.#sink(recordLine(this.#written, record));
      this.#written += 1;
    }
  }

  #watchForQuiet(): void {
    if (this.#timer !== undefined || this.#lastType === "quiet") return;
    const seen = this.#added;
    this.#timer = realTimers.setTimeout(() => {
      this.#timer = undefined;
      if (this.#added !== seen) this.#watchForQuiet();
      else void this.#quietUnlessSomethingCame(seen);
    }, this.#quietMs);
    this.#timer.unref();
  }

  /** A timer may be late: what is due at the same time comes first. */
  async #quietUnlessSomethingCame(seen: number): Promise<void> {
    await someTurns();
    if (this.#added === seen) this.#addQuiet();
    else this.#watchForQuiet();
  }
}

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) await macrotask();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    realTimers.setTimeout(resolve, ms);
  });
}

/** Settles as `given` does, after `seen` was told: what is written down stands before whatever reacts to it. */
export function observed<T>(
  given: PromiseLike<T> | T,
  seen: { readonly resolved: (value: T) => void; readonly rejected: (error: unknown) => void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    Promise.resolve(given).then(
      (value) => {
        seen.resolved(value);
        resolve(value);
      },
      (error: unknown) => {
        seen.rejected(error);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passes on what it was given
        reject(error);
      },
    );
  });
}
