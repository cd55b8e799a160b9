import type { ResetName } from "../../contract/domain-trace.ts";
import type { Gap } from "../../contract/scenario.ts";
import { DEFAULT_BUDGET_MS, type DomainCall, type DomainStep } from "./steps.ts";

export interface ModelCommand {
  readonly name: string;
  readonly commandId: string;
  readonly dlineTid: string;
  readonly turnId: string | undefined;
  state: "running" | "settled" | "hung" | "rejected";
}

export interface ModelStop {
  readonly name: string;
  readonly budgeted: boolean;
  /** Names of the commands it waits for. */
  readonly waitsFor: readonly string[];
  /** The resets that have not been answered; only where the host owns resources. */
  resets: readonly ResetName[];
  /** At a quiescent point `draining` becomes `releasing`, when nothing is left to wait for. */
  state: "draining" | "releasing" | "released" | "done";
}

const RESETS: readonly ResetName[] = ["revertDiff", "cancelCommand"];

/**
 * A correct domain, as far as it takes to say what can happen next: which tools run, which stops drain and which wait for
 * their release. It does what the reference executor does: tools start at once, a stop is released when it has drained.
 */
export class DomainState {
  commands: ModelCommand[] = [];
  stops: ModelStop[] = [];
  /** Ids and names of the stops that no rearm has lifted. */
  standing: readonly string[] = [];
  turns: readonly string[] = [];
  /** The last step let something settle, and its reactions have not all run. */
  answeredJustNow = false;
  readonly #budgetMs: number;
  /** Asked for several times between two steps. */
  #running: readonly ModelCommand[] | undefined;

  constructor(budgetMs = DEFAULT_BUDGET_MS) {
    this.#budgetMs = budgetMs;
  }

  clone(): DomainState {
    const copy = new DomainState(this.#budgetMs);
    copy.commands = this.commands.map((command) => ({ ...command }));
    copy.stops = this.stops.map((stop) => ({ ...stop }));
    copy.standing = this.standing;
    copy.turns = this.turns;
    copy.answeredJustNow = this.answeredJustNow;
    return copy;
  }

  /** States with equal keys go on alike. */
  key(): string {
    return JSON.stringify([this.commands, this.stops, this.standing, this.turns]);
  }

  get isStopped(): boolean {
    return this.standing.length > 0;
  }

  get isDraining(): boolean {
    return this.stops.some(({ state }) => state !== "done");
  }

  get running(): readonly ModelCommand[] {
    return (this.#running ??= this.commands.filter(({ state }) => state === "running"));
  }

  /** How many tools were started and have not settled, those that never will included. */
  get inFlight(): number {
    let count = 0;
    for (const { state } of this.commands) if (state === "running" || state === "hung") count += 1;
    return count;
  }

  named(command: string): ModelCommand | undefined {
    return this.commands.find(({ name }) => name === command);
  }

  /** The stop of that halt id, or of that `stop` step. */
  stop(name: string): ModelStop | undefined {
    return this.stops.find((stop) => stop.name === name);
  }

  get releasing(): readonly ModelStop[] {
    return this.stops.filter(({ state }) => state === "releasing");
  }

  get budgetIsRunning(): boolean {
    return this.stops.some(({ budgeted, state }) => budgeted && state !== "done");
  }

  /** Whether the budget of a `haltToolDomain` ends within so many ms. */
  expires(ms: number): boolean {
    return ms >= this.#budgetMs;
  }

  take(step: DomainStep, gap: Gap | undefined): void {
    this.#apply(step);
    this.#running = undefined;
    this.answeredJustNow = gap !== undefined && isAnswer(step);
    if (gap === undefined) this.#rest();
  }

  #apply(step: DomainStep): void {
    switch (step.op) {
      case "handle":
      case "halt":
      case "rearm":
        return this.#call(step);
      case "inside":
        // When it will be made is not known; that its names are taken is.
        return this.#call(step.call);
      case "settle":
      case "fail":
        return this.#settle(step.command, "settled");
      case "hang":
        return this.#settle(step.command, "hung");
      case "release":
      case "fail-release":
        return this.#release(step.halt);
      case "hang-release":
        return;
      case "stop":
        this.#newStop(step.stop, true);
        return;
      case "turn":
        this.turns = [...this.turns, step.turn];
        return;
      case "advance":
        if (!this.expires(step.ms)) return;
        for (const stop of this.stops) if (stop.budgeted) stop.state = "done";
        return;
      case "reset":
      case "fail-reset":
        return this.#reset(step.which);
      case "hang-reset":
      case "throw-reset":
      case "throw-in":
      case "ask":
    }
  }

  #call(call: DomainCall): void {
    switch (call.op) {
      case "handle": {
        const commandId = call.commandId ?? call.command;
        const state = this.isStopped ? "rejected" : call.throws === undefined ? "running" : "settled";
        this.commands.push({
          name: call.command,
          commandId,
          dlineTid: call.dlineTid ?? `tid-${commandId}`,
          turnId: call.turnId,
          state,
        });
        return;
      }
      case "halt":
        if (this.stop(call.halt) === undefined) this.#newStop(call.halt, false);
        return;
      case "rearm":
        this.standing =
          call.halt === undefined || this.standing.at(-1) === call.halt
            ? []
            : this.standing.filter((name) => name !== call.halt);
    }
  }

  #newStop(name: string, budgeted: boolean): void {
    this.stops.push({
      name,
      budgeted,
      waitsFor: this.running.map((command) => command.name),
      state: "draining",
      resets: RESETS,
    });
    this.standing = [...this.standing, name];
  }

  #settle(name: string, state: "settled" | "hung"): void {
    const command = this.named(name);
    if (command !== undefined) command.state = state;
  }

  #release(name: string): void {
    const stop = this.stop(name);
    if (stop !== undefined) stop.state = "released";
  }

  #reset(which: ResetName): void {
    const stop = this.releasing.find(({ resets }) => resets.includes(which));
    if (stop === undefined) return;
    stop.resets = stop.resets.filter((reset) => reset !== which);
    if (stop.resets.length === 0) stop.state = "released";
  }

  /** Everything that is due happens. */
  #rest(): void {
    for (const stop of this.stops) {
      if (stop.state === "released") stop.state = "done";
      const open = this.commands.some(
        ({ name, state }) => stop.waitsFor.includes(name) && (state === "running" || state === "hung"),
      );
      if (stop.state === "draining" && !open) stop.state = "releasing";
    }
  }
}

/** Something that was pending settles. */
export function isAnswer({ op }: DomainStep): boolean {
  return isToolAnswer(op) || op === "release" || op === "fail-release" || op === "reset" || op === "fail-reset";
}

/** A tool settles. */
export function isToolAnswer(op: string | undefined): boolean {
  return op === "settle" || op === "fail";
}
