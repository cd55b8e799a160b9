import type { CallSite, DomainRecord, Returned } from "../../contract/domain-trace.ts";
import type { DomainAdapter, DomainExecutor, DomainHost, HaltOrder, ToolRunCommand } from "../../contract/domain.ts";
import {
  DEFAULT_BUDGET_MS,
  type DomainCall,
  type DomainScenario,
  type DomainStep,
} from "../../scenario/domain/steps.ts";
import { requireMethods } from "../methods.ts";
import type { Recorder } from "../recorder.ts";
import { observeReturned } from "../returned.ts";
import { describeThrown, isThenable, makeSettled, ValueTokens } from "../values.ts";
import type { World } from "../world.ts";
import { copyCommand, copyOrder } from "./copies.ts";
import { HandedOver } from "./handedOver.ts";
import { DomainHostSide } from "./hostSide.ts";
import type { Pending } from "./pending.ts";
import { StopLedger } from "./stopLedger.ts";
import { askFor } from "./surface.ts";

type HandleCall = Extract<DomainCall, { op: "handle" }>;
type HaltCall = Extract<DomainCall, { op: "halt" }>;

/** Everything outside a tool execution domain in one run: it performs the steps and writes down what happens. */
export class DomainWorld implements World<DomainStep> {
  readonly host: DomainHost;
  readonly #recorder: Recorder<DomainRecord>;
  readonly #capabilities: NonNullable<DomainAdapter["capabilities"]>;
  readonly #tokens = new ValueTokens();
  readonly #handed = new HandedOver();
  readonly #stops: StopLedger;
  readonly #hostSide: DomainHostSide;
  readonly #turns = new Set<string>();
  readonly #budgetMs: number;
  #executor!: DomainExecutor;
  #halts = 0;

