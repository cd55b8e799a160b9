import type { BatchRole } from "../../contract/lane-trace.ts";
import type { LaneShared } from "./shared.ts";

/** What the end of a run needs of the world. */
interface Surroundings {
  readonly submit: (name: string, role: BatchRole) => void;
  readonly width: () => number;
  readonly isOpen: () => boolean;
  /** Every batch is over. */
  readonly isIdle: () => boolean;
  /** A batch of the scenario waits for a permit. */
  readonly someoneWaits: () => boolean;
}

/** One more than a waiting batch may have to let pass (rule `lane/never-starves-forever`). */
const arrivalsMax = (width: number): number => 10 * width + 12;

/**
 * What the kit does after the last step: it ends bodies and waits in order of arrival, under a load of fresh batches if
 * the setup says so, and then counts the permits of the idle lane by running one batch more than it has.
 */
export class EndOfRun {
  readonly #underLoad: boolean;
  readonly #shared: LaneShared;
  readonly #surroundings: Surroundings;
  #arrivals = 0;
  #arrivedLast = false;
  #probed = false;

  constructor(underLoad: boolean, shared: LaneShared, surroundings: Surroundings) {
    this.#underLoad = underLoad;
    this.#shared = shared;
    this.#surroundings = surroundings;
  }

  /** Does the next thing. False: nothing is left to do. */
  grantNext(): boolean {
    // A batch comes before each grant, so that the permit that comes free could go to it.
    if (this.#mayArrive()) {
      this.#arrivedLast = true;
      this.#arrivals += 1;
      this.#surroundings.submit(`arrival-${this.#arrivals}`, "arrival");
      return true;
    }
    this.#arrivedLast = false;
    return this.#shared.grants.grantOldest() || this.#probe();
  }

  #mayArrive(): boolean {
    const { width, isOpen, someoneWaits } = this.#surroundings;
    const isDue = this.#underLoad && !this.#arrivedLast && !this.#probed;
    return isDue && isOpen() && this.#arrivals < arrivalsMax(width()) && someoneWaits();
  }

  #probe(): boolean {
    const { submit, width, isOpen, isIdle } = this.#surroundings;
    if (this.#probed || !isOpen() || !isIdle() || width() < 1) return false;
    this.#probed = true;
    this.#shared.add({ type: "probe" });
    for (let number = 1; number <= width() + 1; number += 1) submit(`probe-${number}`, "probe");
    return true;
  }
}
