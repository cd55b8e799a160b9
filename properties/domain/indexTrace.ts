import type { DomainRecord, DomainTrace, EmittedEvent } from "../../src/contract/domain-trace.ts";
import type { ToolRunCommand } from "../../src/contract/domain.ts";
import type {
  CommandFact,
  DomainFacts,
  EmitFact,
  RearmFact,
  ReleaseFact,
  RepeatFact,
  ResetFact,
  RunFact,
  Seq,
  StopFact,
} from "./facts.ts";
import { actedOnLateRepeat } from "./lateRepeat.ts";
import { whoEmitted, whoRan } from "./attribution.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
type RecordOf<T extends DomainRecord["type"]> = Extract<DomainRecord, { type: T }>;

/** Indexes the trace of one run: one pass over its records, shared by every rule. */
export function domainFacts(trace: DomainTrace): DomainFacts {
  return new DomainIndex(trace);
}

class DomainIndex implements Mutable<DomainFacts> {
  readonly trace: DomainTrace;
  readonly records: DomainRecord[];
  readonly commands: CommandFact[] = [];
  readonly runs: RunFact[] = [];
  readonly emits: EmitFact[] = [];
  readonly stops: StopFact[] = [];
  readonly repeats: RepeatFact[] = [];
  readonly rearms: RearmFact[] = [];
  readonly releases: ReleaseFact[] = [];
  readonly strayReleases: ReleaseFact[] = [];
  readonly strayReceipts: EmitFact[] = [];
  readonly resets: ResetFact[] = [];
  readonly releaseErrors: { readonly at: Seq; readonly error: string }[] = [];
  readonly asks: (RecordOf<"ask"> & { readonly seq: Seq })[] = [];
  readonly turns: { readonly at: Seq; readonly turnId: string }[] = [];
  readonly applied: { readonly at: Seq; readonly event: EmittedEvent }[] = [];
  readonly escapes: { readonly at: Seq; readonly how: string; readonly message: string }[] = [];
  readonly mutated: { readonly at: Seq; readonly what: string }[] = [];
  readonly left: { readonly at: Seq; readonly what: string }[] = [];
  readonly quiets: Seq[] = [];
  sinkFaultAt: Seq = Infinity;
  readonly hasResources: boolean;
  readonly surfaceDenied: boolean;
  /** Stops that no rearm has lifted, oldest first; the last one is in force. */
  #standing: StopFact[] = [];
  #lastRearm: RearmFact["effect"] | undefined;
  /** The stop or the repeat that each call of `halt` was. */
  readonly #haltCalls: (StopFact | RepeatFact)[] = [];

  constructor(trace: DomainTrace) {
    this.trace = trace;
    this.records = trace.records as DomainRecord[];
    const setup = trace.setup as { readonly resources?: boolean; readonly surface?: string };
    this.hasResources = setup.resources === true && this.has("resources");
    this.surfaceDenied = setup.surface === "denied" && this.has("surface");
    for (let at = 0; at < this.records.length; at += 1) this.#index(this.records[at] as DomainRecord, at);
  }

  has(capability: string): boolean {
    return this.trace.capabilities.includes(capability);
  }

  quietAfter(at: Seq): Seq {
    for (const quiet of this.quiets) if (quiet > at) return quiet;
    return Infinity;
  }

