import type { CallSite, DomainRecord, ResetName } from "../../contract/domain-trace.ts";
import type {
  DomainAdapter,
  DomainExecutor,
  DomainHost,
  HaltOrder,
  OwnedToolResources,
  ToolRunCommand,
} from "../../contract/domain.ts";
import { copyCommand, copyOrder, emittedEvent, sameCommand, sameOrder } from "../../run/domain/copies.ts";
import { StopLedger } from "../../run/domain/stopLedger.ts";
import { describeDenial } from "../../run/domain/surface.ts";
import { observeReturned } from "../../run/returned.ts";
import { isThenable, ValueTokens } from "../../run/values.ts";
import { DEFAULT_BUDGET_MS } from "../../scenario/domain/steps.ts";
import { observed, type Recording } from "./recording.ts";

type Capabilities = NonNullable<DomainAdapter["capabilities"]>;

/** What the header says of a domain's host. */
export function domainSetup({ resources, surface, haltBudgetMs }: DomainHost): object {
  return {
    ...(resources === undefined ? {} : { resources: true }),
    ...(surface?.kind === "denied" ? { surface: "denied" } : {}),
    ...(haltBudgetMs === undefined ? {} : { budgetMs: haltBudgetMs }),
  };
}

/** Stands between a host and its tool execution domain, and writes down what each says to the other. */
export class DomainRecording {
  /** What the executor is created with. */
  readonly host: DomainHost;
  readonly #recording: Recording<DomainRecord>;
  readonly #real: DomainHost;
  readonly #capabilities: Capabilities;
  readonly #tokens = new ValueTokens();
  readonly #stops: StopLedger;
  readonly #usedIds = new Set<string>();
  /** The callbacks of the host that are on the stack, the innermost last. */
  readonly #sites: CallSite[] = [];
  readonly #counts = { commands: 0, runs: 0, halts: 0, releases: 0, resets: 0, stops: 0 };

  constructor(real: DomainHost, capabilities: Capabilities, recording: Recording<DomainRecord>) {
    this.#real = real;
    this.#capabilities = capabilities;
    this.#recording = recording;
    this.#stops = new StopLedger(capabilities);
    this.host = this.#makeHost();
  }

