import type { ToolDomainEvent, ToolDomainSink, ToolRunCommand } from "../../../contract/domain.ts";
import { contain } from "../contain.ts";
import { reduceTurn } from "./turn-reducer.ts";
import type { ToolBlock, ToolOutcome, ToolRunMode, TurnEffect, TurnEvent, TurnState } from "./turn-reducer.ts";

/** What a {@link TurnDriver} works with. */
export interface TurnDriverOptions {
  /** The task setting; asked once for each turn, when it is created. */
  readonly taskMode: () => ToolRunMode;
  /** Takes a command and returns at once: the `handle` of a tool execution domain. */
  readonly execute: (command: ToolRunCommand) => void;
  /** An outcome of the turn under way, or of no turn: called once for each. A fault of it is contained. */
  readonly onApplied: (outcome: ToolOutcome) => void;
  /** An outcome of any other turn, recognised and not applied. A fault of it is contained. */
  readonly onStale: (outcome: ToolOutcome) => void;
}

/**
 * Drives turns: keeps the reducer's state, carries its effects out, and is the sink of the domain that runs the blocks.
 *
 * Events are reduced one after another. One that arrives while the effects of another are carried out waits for them,
 * so that no effect is decided on a state that is still about to change. No tool is ever awaited; a serial turn goes on
 * when the outcome of its block comes back as an event.
 *
 * Document "Tool Execution Domain", The command.
 *
 * @example
 * ```ts
 * const driver = new TurnDriver({
 *   taskMode: () => settings.toolMode,
 *   execute: (command) => domain.handle(command),
 *   onApplied: (outcome) => history.push(outcome),
 *   onStale: (outcome) => log.debug("left its turn", outcome),
 * });
 * const domain = new ToolExecutionDomain({ runner, surface, sink: driver });
 * driver.createTurn("u1", [{ commandId: "c1", dlineTid: "t1" }]);
 * ```
 */
export class TurnDriver implements ToolDomainSink {
  readonly #options: TurnDriverOptions;
  readonly #pending: TurnEvent[] = [];
  #reducing = false;
  #state: TurnState = undefined;

  constructor(options: TurnDriverOptions) {
    this.#options = options;
  }

  /** Leaves the turn under way, if any, enters this one and runs its blocks in the mode of the task setting. */
  createTurn(turnId: string, blocks: readonly ToolBlock[] = []): void {
    this.#dispatch({ kind: "turn.created", turnId, mode: this.#options.taskMode(), blocks });
  }

  /** Leaves the turn under way: its waiting blocks never run, its late outcomes are stale. */
  leaveTurn(): void {
    this.#dispatch({ kind: "turn.left" });
  }

  /** Takes an event of the domain. */
  emit(event: ToolDomainEvent): void {
    this.#dispatch(event);
  }

  /** Events that come while one is reduced are reduced after it. */
  #dispatch(event: TurnEvent): void {
    if (this.#reducing) {
      this.#pending.push(event);
      return;
    }
    this.#reducing = true;
    this.#reduce(event);
    while (this.#pending.length > 0) this.#reduce(this.#pending.shift() as TurnEvent);
    this.#reducing = false;
  }

  #reduce(event: TurnEvent): void {
    const { state, effects } = reduceTurn(this.#state, event);
    this.#state = state;
    for (const effect of effects) contain(() => this.#carryOut(effect));
  }

  #carryOut(effect: TurnEffect): unknown {
    const { execute, onApplied, onStale } = this.#options;
    if (effect.kind === "tool.run") return execute(effect.command);
    return effect.kind === "outcome.applied" ? onApplied(effect.outcome) : onStale(effect.outcome);
  }
}
