import type { DomainRecord, ResetName } from "../../contract/domain-trace.ts";
import type { DomainAdapter, DomainHost, HaltOrder, ToolDomainEvent, ToolRunCommand } from "../../contract/domain.ts";
import type { DomainCall, DomainSetup, ReentrantSite, ThrowingCallback } from "../../scenario/domain/steps.ts";
import type { ThrownKind } from "../../scenario/thrown.ts";
import type { Recorder } from "../recorder.ts";
import { makeThrown, type ValueTokens } from "../values.ts";
import { copyCommand, copyOrder, emittedEvent } from "./copies.ts";
import type { HandedOver } from "./handedOver.ts";
import { PendingList, type Pending } from "./pending.ts";
import type { StopLedger } from "./stopLedger.ts";
import { DENIED_SURFACE, USER_SURFACE } from "./surface.ts";

/** What both sides of the world know: what the kit called, and what the executor calls. */
export interface DomainShared {
  readonly recorder: Recorder<DomainRecord>;
  readonly tokens: ValueTokens;
  readonly handed: HandedOver;
  readonly stops: StopLedger;
  /** Makes a call from inside a callback. False: it is not enabled now. */
  callInside(call: DomainCall, site: ReentrantSite): boolean;
}

/**
 * The host of one run: what the executor calls. Whatever it asks for stays pending until a step, or the end of the run,
 * answers it.
 */
export class DomainHostSide {
  readonly host: DomainHost;
  readonly pending = new PendingList();
  readonly #shared: DomainShared;
  readonly #recorder: Recorder<DomainRecord>;
  readonly #throwsIn: ThrowingCallback[] = [];
  readonly #throwingResets: { readonly which: ResetName; readonly thrown: ThrownKind }[] = [];
  readonly #inside: { readonly callback: ReentrantSite; readonly call: DomainCall }[] = [];
  #runs = 0;
  #releases = 0;
  #resets = 0;

  constructor(capabilities: NonNullable<DomainAdapter["capabilities"]>, setup: DomainSetup, shared: DomainShared) {
    this.#shared = shared;
    this.#recorder = shared.recorder;
    this.host = this.#makeHost(capabilities, setup);
  }

  #makeHost(capabilities: NonNullable<DomainAdapter["capabilities"]>, setup: DomainSetup): DomainHost {
    const runner: DomainHost["runner"] = {
      runBlock: (command) => this.#runBlock(command),
      release: (order) => this.#release(order),
    };
    const sink: DomainHost["sink"] = { emit: (event) => this.#emit(event) };
    const surface = capabilities.surface === true && setup.surface === "denied" ? DENIED_SURFACE : USER_SURFACE;
    const onHaltFailure = (): void => this.#onFailure("onHaltFailure", "halt-failure");
    const releaseFallback = (): void => this.#onFailure("releaseFallback", "fallback");
    const applied = (event: ToolDomainEvent): void => this.#applied(event);
    const onReleaseError = (error: unknown): void => this.#onReleaseError(error);
    // Two literals: a closure that is added to the object later costs a run four times its time in garbage collection.
    const host: { -readonly [K in keyof DomainHost]: DomainHost[K] } =
      capabilities.resources === true
        ? { runner, sink, surface, onHaltFailure, releaseFallback, applied, onReleaseError }
        : { runner, sink, surface, onHaltFailure, releaseFallback, applied };
    if (capabilities.budget === true && setup.budgetMs !== undefined) host.haltBudgetMs = setup.budgetMs;
    if (capabilities.resources === true && setup.resources === true) {
      host.resources = {
        revertDiff: () => this.#reset("revertDiff"),
        cancelCommand: () => this.#reset("cancelCommand"),
      };
    }
    return host;
  }

  // ---- what a step arms ----

  armThrow(callback: ThrowingCallback): void {
    this.#throwsIn.push(callback);
  }

  armReset(which: ResetName, thrown: ThrownKind): void {
    this.#throwingResets.push({ which, thrown });
  }

  armCall(callback: ReentrantSite, call: DomainCall): void {
    this.#inside.push({ callback, call });
  }

  // ---- answers ----

  /** Answers what was asked; false where nothing was. */
  answer(pending: Pending | undefined, failure?: ThrownKind, value?: unknown): boolean {
    if (pending === undefined) return false;
    if (failure !== undefined) {
      this.fail(pending, makeThrown(failure, `${pending.kind} ${pending.name}`));
      return true;
    }
    this.pending.remove(pending);
    this.#addSettled(pending.kind, pending.call, "resolved");
    pending.resolve(value);
    return true;
  }

  fail(pending: Pending, error: unknown): void {
    this.pending.remove(pending);
    const token = this.#nameError(error, pending.kind, pending.name, pending.call);
    this.#addSettled(pending.kind, pending.call, "rejected", token);
    pending.reject(error);
  }

