import type {
  HaltOrder,
  ToolDomainEvent,
  ToolDomainRunner,
  ToolDomainSink,
  ToolDomainSurface,
  ToolRunCommand,
  UserFacingSurface,
} from "../../contract/domain.ts";
import { containReturned } from "./contain.ts";
import { InFlight } from "./in-flight.ts";
import type { Generation } from "./in-flight.ts";
import { requireUserFacing } from "./surface.ts";
import { blockFailed, blockResult, halted, rejected } from "./tool-domain-events.ts";

/** What a {@link ToolExecutionDomain} is assembled from. */
export interface ToolExecutionDomainOptions {
  /** Runs the blocks and releases what they own; see `createToolDomainRunner` for one over owned resources. */
  readonly runner: ToolDomainRunner;
  /** Is told every event. A fault of it is contained. */
  readonly sink: ToolDomainSink;
  /** Whether there is a user to reach is decided here, once, and not in each tool. */
  readonly surface: ToolDomainSurface;
}

/**
 * Runs admitted tool blocks and tells what became of them; stops are drain barriers.
 *
 * It keeps no state of the task and takes no scheduling decision: commands come in, events go out. `handle` never throws
 * and never waits. No tool, release or sink can make anything escape as an unhandled rejection; the one error that
 * reaches a caller is that of `release`, through the promise of the `halt` it belongs to.
 *
 * Rules `domain/*` of the contract; document "Tool Execution Domain", The executor contract.
 *
 * @example
 * ```ts
 * const domain = new ToolExecutionDomain({
 *   runner: { runBlock: (command) => runTool(command.dlineTid), release: () => closeEditors() },
 *   sink: { emit: (event) => console.log(event.kind) },
 *   surface: { kind: "denied", reason: "no user is present" },
 * });
 * domain.handle({ commandId: "c1", dlineTid: "t1" });
 * await domain.halt({ haltId: "h1", reason: "cancel" }); // drained, released, tool.halted emitted
 * domain.rearm();
 * ```
 */
export class ToolExecutionDomain {
  readonly #runner: ToolDomainRunner;
  readonly #sink: ToolDomainSink;
  readonly #surface: ToolDomainSurface;

  readonly #inFlight = new InFlight();
  /** Every stop that was ever started, by its id: an id that is in here is used up. */
  readonly #stops = new Map<string, Promise<void>>();
  /** The newest stop, until it is lifted. */
  #stopInForce: string | undefined;

  constructor(options: ToolExecutionDomainOptions) {
    this.#runner = options.runner;
    this.#sink = options.sink;
    this.#surface = options.surface;
  }

  /** Starts the block at once and returns; while stopped, emits `tool.rejected` instead. Never throws. */
  handle(command: ToolRunCommand): void {
    if (this.#stopInForce !== undefined) {
      this.#emit(rejected(command, "the tool execution domain is stopped"));
      return;
    }
    // Before the tool starts: a stop from inside `runBlock` waits for this command too.
    const generation = this.#inFlight.enter();
    this.#start(command).then(
      () => this.#settle(generation, blockResult(command)),
      (thrown: unknown) => this.#settle(generation, blockFailed(command, thrown)),
    );
  }

  /**
   * Stops the domain from this call on: nothing is admitted until {@link rearm}, and no outcome of a command admitted
   * before is emitted any more. Once those commands have settled, `release` is called with this order, then
   * `tool.halted` is emitted, then the promise settles.
   *
   * An id that was used before, whenever that was, stops nothing and joins the stop that it named.
   *
   * @returns Rejects with whatever `release` failed with, after the receipt.
   */
  halt(order: HaltOrder): Promise<void> {
    const { haltId } = order;
    const known = this.#stops.get(haltId);
    if (known !== undefined) return known;
    this.#stopInForce = haltId;
    const stop = this.#drainAndRelease(order, haltId);
    this.#stops.set(haltId, stop);
    return stop;
  }

  /**
   * Admits commands again, also while the stop is still draining: what is admitted now does not belong to it. With an
   * id, only if that stop is the one in force; a newer stop has superseded it and stays. No effect when not stopped.
   */
  rearm(haltId?: string): void {
    if (haltId === undefined || haltId === this.#stopInForce) this.#stopInForce = undefined;
  }

  /**
   * What a tool calls when it needs a user.
   *
   * @param capability Names, for the error only, what the tool wanted to do.
   * @throws SurfaceDeniedError if the domain was assembled without a user.
   */
  requireUserFacing(capability: string): UserFacingSurface {
    return requireUserFacing(this.#surface, capability);
  }

  #start(command: ToolRunCommand): Promise<unknown> {
    try {
      return Promise.resolve(this.#runner.runBlock(command));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  /** A command of an older generation was admitted before some stop: its outcome is dropped. */
  #settle(generation: Generation, outcome: ToolDomainEvent): void {
    this.#inFlight.leave(generation);
    if (generation === this.#inFlight.newest) this.#emit(outcome);
  }

  /** Ends the generation at once: what is admitted from here on is not waited for, and its outcomes count. */
  async #drainAndRelease(order: HaltOrder, haltId: string): Promise<void> {
    await this.#inFlight.drained();
    try {
      await this.#runner.release(order);
    } finally {
      this.#emit(halted(haltId));
    }
  }

  #emit(event: ToolDomainEvent): void {
    try {
      containReturned(this.#sink.emit(event));
    } catch {
      // Contained: whoever is told of faults is the one that failed.
    }
  }
}
