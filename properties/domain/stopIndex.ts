import type { DomainRecord } from "../../src/contract/domain-trace.ts";
import type {
  BudgetFact,
  CommandFact,
  EmitFact,
  RearmFact,
  ReleaseFact,
  RepeatFact,
  ResetFact,
  Seq,
  StopFact,
} from "./facts.ts";
import { actedOnLateRepeat } from "./lateRepeat.ts";
import type { RecordOf } from "./recordOf.ts";

/** The part of the index about stops: halts, their repeats, releases, receipts, rearms. */
export class StopIndex {
  readonly stops: StopFact[] = [];
  readonly repeats: RepeatFact[] = [];
  readonly rearms: RearmFact[] = [];
  readonly releases: ReleaseFact[] = [];
  readonly strayReleases: ReleaseFact[] = [];
  readonly strayReceipts: EmitFact[] = [];
  readonly resets: ResetFact[] = [];
  /** What the last rearm did, with no new stop since. */
  lastRearm: RearmFact["effect"] | undefined;
  /** Stops that no rearm has lifted, oldest first; the last one is in force. */
  #standing: StopFact[] = [];
  /** The stop or the repeat that each call of `halt` was. */
  readonly #haltCalls: (StopFact | RepeatFact)[] = [];
  readonly #records: readonly DomainRecord[];
  readonly #commands: readonly CommandFact[];

  constructor(records: readonly DomainRecord[], commands: readonly CommandFact[]) {
    this.#records = records;
    this.#commands = commands;
  }

