import type { DomainHost, ToolDomainEvent } from "executor-conformance";
import type { Faults } from "./faults/index.ts";

/** Applies outcomes, and recognises those of a turn it has left. */
export class Reducer {
  readonly #host: DomainHost;
  readonly #has: Faults;
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
    this.#host.applied(event);
    if (this.#has("result-applied-twice")) this.#host.applied(event);
  }
}
