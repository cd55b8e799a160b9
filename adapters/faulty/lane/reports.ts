import type { LaneHost } from "executor-conformance";
import type { Batch } from "./batch.ts";
import type { Faults } from "./faults/index.ts";
import { scopes } from "./scope.ts";

/** How a body ended. */
export type Ending = { readonly results: ReadonlyArray<readonly [string, string]> } | { readonly error: unknown };

/** Where outcomes and wakes leave the lane; a host that throws is contained here. */
export class Reports {
  readonly #host: LaneHost;
  readonly #has: Faults;
  /** What some faults remember and a correct lane does not need. */
  #newestAgent = "";
  #skipsNext = false;

  constructor(host: LaneHost, has: Faults) {
    this.#host = host;
    this.#has = has;
  }

  submitted(batch: Batch): void {
    this.#newestAgent = batch.job.agent;
  }

  /** False: the host threw. */
  outcome({ job }: Batch, ending: Ending): boolean {
    if (this.#has("failure-without-outcome") && "error" in ending) return true;
    if (this.#skipsNext) {
      this.#skipsNext = false;
      return true;
    }
    const outcome = { agent: this.#agentOf(job.agent), batchId: job.batchId, ...this.#changed(ending) };
    if (this.#has("woken-before-the-outcome")) this.#call(() => this.#host.wake());
    if (this.#has("outcome-reported-twice")) this.#call(() => this.#host.outcome(outcome));
    const went = this.#call(() => this.#host.outcome(outcome));
    if (!went && this.#has("host-throw-loses-next-outcome")) this.#skipsNext = true;
    return went;
  }

  wake(): void {
    if (!this.#has("woken-before-the-outcome")) this.#call(() => this.#host.wake());
  }

  parked(): void {
    if (!this.#has("park-wakes-nobody")) this.#call(() => this.#host.wake());
  }

  #agentOf(agent: string): string {
    return this.#has("outcome-of-newest-agent") ? this.#newestAgent : agent;
  }

  #changed(ending: Ending): Ending {
    if ("results" in ending) return this.#has("results-reversed") ? { results: ending.results.toReversed() } : ending;
    return this.#has("error-wrapped") ? { error: new Error("the batch failed", { cause: ending.error }) } : ending;
  }

  #call(call: () => void): boolean {
    try {
      scopes.run(undefined, call);
      return true;
    } catch (error) {
      if (this.#has("host-throw-escapes")) void Promise.reject(error);
      return false;
    }
  }
}
