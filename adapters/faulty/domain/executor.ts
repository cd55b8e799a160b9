import type {
  DomainExecutor,
  DomainHost,
  HaltOrder,
  ToolDomainEvent,
  ToolRunCommand,
  UserFacingSurface,
} from "executor-conformance";
import { stopWithinBudget } from "./budget.ts";
import { blockFailed, blockResult, rejected } from "./events.ts";
import type { Faults } from "./faults/index.ts";
import { releaseOf, type Release } from "./release.ts";
import { Sink } from "./sink.ts";
import { userSurface } from "./surface.ts";

/** One admitted command, from its admission until its tool has settled. */
interface Block {
  readonly command: ToolRunCommand;
  /** How many stops had been called when it was admitted: its outcome counts only if none has been called since. */
  readonly generation: number;
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

/**
 * A small tool execution domain that conforms to every rule of the profile, and differs from that by each fault it is
 * given. A fault is looked up where a correct executor would decide otherwise, and nowhere else.
 */
export class FaultyDomain implements DomainExecutor {
  readonly #host: DomainHost;
  readonly #has: Faults;
  readonly #sink: Sink;
  readonly #release: Release;
  readonly #inFlight = new Set<Block>();
  /** Every stop by its id: an id in here is used up. */
  readonly #stops = new Map<string, Promise<void>>();
  #generation = 0;
  /** The newest stop, until it is lifted. */
  #inForce: string | undefined;
  #drains = 0;
  #ownStops = 0;
  /** What some faults remember and a correct domain does not need. */
  readonly #latest = new Map<string, Block>();
  #closing: string | undefined;
  #latestStop: Promise<void> | undefined;
  readonly #givenUp: Block[] = [];

  constructor(host: DomainHost, has: Faults) {
    this.#host = host;
    this.#has = has;
    this.#release = releaseOf(host, has);
    this.#sink = new Sink(host, has);
    if (has("poller-left-running")) setInterval(() => {}, 777);
  }