  #index(record: DomainRecord, at: Seq): void {
    switch (record.type) {
      case "quiet":
        this.quiets.push(at);
        return;
      case "handle":
        return this.#handle(record, at);
      case "handled": {
        const command = this.#commandNamed(record.command);
        if (command === undefined) return;
        command.returnedAt = at;
        command.returned = record.returned;
        command.threw = record.threw;
        return;
      }
      case "hangs": {
        const command = this.#commandNamed(record.command);
        if (command !== undefined) command.hangs = true;
        return;
      }
      case "run":
        return this.#run(record.given, at);
      case "started": {
        const run = this.runs[record.run];
        if (run !== undefined) run.startedAt = at;
        return;
      }
      case "settled": {
        const run = this.runs[record.run];
        if (run === undefined) return;
        run.settledAt = at;
        run.how = record.how;
        run.thrown = record.thrown;
        return;
      }
      case "emit":
        return this.#emit(record, at);
      case "halt":
        return this.#halt(record, at);
      case "halt-returned": {
        const halt = this.#haltCalls[record.call];
        if (halt !== undefined && "releases" in halt) halt.threw = record.threw;
        return;
      }
      case "halt-settled": {
        const halt = this.#haltCalls[record.call];
        if (halt === undefined) return;
        halt.settledAt = at;
        halt.settledHow = record.how;
        if ("releases" in halt) halt.error = record.error;
        return;
      }
      case "rearm":
        return this.#rearm(record, at);
      case "release":
        return this.#release(record, at);
      case "release-settled": {
        const release = this.releases[record.release];
        if (release !== undefined) settle(release, record, at);
        return;
      }
      case "release-hangs": {
        const release = this.releases[record.release];
        if (release !== undefined) release.hangs = true;
        return;
      }
      case "reset":
        this.resets.push({
          at,
          which: record.which,
          settledAt: Infinity,
          how: undefined,
          error: undefined,
          hangs: false,
        });
        return;
      case "reset-settled": {
        const reset = this.resets[record.reset];
        if (reset !== undefined) settle(reset, record, at);
        return;
      }
      case "reset-hangs": {
        const reset = this.resets[record.reset];
        if (reset !== undefined) reset.hangs = true;
        return;
      }
      case "release-error":
        this.releaseErrors.push({ at, error: record.error });
        return;
      case "stop":
        return this.#budgetStop(record, at);
      case "stop-settled":
        return this.#stopSettled(record, at);
      case "halt-failure":
        this.#lastBudgetStop()?.budget?.failures.push(at);
        return;
      case "fallback":
        this.#lastBudgetStop()?.budget?.fallbacks.push(at);
        return;
      case "ask":
        this.asks.push({ ...record, seq: at });
        return;
      case "turn":
        this.turns.push({ at, turnId: record.turnId });
        return;
      case "applied":
        this.applied.push({ at, event: record.event });
        return;
      case "escape":
        this.escapes.push({ at, how: record.how, message: record.message });
        return;
      case "mutated":
        this.mutated.push({ at, what: record.what });
        return;
      case "left":
        this.left.push({ at, what: record.what });
        return;
      case "dispose":
        if (record.how !== "done") this.left.push({ at, what: describeDisposal(record) });
        return;
      case "step":
      case "skip":
      case "rearmed":
    }
  }

  #handle(record: RecordOf<"handle">, at: Seq): void {
    this.commands.push({
      name: record.command,
      given: record.given,
      at,
      site: record.site,
      reentrant: record.site !== "step",
      admission: this.#admission(),
      lastRearm: this.#lastRearm,
      returnedAt: Infinity,
      returned: "nothing",
      threw: undefined,
      hangs: false,
      stoppedAt: Infinity,
      runs: [],
      outcomes: [],
      rejections: [],
    });
  }

  #admission(): CommandFact["admission"] {
    if (this.#standing.length === 0) return "admitted";
    // Once a haltToolDomain has settled, and until the next rearm, the executor may do either.
    if (this.#standing.every(({ budget }) => budget !== undefined && budget.settledAtMs < Infinity)) return "either";
    return "stopped";
  }

  #run(given: Readonly<ToolRunCommand>, at: Seq): void {
    const command = whoRan(this.commands, given);
    const run: RunFact = {
      at,
      given,
      startedAt: Infinity,
      settledAt: Infinity,
      how: undefined,
      thrown: undefined,
      command,
    };
    this.runs.push(run);
    command?.runs.push(run);
  }

  #emit(record: RecordOf<"emit">, at: Seq): void {
    const emit: EmitFact = { at, event: record.event, sinkThrows: record.sinkThrows, command: undefined };
    this.emits.push(emit);
    if (record.sinkThrows && this.sinkFaultAt === Infinity) this.sinkFaultAt = at;
    switch (record.event.kind) {
      case "tool.halted":
        this.#receipt(emit);
        return;
      case "tool.rejected":
        emit.command = whoEmitted(this.commands, record.event);
        emit.command?.rejections.push(emit);
        return;
      case "tool.block_result":
      case "tool.block_failed":
        emit.command = whoEmitted(this.commands, record.event);
        emit.command?.outcomes.push(emit);
    }
  }

  #receipt(emit: EmitFact): void {
    const id = emit.event.haltId;
    const own = this.#stopsWithId(id, (stop) => stop.receipts.length === 0);
    if (own === undefined) this.strayReceipts.push(emit);
    else own.receipts.push(emit);
  }

  #release(record: RecordOf<"release">, at: Seq): void {
    const release: ReleaseFact = {
      at,
      order: record.order,
      settledAt: Infinity,
      how: undefined,
      error: undefined,
      hangs: false,
    };
    this.releases.push(release);
    const own = this.#stopsWithId(record.order.haltId, (stop) => stop.releases.length === 0);
    if (own === undefined) this.strayReleases.push(release);
    else own.releases.push(release);
  }

  /** The stop with that id, of several the first that still lacks something; or the nameless `haltToolDomain`. */
  #stopsWithId(id: string | undefined, lacks: (stop: StopFact) => boolean): StopFact | undefined {
    const named = this.stops.filter((stop) => stop.id === id && id !== undefined);
    if (named.length > 0) return named.find(lacks) ?? named.at(-1);
    const nameless = this.stops.find((stop) => stop.id === undefined);
    if (nameless !== undefined) nameless.id = id;
    return nameless;
  }

  #halt(record: RecordOf<"halt">, at: Seq): void {
    const { haltId, reason } = record.order;
    const reentrant = record.site !== "step";
    const earlier = this.stops.findLast((stop) => stop.budget === undefined && stop.id === haltId);
    if (earlier === undefined) {
      this.#haltCalls[record.call] = this.#newStop({
        name: haltId,
        id: haltId,
        reason,
        at,
        reentrant,
        budget: undefined,
        late: false,
      });
      return;
    }
    const admission = this.#admission();
    const late = admission !== "stopped";
    const actedOn = late && actedOnLateRepeat(this, haltId, at, admission === "either");
    this.repeats.push({
      at,
      id: haltId,
      reentrant,
      late,
      actedOn,
      stop: earlier,
      settledAt: Infinity,
      settledHow: undefined,
    });
    this.#haltCalls[record.call] = actedOn
      ? this.#newStop({ name: haltId, id: haltId, reason, at, reentrant, budget: undefined, late: true })
      : (this.repeats.at(-1) as RepeatFact);
  }

  #budgetStop(record: RecordOf<"stop">, at: Seq): void {
    const budget = {
      ms: record.budgetMs,
      calledAtMs: record.at,
      settledAtMs: Infinity,
      how: undefined,
      failures: [],
      fallbacks: [],
    };
    this.#newStop({
      name: record.stop,
      id: undefined,
      reason: record.reason,
      at,
      reentrant: false,
      budget,
      late: false,
    });
  }

  #newStop(stop: Pick<StopFact, "name" | "id" | "reason" | "at" | "reentrant" | "budget" | "late">): StopFact {
    const before = this.commands.filter(({ admission }) => admission !== "stopped");
    for (const command of before) if (command.stoppedAt === Infinity) command.stoppedAt = stop.at;
    const standing = this.#standing.at(-1);
    if (standing !== undefined && standing.replacedAt === Infinity) standing.replacedAt = stop.at;
    const fact: StopFact = {
      ...stop,
      before,
      inFlight: before.filter(({ runs }) => runs.some(({ settledAt }) => settledAt === Infinity)),
      overlaps: this.stops.filter(({ receipts }) => receipts.length === 0),
      settledAt: Infinity,
      settledHow: undefined,
      error: undefined,
      threw: undefined,
      liftedAt: Infinity,
      replacedAt: Infinity,
      releases: [],
      receipts: [],
    };
    this.stops.push(fact);
    this.#standing.push(fact);
    this.#lastRearm = undefined;
    return fact;
  }

  #stopSettled(record: RecordOf<"stop-settled">, at: Seq): void {
    const stop = this.stops.find(({ budget, name }) => budget !== undefined && name === record.stop);
    if (stop?.budget === undefined) return;
    stop.settledAt = at;
    stop.error = record.error;
    stop.budget.settledAtMs = record.at;
    stop.budget.how = record.how;
  }

  #lastBudgetStop(): StopFact | undefined {
    return this.stops.findLast(({ budget }) => budget !== undefined);
  }

  #rearm(record: RecordOf<"rearm">, at: Seq): void {
    const { haltId } = record;
    const inForce = this.#standing.at(-1);
    const effect =
      inForce === undefined
        ? "nothing-to-lift"
        : haltId === undefined || haltId === inForce.id
          ? "lifts"
          : "names-another";
    const answer = this.records[at + 1];
    const threw = answer?.type === "rearmed" ? answer.threw : undefined;
    const whileDraining = this.stops.some(({ receipts }) => receipts.length === 0);
    this.rearms.push({ at, reentrant: record.site !== "step", effect, threw, whileDraining });
    if (effect === "lifts") {
      for (const stop of this.#standing) stop.liftedAt = at;
      this.#standing = [];
    } else if (effect === "names-another") {
      for (const stop of this.#standing) if (stop.id === haltId) stop.liftedAt = at;
      this.#standing = this.#standing.filter((stop) => stop.id !== haltId);
    }
    this.#lastRearm = effect;
  }

  #commandNamed(name: string): CommandFact | undefined {
    return this.commands.find((command) => command.name === name);
  }
}

function settle(
  fact: ReleaseFact | ResetFact,
  record: RecordOf<"release-settled"> | RecordOf<"reset-settled">,
  at: Seq,
): void {
  fact.settledAt = at;
  fact.how = record.how;
  fact.error = record.error;
}

function describeDisposal(record: RecordOf<"dispose">): string {
  return record.how === "pending"
    ? "a dispose() that never settles"
    : `a dispose() that fails: ${record.message ?? ""}`;
}