  admission(): CommandFact["admission"] {
    if (this.#standing.length === 0) return "admitted";
    // Once a haltToolDomain has settled, and until the next rearm, the executor may do either.
    if (this.#standing.every(({ budget }) => budget !== undefined && budget.settledAtMs < Infinity)) return "either";
    return "stopped";
  }

  halt(record: RecordOf<"halt">, at: Seq): void {
    const { haltId, reason } = record.order;
    const reentrant = record.site !== "step";
    const earlier = this.stops.findLast((stop) => stop.budget === undefined && stop.id === haltId);
    if (earlier === undefined) {
      this.#haltCalls[record.call] = this.#newStop(readable(haltId), haltId, reason, at, reentrant, undefined, false);
      return;
    }
    const admission = this.admission();
    const late = admission !== "stopped";
    const mayBeStopped = admission === "either";
    const seen = { haltId, at, mayBeStopped, stops: this.stops, commands: this.#commands };
    const actedOn = late && actedOnLateRepeat(this.#records, seen);
    const repeat: RepeatFact = {
      at,
      id: readable(haltId),
      reentrant,
      late,
      actedOn,
      stop: earlier,
      settledAt: Infinity,
      settledHow: undefined,
    };
    this.repeats.push(repeat);
    this.#haltCalls[record.call] = actedOn
      ? this.#newStop(readable(haltId), haltId, reason, at, reentrant, undefined, true)
      : repeat;
  }

  haltReturned(record: RecordOf<"halt-returned">): void {
    const halt = this.#haltCalls[record.call];
    if (halt !== undefined && "releases" in halt) halt.threw = record.threw;
  }

  haltSettled(record: RecordOf<"halt-settled">, at: Seq): void {
    const halt = this.#haltCalls[record.call];
    if (halt === undefined) return;
    halt.settledAt = at;
    halt.settledHow = record.how;
    if ("releases" in halt) halt.error = record.error;
  }

  budgetStop(record: RecordOf<"stop">, at: Seq): void {
    const budget: BudgetFact = {
      ms: record.budgetMs,
      calledAtMs: record.at,
      settledAtMs: Infinity,
      how: undefined,
      failures: [],
      fallbacks: [],
    };
    this.#newStop(record.stop, undefined, record.reason, at, false, budget, false);
  }

  budgetStopSettled(record: RecordOf<"stop-settled">, at: Seq): void {
    const stop = this.stops.find(({ budget, name }) => budget !== undefined && name === record.stop);
    if (stop?.budget === undefined) return;
    stop.settledAt = at;
    stop.error = record.error;
    stop.budget.settledAtMs = record.at;
    stop.budget.how = record.how;
  }

  /** The budget that a failure report or a fallback is about: there is one running stop of that kind at a time. */
  lastBudget(): BudgetFact | undefined {
    return this.stops.findLast(({ budget }) => budget !== undefined)?.budget;
  }

  rearm(record: RecordOf<"rearm">, at: Seq): void {
    const { haltId } = record;
    const inForce = this.#standing.at(-1);
    const lifts = haltId === undefined || haltId === inForce?.id;
    const effect = inForce === undefined ? "nothing-to-lift" : lifts ? "lifts" : "names-another";
    const answer = this.#records[at + 1];
    const threw = answer?.type === "rearmed" ? answer.threw : undefined;
    const whileDraining = this.stops.some(({ receipts }) => receipts.length === 0);
    this.rearms.push({ at, reentrant: record.site !== "step", effect, threw, whileDraining });
    const standing: StopFact[] = [];
    for (const stop of this.#standing) {
      if (effect === "lifts" || stop.id === haltId) stop.liftedAt = at;
      else standing.push(stop);
    }
    this.#standing = standing;
    this.lastRearm = effect;
  }

  release(record: RecordOf<"release">, at: Seq): void {
    const { order } = record;
    const release: ReleaseFact = { at, order, settledAt: Infinity, how: undefined, error: undefined, hangs: false };
    this.releases.push(release);
    const own = this.#withId(order.haltId, (stop) => stop.releases.length === 0);
    if (own === undefined) this.strayReleases.push(release);
    else own.releases.push(release);
  }

  receipt(emit: EmitFact): void {
    const own = this.#settlesNext(emit) ?? this.#withId(emit.event.haltId, (stop) => stop.receipts.length === 0);
    if (own === undefined) this.strayReceipts.push(emit);
    else own.receipts.push(emit);
  }

  reset(record: RecordOf<"reset">, at: Seq): void {
    const { which } = record;
    this.resets.push({ at, which, settledAt: Infinity, how: undefined, error: undefined, hangs: false });
  }

  /** Of several stops with that id, which only late repeats bring, the receipt is that of the one whose promise settles next. */
  #settlesNext({ at, event }: EmitFact): StopFact | undefined {
    const open = this.stops.filter(({ id, receipts }) => id === event.haltId && receipts.length === 0);
    if (open.length < 2) return undefined;
    for (const record of this.#records.slice(at)) {
      const halt = record.type === "halt-settled" ? this.#haltCalls[record.call] : undefined;
      const own = open.find((stop) => stop === halt);
      if (own !== undefined) return own;
    }
    return undefined;
  }

  /** The stop with that id, of several the first that still lacks something; or the nameless `haltToolDomain`. */
  #withId(id: string | undefined, lacks: (stop: StopFact) => boolean): StopFact | undefined {
    let last: StopFact | undefined;
    let nameless: StopFact | undefined;
    for (const stop of this.stops) {
      if (stop.id === undefined) nameless ??= stop;
      if (stop.id !== id || id === undefined) continue;
      if (lacks(stop)) return stop;
      last = stop;
    }
    if (last !== undefined || nameless === undefined) return last;
    nameless.id = id;
    return nameless;
  }

  #newStop(
    name: string,
    id: string | undefined,
    reason: StopFact["reason"],
    at: Seq,
    reentrant: boolean,
    budget: BudgetFact | undefined,
    late: boolean,
  ): StopFact {
    const before: CommandFact[] = [];
    const inFlight: CommandFact[] = [];
    for (const command of this.#commands) {
      if (command.admission === "stopped") continue;
      before.push(command);
      if (command.stoppedAt === Infinity) command.stoppedAt = at;
      if (command.runs.some(({ settledAt }) => settledAt === Infinity)) inFlight.push(command);
    }
    const inForce = this.#standing.at(-1);
    if (inForce !== undefined && inForce.replacedAt === Infinity) inForce.replacedAt = at;
    const stop: StopFact = {
      name,
      id,
      reason,
      at,
      reentrant,
      budget,
      late,
      before,
      inFlight,
      overlaps: this.stops.filter(({ receipts }) => receipts.length === 0),
      settledAt: Infinity,
      settledHow: undefined,
      error: undefined,
      threw: undefined,
      liftedAt: Infinity,
      replacedAt: Infinity,
      releases: [],
      receipts: [],
      owed: { release: undefined, receipt: undefined, ending: undefined },
    };
    this.stops.push(stop);
    this.#standing.push(stop);
    this.lastRearm = undefined;
    return stop;
  }
}

/** An id as it stands in a message, where an empty one would not be seen. */
function readable(id: string): string {
  return id === "" ? '""' : id;
}
