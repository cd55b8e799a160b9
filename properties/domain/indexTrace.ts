import type { DomainRecord, DomainTrace, EmittedEvent } from "../../src/contract/domain-trace.ts";
import { escapeFact, type EscapeFact } from "../escapes.ts";
import { CommandIndex } from "./commandIndex.ts";
import type { DomainFacts, EmitFact, ReleaseFact, ResetFact, Seq } from "./facts.ts";
import type { RecordOf } from "./recordOf.ts";
import { StopIndex } from "./stopIndex.ts";

/** Calls of the kit that the rules watch for their return, by the types of their records. */
const CALLS = { handle: "handled", halt: "halt-returned", rearm: "rearmed" };

/** Indexes the trace of one run: one pass over its records, shared by every rule. */
export function domainFacts(trace: DomainTrace): DomainFacts {
  return new DomainIndex(trace);
}

class DomainIndex implements DomainFacts {
  readonly trace: DomainTrace;
  readonly records: readonly DomainRecord[];
  readonly emits: EmitFact[] = [];
  readonly releaseErrors: { readonly at: Seq; readonly error: string }[] = [];
  readonly asks: (RecordOf<"ask"> & { readonly seq: Seq })[] = [];
  readonly turns: { readonly at: Seq; readonly turnId: string }[] = [];
  readonly applied: { readonly at: Seq; readonly event: EmittedEvent }[] = [];
  readonly escapes: EscapeFact[] = [];
  readonly mutated: { readonly at: Seq; readonly what: string }[] = [];
  readonly left: { readonly at: Seq; readonly what: string }[] = [];
  readonly quiets: Seq[] = [];
  sinkFaultAt: Seq = Infinity;
  readonly hasResources: boolean;
  readonly surfaceDenied: boolean;
  readonly #commandIndex = new CommandIndex();
  readonly #stopIndex: StopIndex;

  constructor(trace: DomainTrace) {
    this.trace = trace;
    this.records = trace.records;
    const setup = trace.setup as { readonly resources?: boolean; readonly surface?: string };
    this.hasResources = setup.resources === true && this.has("resources");
    this.surfaceDenied = setup.surface === "denied" && this.has("surface");
    this.#stopIndex = new StopIndex(trace.records, this.#commandIndex.commands);
    for (let at = 0; at < this.records.length; at += 1) this.#index(this.records[at] as DomainRecord, at);
  }

  get commands(): CommandIndex["commands"] {
    return this.#commandIndex.commands;
  }

  get runs(): CommandIndex["runs"] {
    return this.#commandIndex.runs;
  }

  get stops(): StopIndex["stops"] {
    return this.#stopIndex.stops;
  }

  get repeats(): StopIndex["repeats"] {
    return this.#stopIndex.repeats;
  }

  get rearms(): StopIndex["rearms"] {
    return this.#stopIndex.rearms;
  }

  get releases(): StopIndex["releases"] {
    return this.#stopIndex.releases;
  }

  get strayReleases(): StopIndex["strayReleases"] {
    return this.#stopIndex.strayReleases;
  }

  get strayReceipts(): StopIndex["strayReceipts"] {
    return this.#stopIndex.strayReceipts;
  }

  get resets(): StopIndex["resets"] {
    return this.#stopIndex.resets;
  }

  has(capability: string): boolean {
    return this.trace.capabilities.includes(capability);
  }

  quietAfter(at: Seq): Seq {
    for (const quiet of this.quiets) if (quiet > at && this.hasSettled(quiet, at)) return quiet;
    return Infinity;
  }

  hasSettled(quiet: Seq, at: Seq): boolean {
    const rest = this.records[quiet];
    const [next = Infinity] = rest?.type === "quiet" ? rest.due : [];
    return next === Infinity || next > (this.records[at]?.at ?? 0) + this.trace.settleMs;
  }

  #index(record: DomainRecord, at: Seq): void {
    const stops = this.#stopIndex;
    const commands = this.#commandIndex;
    switch (record.type) {
      case "step":
      case "skip":
      case "rearmed":
        return;
      case "quiet":
        this.quiets.push(at);
        return;
      case "handle":
        return commands.handle(record, at, stops.admission(), stops.lastRearm);
      case "handled":
        return commands.handled(record, at);
      case "hangs": {
        const command = commands.named(record.command);
        if (command !== undefined) command.hangs = true;
        return;
      }
      case "run":
        return commands.run(record.given, at);
      case "started": {
        const run = commands.runs[record.run];
        if (run !== undefined) run.startedAt = at;
        return;
      }
      case "settled":
        return commands.settled(record, at);
      case "emit":
        return this.#emit(record, at);
      case "halt":
        return stops.halt(record, at);
      case "halt-returned":
        return stops.haltReturned(record);
      case "halt-settled":
        return stops.haltSettled(record, at);
      case "rearm":
        return stops.rearm(record, at);
      case "release":
        return stops.release(record, at);
      case "release-settled":
        return settle(stops.releases[record.release], record, at);
      case "release-hangs":
        return hang(stops.releases[record.release]);
      case "reset":
        return stops.reset(record, at);
      case "reset-settled":
        return settle(stops.resets[record.reset], record, at);
      case "reset-hangs":
        return hang(stops.resets[record.reset]);
      case "stop":
        return stops.budgetStop(record, at);
      case "stop-settled":
        return stops.budgetStopSettled(record, at);
      case "halt-failure":
        stops.lastBudget()?.failures.push(at);
        return;
      case "fallback":
        stops.lastBudget()?.fallbacks.push(at);
        return;
      case "release-error":
      case "ask":
      case "turn":
      case "applied":
      case "escape":
      case "mutated":
      case "left":
      case "dispose":
        return this.#note(record, at);
    }
  }

  #emit({ event, sinkThrows }: RecordOf<"emit">, at: Seq): void {
    const emit: EmitFact = { at, event, sinkThrows, command: undefined };
    this.emits.push(emit);
    if (sinkThrows && this.sinkFaultAt === Infinity) this.sinkFaultAt = at;
    if (event.kind === "tool.halted") this.#stopIndex.receipt(emit);
    else if (event.kind === "tool.rejected") this.#commandIndex.rejection(emit, event);
    else if (event.kind === "tool.block_result" || event.kind === "tool.block_failed") {
      this.#commandIndex.outcome(emit, event);
    }
  }

  /** Records that the rules look at as they are. */
  #note(
    record: RecordOf<"release-error" | "ask" | "turn" | "applied" | "escape" | "mutated" | "left" | "dispose">,
    at: Seq,
  ): void {
    switch (record.type) {
      case "release-error":
        this.releaseErrors.push({ at, error: record.error });
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
        this.escapes.push(escapeFact(this.records, at, record, CALLS));
        return;
      case "mutated":
        this.mutated.push({ at, what: record.what });
        return;
      case "left":
        this.left.push({ at, what: record.what });
        return;
      case "dispose":
        if (record.how !== "done") this.left.push({ at, what: describeDisposal(record) });
    }
  }
}

function settle(
  fact: ReleaseFact | ResetFact | undefined,
  record: RecordOf<"release-settled"> | RecordOf<"reset-settled">,
  at: Seq,
): void {
  if (fact === undefined) return;
  fact.settledAt = at;
  fact.how = record.how;
  fact.error = record.error;
}

function hang(fact: ReleaseFact | ResetFact | undefined): void {
  if (fact !== undefined) fact.hangs = true;
}

function describeDisposal(record: RecordOf<"dispose">): string {
  return record.how === "pending"
    ? "a dispose() that never settles"
    : `a dispose() that fails: ${record.message ?? ""}`;
}
