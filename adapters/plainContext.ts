import type { LaneContext } from "executor-conformance";

/**
 * What a body is given by a lane that cancels nothing that runs. The signal is made on first use: a controller costs more than
 * some libraries need for a whole batch, and they would be charged with it.
 */
export class PlainContext implements LaneContext {
  #signal: AbortSignal | undefined;
  readonly offLane: LaneContext["offLane"];

  /** @param offLane by default it awaits, and keeps the permit. */
  constructor(offLane: LaneContext["offLane"] = (wait) => wait()) {
    this.offLane = offLane;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= new AbortController().signal);
  }
}
