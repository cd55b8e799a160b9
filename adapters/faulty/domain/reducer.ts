import type { DomainHost, ToolDomainEvent } from "executor-conformance";
import type { Faults } from "./faults/index.ts";

/** Applies outcomes, and recognises those of a turn it has left. */
export class Reducer {
  readonly #host: DomainHost;
  readonly #has: Faults;
  /** What a fault remembers and a correct reducer does not need. */
  readonly #waiting: ToolDomainEvent[] = [];
  #entered: string | undefined;

  constructor(host: DomainHost, has: Faults) {
    this.#host = host;
    this.#has = has;
  }

  enter(turnId: string): void {
    this.#entered = turnId;
  }

  apply(event: ToolDomainEvent): void {
    if (event.kind === "tool.halted" || event.kind === "tool.rejected" || this.#has("nothing-applied")) return;
    const isTurnless = event.turnId === undefined;
    if (isTurnless && this.#has("turnless-result-not-applied")) return;
    if (!isTurnless && event.turnId !== this.#entered && !this.#has("stale-result-applied")) return;
    if (this.#has("result-applied-with-the-next")) {
      for (const waiting of this.#waiting.splice(0)) this.#host.applied(waiting);
      this.#waiting.push(event);
      return;
    }
    this.#host.applied(event);
    if (this.#has("result-applied-twice")) this.#host.applied(event);
  }
}
