import type { DomainExecutor, DomainHost, HaltOrder, ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import { quietly } from "./quietly.ts";

interface Cell {
  readonly command: ToolRunCommand;
  readonly stops: number;
  state: "queued" | "running" | "settled";
  outcome?: ToolDomainEvent;
}

interface Stop {
  readonly order: HaltOrder;
  readonly waitsFor: readonly Cell[];
  state: "draining" | "releasing" | "released";
  failure?: { readonly error: unknown };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A domain that lives in a loop: every tick starts what was handled, emits what has settled, and moves each stop on by as
 * many stages as it can. `dispose` ends the loop.
 */
export class TickingDomain implements DomainExecutor {
  readonly #host: DomainHost;
  readonly #timer: NodeJS.Timeout;
  #cells: Cell[] = [];
  #stops: Stop[] = [];
  readonly #halts = new Map<string, Promise<void>>();
  readonly #rejections: ToolDomainEvent[] = [];
  #calledStops = 0;
  #isStopped = false;

  constructor(host: DomainHost, everyMs: number) {
    this.#host = host;
    this.#timer = setInterval(() => this.#tick(), everyMs);
  }

  handle(command: ToolRunCommand): void {
    const { commandId, dlineTid } = command;
    if (this.#isStopped) this.#rejections.push({ kind: "tool.rejected", commandId, dlineTid });
    else this.#cells.push({ command, stops: this.#calledStops, state: "queued" });
  }

  halt(order: HaltOrder): Promise<void> {
    const known = this.#halts.get(order.haltId);
    if (known !== undefined) return known;
    this.#isStopped = true;
    this.#calledStops += 1;
    this.#cells = this.#cells.filter(({ state }) => state !== "queued");
    const waitsFor = [...this.#cells];
    const halt = new Promise<void>((resolve, reject) => {
      this.#stops.push({ order, waitsFor, state: "draining", resolve, reject });
    });
    this.#halts.set(order.haltId, halt);
    return halt;
  }

  rearm(): void {
    this.#isStopped = false;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    for (const rejection of this.#rejections.splice(0)) this.#tell(rejection);
    for (const cell of this.#cells.filter(({ state }) => state === "queued")) this.#start(cell);
    for (const cell of this.#cells.filter(({ state }) => state === "settled")) this.#report(cell);
    for (const stop of this.#stops.slice()) this.#move(stop);
  }

  #start(cell: Cell): void {
    // A call from inside `runBlock` may have stopped the domain since this tick began.
    if (cell.stops !== this.#calledStops) return;
    const { commandId, dlineTid, turnId } = cell.command;
    const ids = { commandId, dlineTid, ...(turnId === undefined ? {} : { turnId }) };
    cell.state = "running";
    const settle = (outcome: ToolDomainEvent): void => {
      cell.outcome = outcome;
      cell.state = "settled";
    };
    const run = async (): Promise<unknown> => this.#host.runner.runBlock(cell.command);
    run().then(
      () => settle({ kind: "tool.block_result", ...ids }),
      () => settle({ kind: "tool.block_failed", ...ids, message: "failed" }),
    );
  }

  #report(cell: Cell): void {
    this.#cells = this.#cells.filter((other) => other !== cell);
    if (cell.outcome !== undefined && cell.stops === this.#calledStops) this.#tell(cell.outcome);
  }

  #move(stop: Stop): void {
    if (stop.state === "draining" && stop.waitsFor.every(({ state }) => state === "settled")) {
      stop.state = "releasing";
      this.#release(stop);
    }
    if (stop.state !== "released") return;
    this.#stops = this.#stops.filter((other) => other !== stop);
    this.#tell({ kind: "tool.halted", haltId: stop.order.haltId });
    if (stop.failure === undefined) stop.resolve();
    else stop.reject(stop.failure.error);
  }

  #release(stop: Stop): void {
    const release = async (): Promise<void> => this.#host.runner.release(stop.order);
    const released = (failure?: { readonly error: unknown }): void => {
      if (failure !== undefined) stop.failure = failure;
      stop.state = "released";
    };
    release().then(
      () => released(),
      (error: unknown) => released({ error }),
    );
  }

  #tell(event: ToolDomainEvent): void {
    quietly(() => this.#host.sink.emit(event));
  }
}