  constructor(adapter: DomainAdapter, { setup }: DomainScenario, recorder: Recorder<DomainRecord>) {
    this.#recorder = recorder;
    this.#capabilities = adapter.capabilities ?? {};
    this.#stops = new StopLedger(this.#capabilities);
    this.#budgetMs = setup.budgetMs ?? DEFAULT_BUDGET_MS;
    this.#hostSide = new DomainHostSide(this.#capabilities, setup, {
      recorder,
      tokens: this.#tokens,
      handed: this.#handed,
      stops: this.#stops,
      callInside: (call, site) => this.#call(call, site),
    });
    this.host = this.#hostSide.host;
  }

  attach(executor: unknown): void {
    this.#executor = requireMethods("domain", executor, this.#capabilities);
  }

  perform(step: DomainStep): boolean {
    const hostSide = this.#hostSide;
    switch (step.op) {
      case "handle":
      case "halt":
      case "rearm":
        return this.#call(step, "step");
      case "settle":
        return hostSide.answer(this.#tool(step.command), undefined, makeSettled(step.value));
      case "fail":
        return hostSide.answer(this.#tool(step.command), step.thrown ?? "error");
      case "hang":
        return this.#hangTool(step.command);
      case "release":
        return hostSide.answer(this.#release(step.halt));
      case "fail-release":
        return hostSide.answer(this.#release(step.halt), step.thrown ?? "error");
      case "hang-release":
        return hostSide.hang(this.#release(step.halt));
      case "reset":
        return hostSide.answer(hostSide.pending.find("reset", step.which));
      case "fail-reset":
        return hostSide.answer(hostSide.pending.find("reset", step.which), step.thrown ?? "error");
      case "hang-reset":
        return hostSide.hang(hostSide.pending.find("reset", step.which));
      case "throw-reset":
        if (this.host.resources === undefined) return false;
        hostSide.armReset(step.which, step.thrown ?? "error");
        return true;
      case "stop":
        return this.#stop(step.stop, step.reason ?? "cancel");
      case "throw-in":
        hostSide.armThrow(step.callback);
        return true;
      case "inside":
        hostSide.armCall(step.callback, step.call);
        return true;
      case "ask":
        return this.#ask(step.capability, step.command);
      case "turn":
        return this.#enterTurn(step.turn);
      case "advance":
        // The run moves the clock; nothing of the world has to.
        return true;
    }
  }

  grantNext(): boolean {
    return this.#hostSide.answer(this.#hostSide.pending.oldest());
  }

  dispose(): unknown {
    return this.#executor.dispose?.();
  }

  finish(): void {
    for (const what of this.#handed.mutated())
      this.#recorder.add({ type: "mutated", what, step: this.#recorder.step, at: this.#recorder.at });
  }

  #call(call: DomainCall, site: CallSite): boolean {
    switch (call.op) {
      case "handle":
        return this.#handle(call, site);
      case "halt":
        return this.#halt(call, site);
      case "rearm":
        return this.#rearm(call.halt, site);
    }
  }

  #handle(call: HandleCall, site: CallSite): boolean {
    const commandId = call.commandId ?? call.command;
    const command: ToolRunCommand = { commandId, dlineTid: call.dlineTid ?? `tid-${commandId}` };
    if (call.turnId !== undefined) command.turnId = call.turnId;
    if (call.mode !== undefined) command.mode = call.mode;
    if (this.#handed.byName(call.command) !== undefined) return false;
    const either = this.#stops.mayBeStopped;
    if (!this.#mayShareIds(command, either)) return false;
    const copy = copyCommand(command);
    this.#handed.addCommand({
      name: call.command,
      command,
      copy,
      throws: call.throws,
      either,
      stopped: this.#stops.isStopped,
      hangs: false,
      runs: 0,
    });
    this.#recorder.add({
      type: "handle",
      command: call.command,
      given: copy,
      site,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    let returned: Returned = "nothing";
    let threw: string | undefined;
    try {
      returned = observeReturned(this.#executor.handle(command));
    } catch (error) {
      threw = this.#tokens.of(error);
    }
    this.#recorder.add({
      type: "handled",
      command: call.command,
      returned,
      threw,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    return true;
  }

  /** Where the executor is free to admit or to reject, equal ids would leave open which command it did what with. */
  #mayShareIds(command: ToolRunCommand, either: boolean): boolean {
    const sharing = this.#handed.sharingIds(command);
    if (sharing.length === 0) return true;
    return this.#capabilities.reusedIds === true && !either && sharing.every((handed) => !handed.either);
  }

  #halt(call: HaltCall, site: CallSite): boolean {
    if (!this.#stops.mayHalt(call.halt)) return false;
    const order: HaltOrder = { haltId: call.halt, reason: call.reason ?? "cancel" };
    const copy = copyOrder(order);
    const number = this.#halts;
    this.#halts += 1;
    this.#handed.addOrder({ order, copy, throws: call.throws });
    if (this.#stops.halted(call.halt)) this.#handed.stopAll();
    this.#recorder.add({
      type: "halt",
      call: number,
      order: copy,
      site,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    let promise: unknown;
    let threw: string | undefined;
    try {
      promise = this.#executor.halt(order);
    } catch (error) {
      threw = this.#tokens.of(error);
    }
    this.#recorder.add({
      type: "halt-returned",
      call: number,
      threw,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    if (!isThenable(promise)) return true;
    const settled = (how: "resolved" | "rejected", error?: string): void => {
      this.#stops.haltSettled(call.halt);
      this.#recorder.add({
        type: "halt-settled",
        call: number,
        how,
        error,
        step: this.#recorder.step,
        at: this.#recorder.at,
      });
    };
    Promise.resolve(promise).then(
      () => settled("resolved"),
      (error: unknown) => settled("rejected", this.#tokens.of(error)),
    );
    return true;
  }

  #rearm(haltId: string | undefined, site: CallSite): boolean {
    if (!this.#stops.mayRearm(haltId)) return false;
    this.#stops.rearmed(haltId);
    this.#recorder.add({ type: "rearm", site, haltId, step: this.#recorder.step, at: this.#recorder.at });
    let threw: string | undefined;
    try {
      if (haltId === undefined) this.#executor.rearm();
      else this.#executor.rearm(haltId);
    } catch (error) {
      threw = this.#tokens.of(error);
    }
    this.#recorder.add({ type: "rearmed", threw, step: this.#recorder.step, at: this.#recorder.at });
    return true;
  }

  #stop(name: string, reason: HaltOrder["reason"]): boolean {
    if (this.#capabilities.budget !== true || !this.#stops.mayStop(name)) return false;
    this.#stops.stopped(name);
    this.#handed.stopAll();
    this.#recorder.add({
      type: "stop",
      stop: name,
      reason,
      budgetMs: this.#budgetMs,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    const settled = (how: "resolved" | "rejected" | "threw", error?: string): void => {
      this.#stops.stopSettled(name);
      this.#recorder.add({
        type: "stop-settled",
        stop: name,
        how,
        error,
        step: this.#recorder.step,
        at: this.#recorder.at,
      });
    };
    let promise: unknown;
    try {
      promise = this.#executor.haltToolDomain?.(reason);
    } catch (error) {
      settled("threw", this.#tokens.of(error));
      return true;
    }
    if (!isThenable(promise)) return true;
    Promise.resolve(promise).then(
      () => settled("resolved"),
      (error: unknown) => settled("rejected", this.#tokens.of(error)),
    );
    return true;
  }

  #ask(capability: string, command: string | undefined): boolean {
    if (this.#capabilities.surface !== true) return false;
    const tool = command === undefined ? undefined : this.#tool(command);
    if (command !== undefined && tool === undefined) return false;
    const { answer, thrown } = askFor(this.#executor, capability, this.host.surface);
    this.#recorder.add({ type: "ask", capability, answer, command, step: this.#recorder.step, at: this.#recorder.at });
    if (tool !== undefined && "threw" in answer) this.#hostSide.fail(tool, thrown);
    return true;
  }

  #enterTurn(turnId: string): boolean {
    // Whether a turn that is entered again is the same turn is not said anywhere, so it does not happen.
    if (this.#capabilities.turns !== true || this.#turns.has(turnId)) return false;
    this.#turns.add(turnId);
    this.#recorder.add({ type: "turn", turnId, step: this.#recorder.step, at: this.#recorder.at });
    try {
      this.#executor.enterTurn?.(turnId);
    } catch (error) {
      const message = `enterTurn threw ${describeThrown(error)}`;
      this.#recorder.add({
        type: "escape",
        how: "uncaughtException",
        message,
        step: this.#recorder.step,
        at: this.#recorder.at,
      });
    }
    return true;
  }

  #hangTool(command: string): boolean {
    const handed = this.#handed.byName(command);
    const tool = this.#tool(command);
    if (handed === undefined || handed.hangs || handed.throws !== undefined) return false;
    if (handed.runs > 0 && tool === undefined) return false;
    handed.hangs = true;
    this.#hostSide.hang(tool);
    this.#recorder.add({ type: "hangs", command, step: this.#recorder.step, at: this.#recorder.at });
    return true;
  }

  #tool(command: string): Pending | undefined {
    return this.#hostSide.pending.find("tool", command);
  }

  #release(stop: string): Pending | undefined {
    const name = this.#stops.releaseName(stop);
    return name === undefined ? undefined : this.#hostSide.pending.find("release", name);
  }
}