  /** The executor as the host is to use it. */
  wrap(executor: DomainExecutor): DomainExecutor {
    return {
      handle: (command) => this.#handle(executor, command),
      halt: (order) => this.#halt(executor, order),
      rearm: (haltId) => this.#rearm(executor, haltId),
      ...(executor.haltToolDomain === undefined ? {} : { haltToolDomain: (reason) => this.#stop(executor, reason) }),
      ...(executor.requireUserFacing === undefined
        ? {}
        : { requireUserFacing: (capability) => this.#requireUserFacing(executor, capability) }),
      ...(executor.enterTurn === undefined ? {} : { enterTurn: (turnId) => this.#enterTurn(executor, turnId) }),
      ...(executor.dispose === undefined ? {} : { dispose: () => executor.dispose?.() }),
      ...(executor.idle === undefined ? {} : { idle: () => executor.idle?.() ?? Promise.resolve() }),
    };
  }

  // ---- what the executor calls ----

  #makeHost(): DomainHost {
    const real = this.#real;
    const { resources } = real;
    return {
      ...real,
      runner: {
        runBlock: (command) => this.#runBlock(command),
        release: (order) => this.#release(order),
      },
      sink: { emit: (event) => this.#emit(event) },
      ...(resources === undefined ? {} : { resources: this.#resources(resources) }),
      onReleaseError: (error, order) => {
        this.#recording.add({ type: "release-error", error: this.#tokens.of(error) });
        real.onReleaseError?.(error, order);
      },
      onHaltFailure: (error) => {
        this.#recording.add({ type: "halt-failure" });
        real.onHaltFailure(error);
      },
      releaseFallback: () => {
        this.#recording.add({ type: "fallback" });
        real.releaseFallback();
      },
      applied: (event) => {
        this.#recording.add({ type: "applied", event: emittedEvent(event, this.#tokens) });
        real.applied(event);
      },
    };
  }

  #runBlock(command: ToolRunCommand): Promise<unknown> {
    const run = this.#counts.runs++;
    this.#recording.add({ type: "run", run, given: copyCommand(command) });
    const settled = (how: "fulfilled" | "rejected" | "threw", thrown?: string): void => {
      this.#recording.add({ type: "settled", run, how, thrown });
    };
    let promise: Promise<unknown>;
    try {
      promise = this.#inside("runBlock", () => this.#real.runner.runBlock(command));
    } catch (error) {
      settled("threw", this.#tokens.of(error));
      throw error;
    }
    this.#recording.add({ type: "started", run });
    return observed(promise, {
      resolved: () => settled("fulfilled"),
      rejected: (error) => settled("rejected", this.#tokens.of(error)),
    });
  }

  #release(order: HaltOrder): Promise<void> {
    const release = this.#counts.releases++;
    const copy = copyOrder(order);
    this.#stops.idSeen(copy.haltId);
    this.#recording.add({ type: "release", release, order: copy });
    return this.#asked(
      () => this.#inside("release", () => this.#real.runner.release(order)),
      (how, error) => this.#recording.add({ type: "release-settled", release, how, error }),
    );
  }

  #resources(real: OwnedToolResources): OwnedToolResources {
    const reset = (which: ResetName): Promise<void> => {
      const number = this.#counts.resets++;
      this.#recording.add({ type: "reset", reset: number, which });
      return this.#asked(
        () => real[which](),
        (how, error) => this.#recording.add({ type: "reset-settled", reset: number, how, error }),
      );
    };
    return { revertDiff: () => reset("revertDiff"), cancelCommand: () => reset("cancelCommand") };
  }

  /** Something the executor asked of its host, whose end is written down. */
  #asked(
    ask: () => Promise<void>,
    settled: (how: "resolved" | "rejected" | "threw", error?: string) => void,
  ): Promise<void> {
    let promise: Promise<void>;
    try {
      promise = ask();
    } catch (error) {
      settled("threw", this.#tokens.of(error));
      throw error;
    }
    return observed(promise, {
      resolved: () => settled("resolved"),
      rejected: (error) => settled("rejected", this.#tokens.of(error)),
    });
  }

  #emit(event: Parameters<DomainHost["sink"]["emit"]>[0]): void {
    const emitted = emittedEvent(event, this.#tokens);
    if (emitted.haltId !== undefined) this.#stops.receipted(emitted.haltId);
    this.#recording.holding(() => {
      const record = { type: "emit" as const, event: emitted, sinkThrows: false };
      this.#recording.add(record);
      try {
        this.#inside("emit", () => this.#real.sink.emit(event));
      } catch (error) {
        record.sinkThrows = true;
        throw error;
      }
    });
  }

  // ---- what the host calls ----

  #handle(executor: DomainExecutor, command: ToolRunCommand): void {
    const copy = copyCommand(command);
    this.#decideIds(copy);
    const name = `c${(this.#counts.commands += 1)}`;
    this.#recording.add({ type: "handle", command: name, given: copy, site: this.#site });
    let threw: string | undefined;
    try {
      const returned: unknown = executor.handle(command);
      this.#recording.add({ type: "handled", command: name, returned: observeReturned(returned) });
    } catch (error) {
      threw = this.#tokens.of(error);
      this.#recording.add({ type: "handled", command: name, returned: "nothing", threw });
      throw error;
    } finally {
      if (!sameCommand(command, copy)) this.#recording.add({ type: "mutated", what: `the command ${name}` });
    }
  }

  /** Used ids are told apart only by an executor that says it does. */
  #decideIds({ commandId, dlineTid }: ToolRunCommand): void {
    const ids = [`command ${commandId}`, `dline ${dlineTid}`];
    if (this.#capabilities.reusedIds !== true && ids.some((id) => this.#usedIds.has(id))) {
      this.#recording.undecided("a command with used ids was handled, and the capability reusedIds is not declared");
    }
    for (const id of ids) this.#usedIds.add(id);
  }

  #halt(executor: DomainExecutor, order: HaltOrder): Promise<void> {
    const copy = copyOrder(order);
    const call = this.#counts.halts++;
    if (!this.#stops.mayHalt(copy.haltId)) {
      this.#recording.undecided("a used halt id came while the executor was free to be stopped or not");
    }
    this.#stops.halted(copy.haltId);
    this.#recording.add({ type: "halt", call, order: copy, site: this.#site });
    let promise: Promise<void>;
    try {
      promise = executor.halt(order);
    } catch (error) {
      this.#recording.add({ type: "halt-returned", call, threw: this.#tokens.of(error) });
      throw error;
    }
    this.#recording.add({ type: "halt-returned", call });
    if (!sameOrder(order, copy)) this.#recording.add({ type: "mutated", what: `the order of halt ${copy.haltId}` });
    if (!isThenable(promise)) return promise;
    const settled = (how: "resolved" | "rejected", error?: string): void => {
      this.#stops.haltSettled(copy.haltId);
      this.#recording.add({ type: "halt-settled", call, how, error });
    };
    return observed(promise, {
      resolved: () => settled("resolved"),
      rejected: (error) => settled("rejected", this.#tokens.of(error)),
    });
  }

  #rearm(executor: DomainExecutor, haltId: string | undefined): void {
    if (!this.#stops.mayRearm(haltId)) {
      this.#recording.undecided("a rearm came that the declared capabilities do not cover");
    }
    this.#stops.rearmed(haltId);
    this.#recording.add({ type: "rearm", haltId, site: this.#site });
    try {
      if (haltId === undefined) executor.rearm();
      else executor.rearm(haltId);
    } catch (error) {
      this.#recording.add({ type: "rearmed", threw: this.#tokens.of(error) });
      throw error;
    }
    this.#recording.add({ type: "rearmed" });
  }

  #stop(executor: DomainExecutor, reason: HaltOrder["reason"]): Promise<void> {
    const stop = `b${(this.#counts.stops += 1)}`;
    if (!this.#stops.mayStop(stop)) this.#recording.undecided("a haltToolDomain came while another one was pending");
    this.#stops.stopped(stop);
    const budgetMs = this.#real.haltBudgetMs ?? DEFAULT_BUDGET_MS;
    this.#recording.add({ type: "stop", stop, reason, budgetMs });
    return this.#asked(
      () => executor.haltToolDomain?.(reason) ?? Promise.resolve(),
      (how, error) => {
        this.#stops.stopSettled(stop);
        this.#recording.add({ type: "stop-settled", stop, how, error });
      },
    );
  }

  #requireUserFacing(
    executor: DomainExecutor,
    capability: string,
  ): ReturnType<NonNullable<DomainExecutor["requireUserFacing"]>> {
    const { surface } = this.#real;
    try {
      const given = executor.requireUserFacing?.(capability);
      const gave = Object.is(given, surface) ? "host-surface" : "something-else";
      this.#recording.add({ type: "ask", capability, answer: { gave } });
      return given as NonNullable<typeof given>;
    } catch (error) {
      this.#recording.add({ type: "ask", capability, answer: describeDenial(error, surface) });
      throw error;
    }
  }

  #enterTurn(executor: DomainExecutor, turnId: string): void {
    this.#recording.add({ type: "turn", turnId });
    executor.enterTurn?.(turnId);
  }

  // ---- where a call comes from ----

  get #site(): CallSite {
    return this.#sites.at(-1) ?? "step";
  }

  #inside<T>(site: CallSite, callback: () => T): T {
    this.#sites.push(site);
    try {
      return callback();
    } finally {
      this.#sites.pop();
    }
  }
}
