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
import { makeSurface } from "./surface.ts";

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
    this.host = {
      runner: { runBlock: (command) => this.#runBlock(command), release: (order) => this.#release(order) },
      sink: { emit: (event) => this.#emit(event) },
      surface: makeSurface(capabilities.surface === true && setup.surface === "denied"),
      ...(capabilities.resources === true && setup.resources === true
        ? {
            resources: {
              revertDiff: () => this.#reset("revertDiff"),
              cancelCommand: () => this.#reset("cancelCommand"),
            },
          }
        : {}),
      ...(capabilities.resources === true ? { onReleaseError: (error: unknown) => this.#onReleaseError(error) } : {}),
      ...(capabilities.budget === true && setup.budgetMs !== undefined ? { haltBudgetMs: setup.budgetMs } : {}),
      onHaltFailure: () => this.#onFailure("onHaltFailure", "halt-failure"),
      releaseFallback: () => this.#onFailure("releaseFallback", "fallback"),
      applied: (event) => {
        this.#recorder.add({ type: "applied", event: emittedEvent(event, this.#shared.tokens), ...this.#stamp() });
      },
    };
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
  answer(pending: Pending | undefined, failure?: ThrownKind): boolean {
    if (pending === undefined) return false;
    if (failure !== undefined) {
      this.fail(pending, makeThrown(failure, `${pending.kind} ${pending.name}`));
      return true;
    }
    this.pending.remove(pending);
    this.#addSettled(pending, "resolved");
    pending.resolve();
    return true;
  }

  fail(pending: Pending, error: unknown): void {
    this.pending.remove(pending);
    this.#addSettled(pending, "rejected", this.#nameError(error, pending.kind, pending.name, pending.call));
    pending.reject(error);
  }

  /** Declares that what was asked is never answered; false where nothing was asked. */
  hang(pending: Pending | undefined): boolean {
    if (pending === undefined) return false;
    pending.hangs = true;
    if (pending.kind === "release")
      this.#recorder.add({ type: "release-hangs", release: pending.call, ...this.#stamp() });
    if (pending.kind === "reset") this.#recorder.add({ type: "reset-hangs", reset: pending.call, ...this.#stamp() });
    return true;
  }

  #addSettled({ kind, call }: Pending, how: "resolved" | "rejected" | "threw", error?: string): void {
    const stamp = this.#stamp();
    switch (kind) {
      case "tool": {
        const thrown = error === undefined ? {} : { thrown: error };
        this.#recorder.add({
          type: "settled",
          run: call,
          how: how === "resolved" ? "fulfilled" : how,
          ...thrown,
          ...stamp,
        });
        return;
      }
      case "release":
        this.#recorder.add({
          type: "release-settled",
          release: call,
          how,
          ...(error === undefined ? {} : { error }),
          ...stamp,
        });
        return;
      case "reset":
        this.#recorder.add({
          type: "reset-settled",
          reset: call,
          how,
          ...(error === undefined ? {} : { error }),
          ...stamp,
        });
    }
  }

  // ---- callbacks ----

  #runBlock(command: ToolRunCommand): Promise<unknown> {
    const run = this.#runs;
    this.#runs += 1;
    this.#recorder.add({ type: "run", run, given: copyCommand(command), ...this.#stamp() });
    const handed = this.#shared.handed.whoRuns(command);
    const name = handed?.name ?? "unknown";
    if (handed !== undefined) handed.runs += 1;
    this.#reenter("runBlock");
    if (handed?.throws !== undefined) this.#throwFrom("tool", name, run, handed.throws);
    const promise = this.#ask("tool", run, name, handed?.hangs === true);
    this.#recorder.add({ type: "started", run, ...this.#stamp() });
    return promise;
  }

  #release(order: HaltOrder): Promise<void> {
    const release = this.#releases;
    this.#releases += 1;
    const copy = copyOrder(order);
    this.#shared.stops.idSeen(copy.haltId);
    this.#recorder.add({ type: "release", release, order: copy, ...this.#stamp() });
    this.#reenter("release");
    const throws = this.#shared.handed.releaseThrows(copy.haltId);
    if (throws !== undefined) this.#throwFrom("release", copy.haltId, release, throws);
    return this.#ask("release", release, copy.haltId, false);
  }

  #reset(which: ResetName): Promise<void> {
    const reset = this.#resets;
    this.#resets += 1;
    this.#recorder.add({ type: "reset", reset, which, ...this.#stamp() });
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
    this.#recorder.add({ type: "emit", event: emitted, sinkThrows, ...this.#stamp() });
    this.#reenter("emit");
    if (sinkThrows) throw new Error("the sink failed");
  }

  #onReleaseError(error: unknown): void {
    this.#recorder.add({ type: "release-error", error: this.#shared.tokens.of(error), ...this.#stamp() });
    if (this.#takeThrow("onReleaseError")) throw new Error("onReleaseError failed");
  }

  #onFailure(callback: "onHaltFailure" | "releaseFallback", type: "halt-failure" | "fallback"): void {
    this.#recorder.add({ type, ...this.#stamp() });
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
    this.#addSettled({ kind, call } as Pending, "threw", token);
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
      this.#recorder.add({ type: "skip", ...this.#stamp() });
    }
  }

  #takeThrow(callback: ThrowingCallback): boolean {
    const armed = this.#throwsIn.indexOf(callback);
    if (armed < 0) return false;
    this.#throwsIn.splice(armed, 1);
    return true;
  }

  #stamp(): { readonly step: number; readonly at: number } {
    return { step: this.#recorder.step, at: this.#recorder.at };
  }
}
