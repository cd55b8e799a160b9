import type { DomainHost, ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import type { Faults } from "./faults/index.ts";
import { Reducer } from "./reducer.ts";

/** Where the events leave the domain; a sink that throws is contained here. */
export class Sink {
  readonly #host: DomainHost;
  readonly #has: Faults;
  readonly #reducer: Reducer;
  /** What some faults remember and a correct domain does not need. */
  readonly #held: (() => void)[] = [];
  readonly #kept: ToolDomainEvent[] = [];
  #newestTid = "";
  #emitting = 0;

  constructor(host: DomainHost, has: Faults) {
    this.#host = host;
    this.#has = has;
    this.#reducer = new Reducer(host, has);
  }

  get isEmitting(): boolean {
    return this.#emitting > 0;
  }

  enterTurn(turnId: string): void {
    this.#reducer.enter(turnId);
  }

  admitted(command: ToolRunCommand): void {
    this.#newestTid = command.dlineTid;
  }

  /** False: the sink threw. */
  emitOutcome(outcome: ToolDomainEvent, isWanted: () => boolean): boolean {
    if (this.#has("results-muted-without-user") && this.#host.surface.kind === "denied") return true;
    const event = this.#has("outcome-with-newest-tid") ? { ...outcome, dlineTid: this.#newestTid } : outcome;
    if (this.#has("outcomes-held-until-idle")) {
      this.#held.push(() => isWanted() && this.emit(event));
    } else if (this.#has("stop-looked-up-too-early")) {
      queueMicrotask(() => this.emit(event));
    } else {
      if (this.#has("outcome-emitted-twice")) this.emit(event);
      return this.emit(event);
    }
    return true;
  }

  /** Nothing is in flight any more. */
  idle(): void {
    for (const release of this.#held.splice(0)) release();
  }

  apply(outcome: ToolDomainEvent): void {
    this.#reducer.apply(outcome);
  }

  keep(outcome: ToolDomainEvent): void {
    this.#kept.push(outcome);
  }

  /** False: the sink threw. */
  emit(event: ToolDomainEvent): boolean {
    const threw = this.#tell(event);
    this.#reducer.apply(event);
    if (event.kind !== "tool.halted") return !threw;
    for (const kept of this.#kept.splice(0)) this.emit(kept);
    if (this.#has("notice-after-receipt")) this.#tell({ kind: "tool.idle" } as unknown as ToolDomainEvent);
    return !threw;
  }

  #tell(event: ToolDomainEvent): boolean {
    this.#emitting += 1;
    try {
      this.#host.sink.emit(event);
      return false;
    } catch (error) {
      if (this.#has("sink-throw-reaches-caller") && event.kind === "tool.rejected") throw error;
      if (this.#has("sink-throw-escapes")) void Promise.reject(error);
      if (this.#has("sink-throw-becomes-failure") && event.kind === "tool.block_result") {
        this.emit({ ...event, kind: "tool.block_failed", message: "the sink failed" });
      }
      return true;
    } finally {
      this.#emitting -= 1;
    }
  }
}
