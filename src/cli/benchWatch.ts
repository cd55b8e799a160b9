import { closeSync, writeSync } from "node:fs";
import { visible } from "../report/text.ts";
import { describeThrown } from "../run/values.ts";
import type { Containment } from "../supervise/containment.ts";
import { Watchdog } from "../supervise/watchdog.ts";
import type { ExitCode } from "./exitCode.ts";

/** How long, in ms, an executor may let nothing else have a turn. */
const SILENCE_MS = 15_000;

/** A turn without reactions is one call of tinybench, which timers do not interrupt; it takes its time a few times over. */
const TIMES = 2;

/** Of the main thread, amid what is stuck. */
const STUCK: ExitCode = 3;

const STANDARD_ERROR = 2;

/** Watches executors that are measured in this process, and knows which of them has its turn. */
export class BenchWatch {
  readonly #watchdog: Watchdog;
  readonly #containment: Containment;
  #doing = "loading the modules";
  #save: () => string = () => "";

  /** @param timeMs how long an executor is measured at a size. */
  constructor(containment: Containment, timeMs = 0) {
    this.#containment = containment;
    this.#watchdog = new Watchdog(() => this.#leave(), SILENCE_MS + TIMES * timeMs);
  }

  /** Notes what begins, as in "measuring lane/cancel-waiter of my-lane". */
  doing(what: string): void {
    this.#doing = what;
  }

  /** @param save saves what was found so far, at once, and says where that is. */
  onStuck(save: () => string): void {
    this.#save = save;
  }

  stop(): Promise<void> {
    return this.#watchdog.stop();
  }

  #leave(): never {
    const what = `${visible(this.#doing)} never comes to an end: a call does not come back, or somebody's microtasks never end`;
    writeSync(STANDARD_ERROR, `error: ${what}${this.#saved()}\n`);
    // Node tells there of the debugger that it is.
    closeSync(STANDARD_ERROR);
    this.#containment.leave();
    return (process as unknown as { reallyExit(code: number): never }).reallyExit(STUCK);
  }

  #saved(): string {
    try {
      return this.#save();
    } catch (error) {
      return `; what was measured before it cannot be saved: ${visible(describeThrown(error))}`;
    }
  }
}