  /** Declares that what was asked is never answered; false where nothing was asked. */
  hang(pending: Pending | undefined): boolean {
    if (pending === undefined) return false;
    pending.hangs = true;
    if (pending.kind === "release")
      this.#recorder.add({
        type: "release-hangs",
        release: pending.call,
        step: this.#recorder.step,
        at: this.#recorder.at,
      });
    if (pending.kind === "reset")
      this.#recorder.add({
        type: "reset-hangs",
        reset: pending.call,
        step: this.#recorder.step,
        at: this.#recorder.at,
      });
    return true;
  }

  #addSettled(kind: Pending["kind"], call: number, how: "resolved" | "rejected" | "threw", error?: string): void {
    const { step, at } = this.#recorder;
    switch (kind) {
      case "tool": {
        const settled = how === "resolved" ? "fulfilled" : how;
        this.#recorder.add({ type: "settled", run: call, how: settled, thrown: error, step, at });
        return;
      }
      case "release":
        this.#recorder.add({ type: "release-settled", release: call, how, error, step, at });
        return;
      case "reset":
        this.#recorder.add({ type: "reset-settled", reset: call, how, error, step, at });
    }
  }

  // ---- callbacks ----

  #runBlock(command: ToolRunCommand): Promise<unknown> {
    const run = this.#runs;
    this.#runs += 1;
    this.#recorder.add({
      type: "run",
      run,
      given: copyCommand(command),
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    const handed = this.#shared.handed.whoRuns(command);
    const name = handed?.name ?? "unknown";
    if (handed !== undefined) handed.runs += 1;
    this.#reenter("runBlock");
    if (handed?.throws !== undefined) this.#throwFrom("tool", name, run, handed.throws);
    const promise = this.#ask("tool", run, name, handed?.hangs === true);
    this.#recorder.add({ type: "started", run, step: this.#recorder.step, at: this.#recorder.at });
    return promise;
  }

  #release(order: HaltOrder): Promise<void> {
    const release = this.#releases;
    this.#releases += 1;
    const copy = copyOrder(order);
    this.#shared.stops.idSeen(copy.haltId);
    this.#recorder.add({ type: "release", release, order: copy, step: this.#recorder.step, at: this.#recorder.at });
    this.#reenter("release");
    const throws = this.#shared.handed.releaseThrows(copy.haltId);
    if (throws !== undefined) this.#throwFrom("release", copy.haltId, release, throws);
    return this.#ask("release", release, copy.haltId, false);
  }

  #reset(which: ResetName): Promise<void> {
    const reset = this.#resets;
    this.#resets += 1;
    this.#recorder.add({ type: "reset", reset, which, step: this.#recorder.step, at: this.#recorder.at });
    const armed = this.#throwingResets.findIndex((throwing) => throwing.which === which);
    if (armed >= 0) {
      const [throwing] = this.#throwingResets.splice(armed, 1);
      this.#throwFrom("reset", which, reset, throwing?.thrown ?? "error");
    }
    return this.#ask("reset", reset, which, false);
  }

  #emit(event: ToolDomainEvent): void {
    const emitted = emittedEvent(event, this.#shared.tokens);
    if (emitted.haltId !== undefined) this.#shared.stops.receipted(emitted.haltId);
    const sinkThrows = this.#takeThrow("emit");
    this.#recorder.add({ type: "emit", event: emitted, sinkThrows, step: this.#recorder.step, at: this.#recorder.at });
    this.#reenter("emit");
    if (sinkThrows) throw new Error("the sink failed");
  }

  #applied(event: ToolDomainEvent): void {
    const applied = emittedEvent(event, this.#shared.tokens);
    this.#recorder.add({ type: "applied", event: applied, step: this.#recorder.step, at: this.#recorder.at });
  }

  #onReleaseError(error: unknown): void {
    this.#recorder.add({
      type: "release-error",
      error: this.#shared.tokens.of(error),
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    if (this.#takeThrow("onReleaseError")) throw new Error("onReleaseError failed");
  }

  #onFailure(callback: "onHaltFailure" | "releaseFallback", type: "halt-failure" | "fallback"): void {
    this.#recorder.add({ type, step: this.#recorder.step, at: this.#recorder.at });
    if (this.#takeThrow(callback)) throw new Error(`${callback} failed`);
  }

  // ---- small things ----

  #ask<T>(kind: Pending["kind"], call: number, name: string, hangs: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.pending.add({ kind, call, name, resolve: resolve as Pending["resolve"], reject, hangs });
    });
  }

  #throwFrom(kind: Pending["kind"], name: string, call: number, thrown: ThrownKind): never {
    const error = makeThrown(thrown, `${kind} ${name}`);
    const token = this.#nameError(error, kind, name, call);
    this.#addSettled(kind, call, "threw", token);
    throw error;
  }

  #nameError(error: unknown, kind: Pending["kind"], name: string, call: number): string {
    this.#shared.tokens.name(error, `the error of ${kind} ${name} #${call + 1}`);
    return this.#shared.tokens.of(error);
  }

  #reenter(callback: ReentrantSite): void {
    if (this.#inside.length === 0 || !this.#recorder.isOpen) return;
    const armed = this.#inside.findIndex((inside) => inside.callback === callback);
    if (armed < 0) return;
    const [inside] = this.#inside.splice(armed, 1);
    if (inside !== undefined && !this.#shared.callInside(inside.call, callback)) {
      this.#recorder.add({ type: "skip", step: this.#recorder.step, at: this.#recorder.at });
    }
  }

  #takeThrow(callback: ThrowingCallback): boolean {
    const armed = this.#throwsIn.indexOf(callback);
    if (armed < 0) return false;
    this.#throwsIn.splice(armed, 1);
    return true;
  }
}