  handle(command: ToolRunCommand): unknown {
    if (this.#has("handle-inside-emit-lost") && this.#sink.isEmitting && this.#inForce === undefined) return undefined;
    if (this.#inForce !== undefined) return this.#reject(command);
    this.#sink.admitted(command);
    const block = newBlock(command, this.#generation);
    this.#latest.set(command.commandId, block);
    if (this.#startsLater(block)) return undefined;
    const running = this.#start(block);
    return this.#has("handle-returns-the-tool") ? running : undefined;
  }

  halt(order: HaltOrder): Promise<void> {
    const { haltId } = order;
    const known = this.#stops.get(haltId);
    if (known !== undefined && !this.#actsAgain()) return this.#repeat(known, order);
    this.#generation += 1;
    this.#closeDoor(haltId);
    if (this.#has("only-last-halt-remembered")) this.#stops.clear();
    const stop = this.#joinsOlder() ?? this.#stop(order);
    this.#stops.set(haltId, stop);
    this.#latestStop = stop;
    return stop;
  }

  rearm(haltId?: string): void {
    if (this.#has("rearm-does-nothing")) return;
    if (this.#has("rearm-ignored-while-draining") && this.#drains > 0) return;
    this.#closing = undefined;
    if (this.#has("rearm-starts-a-generation")) this.#generation += 1;
    if (this.#has("rearm-forgets-what-runs")) this.#inFlight.clear();
    if (haltId === undefined || haltId === this.#inForce || this.#has("rearm-ignores-its-id"))
      this.#inForce = undefined;
    for (const block of this.#givenUp.splice(0)) void this.#start(block);
  }

  haltToolDomain(reason: HaltOrder["reason"]): Promise<void> {
    this.#ownStops += 1;
    const order = { haltId: `own-stop-${this.#ownStops}`, reason };
    return stopWithinBudget(this.#host, this.#has, () => this.halt(order));
  }

  requireUserFacing(capability: string): UserFacingSurface {
    return userSurface(this.#host.surface, capability, this.#has);
  }

  enterTurn(turnId: string): void {
    this.#sink.enterTurn(turnId);
  }

  // ---- commands ----

  #reject(command: ToolRunCommand): void {
    if (this.#has("dropped-while-stopped")) return;
    const event = rejected(command, this.#has);
    this.#sink.emit(event);
    if (this.#has("rejected-twice")) this.#sink.emit(event);
  }

  /** Starting later is allowed: a stop that comes first gives the block up. A correct domain need not. */
  #startsLater(block: Block): boolean {
    if (this.#has("serial-block-waits") && block.command.mode === "serial" && this.#inFlight.size > 0) {
      void this.#drained().then(() => this.#startUnlessStopped(block));
      return true;
    }
    const later =
      this.#has("started-after-the-stop") || this.#has("given-up-block-kept") || this.#has("given-up-block-rejected");
    if (later) queueMicrotask(() => this.#startUnlessStopped(block));
    return later;
  }

  #startUnlessStopped(block: Block): void {
    const isStopped = block.generation !== this.#generation;
    if (isStopped && this.#has("given-up-block-kept")) this.#givenUp.push(block);
    else if (isStopped && this.#has("given-up-block-rejected")) this.#sink.emit(rejected(block.command, this.#has));
    else if (!isStopped || this.#has("started-after-the-stop")) void this.#start(block);
  }

  #start(block: Block): Promise<unknown> {
    const { command } = block;
    if (!this.#has("running-block-counted-late")) this.#inFlight.add(block);
    if (this.#has("outcome-at-the-start")) this.#sink.emit(blockResult(command, this.#has));
    let running: Promise<unknown>;
    try {
      running = Promise.resolve(this.#host.runner.runBlock(this.#has("mode-left-out") ? modeless(command) : command));
    } catch (thrown) {
      this.#settled(block, blockFailed(command, thrown, this.#has));
      if (this.#has("tool-throw-reaches-caller")) throw thrown;
      return Promise.resolve();
    }
    this.#inFlight.add(block);
    if (this.#has("tool-started-twice") && block.generation >= 0) void this.#start(newBlock(command, -1));
    const succeed = (): void => this.#settled(block, blockResult(command, this.#has));
    const fail = (thrown: unknown): void => this.#settled(block, blockFailed(command, thrown, this.#has));
    if (this.#has("rejection-escapes")) {
      void running.then(succeed);
      running.catch(fail);
    } else {
      running.then(succeed, fail);
    }
    return running;
  }

  #settled(block: Block, outcome: ToolDomainEvent): void {
    const { command } = block;
    const isWanted = (): boolean => this.#isWanted(block);
    if (isWanted()) {
      const threw = !this.#sink.emitOutcome(outcome, isWanted);
      if (threw && this.#has("sink-throw-keeps-block-open")) return;
    } else if (this.#has("results-delivered-after-receipt")) {
      this.#sink.keep(outcome);
    } else if (this.#has("dropped-result-applied")) {
      this.#sink.apply(outcome);
    }
    this.#leave(block);
    if (this.#has("drain-keyed-by-id")) {
      for (const other of this.#inFlight) if (other.command.commandId === command.commandId) this.#leave(other);
    }
    if (this.#has("command-written-to")) command.dlineTid = "done";
  }

  #leave(block: Block): void {
    this.#inFlight.delete(block);
    block.settle();
    if (this.#inFlight.size === 0) this.#sink.idle();
  }

  #isWanted(block: Block): boolean {
    if (this.#has("outcome-at-the-start")) return false;
    if (this.#has("reused-id-loses-outcome") && this.#latest.get(block.command.commandId) !== block) return false;
    if (this.#has("results-dropped-during-any-drain") && this.#drains > 0) return false;
    if (this.#has("results-survive-the-stop")) return block.generation >= 0;
    if (this.#has("results-dropped-only-until-rearm")) return this.#inForce === undefined;
    return block.generation === this.#generation;
  }

  // ---- stops ----

  #closeDoor(haltId: string): void {
    if (!this.#has("stop-known-a-reaction-late")) {
      this.#inForce = haltId;
      return;
    }
    this.#closing = haltId;
    queueMicrotask(() => {
      if (this.#closing === haltId) this.#inForce = haltId;
    });
  }

  #actsAgain(): boolean {
    return this.#inForce === undefined && this.#has("late-repeat-stops-again");
  }

  #repeat(known: Promise<void>, order: HaltOrder): Promise<void> {
    if (this.#has("repeat-releases-again")) this.#release(order).catch(() => {});
    return this.#has("repeat-resolves-at-once") ? Promise.resolve() : known;
  }

  #joinsOlder(): Promise<void> | undefined {
    return this.#has("overlapping-stop-joins-the-older") && this.#drains > 0 ? this.#latestStop : undefined;
  }

  async #stop(order: HaltOrder): Promise<void> {
    this.#drains += 1;
    const isIdle = this.#inFlight.size === 0;
    await (this.#has("receipt-before-drain") ? undefined : this.#drained());
    if (this.#has("receipt-before-release")) this.#receipt(order);
    const failure = isIdle && this.#has("idle-stop-not-released") ? undefined : await this.#released(order);
    this.#drains -= 1;
    if (this.#has("halt-settles-before-receipt")) setTimeout(() => this.#receipt(order), 0);
    else if (!this.#has("receipt-before-release")) this.#receipt(order, failure);
    if (this.#has("order-written-to")) order.reason = "detach";
    if (failure === undefined || this.#has("release-error-swallowed")) return;
    throw this.#has("release-error-wrapped") ? new Error("release failed", { cause: failure.error }) : failure.error;
  }

  async #released(order: HaltOrder): Promise<{ readonly error: unknown } | undefined> {
    try {
      await this.#release(order);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #receipt({ haltId }: HaltOrder, failure?: { readonly error: unknown }): void {
    if (failure !== undefined && this.#has("failed-stop-not-receipted")) return;
    const named = this.#has("receipt-names-the-newest-stop") ? ([...this.#stops.keys()].at(-1) ?? haltId) : haltId;
    this.#sink.emit({ kind: "tool.halted", haltId: named });
    if (failure !== undefined && this.#has("failed-stop-receipted-twice"))
      this.#sink.emit({ kind: "tool.halted", haltId });
  }

  /** Resolves when everything has settled that is in flight now. What is admitted later does not belong to this stop. */
  async #drained(): Promise<void> {
    do {
      await Promise.all(Array.from(this.#inFlight, ({ settled }) => settled));
    } while (this.#has("drain-takes-in-later-work") && this.#inFlight.size > 0);
  }
}

function newBlock(command: ToolRunCommand, generation: number): Block {
  const gate: { open?: () => void } = {};
  const settled = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  return { command, generation, settled, settle: () => gate.open?.() };
}

function modeless({ commandId, dlineTid, turnId }: ToolRunCommand): ToolRunCommand {
  return { commandId, dlineTid, ...(turnId === undefined ? {} : { turnId }) };
}
