import type { LaneRecord, LaneTrace } from "../../src/contract/lane-trace.ts";
import { widthOf, type LaneSetup } from "../../src/contract/lane-setup.ts";

import { escapeFact, type EscapeFact } from "../escapes.ts";
import type {
  BatchFact,
  CallFact,
  CallPlace,
  CancelFact,
  CancelKind,
  CloseFact,
  LaneFacts,
  OutcomeFact,
  ProbeFact,
  ResizeFact,
  RestFact,
  Seq,
  StartFact,
  Unusual,
  WaitingFact,
} from "./facts.ts";
import { Occupancy } from "./occupancy.ts";

type RecordOf<T extends LaneRecord["type"]> = Extract<LaneRecord, { type: T }>;
type Stats = RecordOf<"stats">;

/** Calls of the kit that the rules watch for their return, by the types of their records. */
const CALLS = { submit: "submitted" };

/** Indexes the trace of one run: one pass over its records, shared by every rule. */
export function laneFacts(trace: LaneTrace): LaneFacts {
  return new LaneIndex(trace);
}

class LaneIndex implements LaneFacts {
  readonly trace: LaneTrace;
  readonly records: readonly LaneRecord[];
  readonly batches: BatchFact[] = [];
  readonly calls: CallFact[] = [];
  readonly cancels: CancelFact[] = [];
  readonly outcomes: OutcomeFact[] = [];
  readonly outcomesInSubmit: OutcomeFact[] = [];
  readonly wakes: Seq[] = [];
  readonly resizes: ResizeFact[] = [];
  readonly closes: CloseFact[] = [];
  readonly negativeStats: { readonly at: Seq; readonly stats: Stats }[] = [];
  readonly escapes: EscapeFact[] = [];
  readonly left: { readonly at: Seq; readonly what: string }[] = [];
  readonly unusual = new Map<Unusual, Seq>();
  readonly clamped: boolean;
  probe: ProbeFact | undefined;
  hostFaultAt: Seq = Infinity;
  readonly #occupancy: Occupancy;
  readonly #batchesByName = new Map<string, BatchFact>();
  readonly #callsByName = new Map<string, CallFact>();
  #submitting = 0;

  constructor(trace: LaneTrace) {
    this.trace = trace;
    this.records = trace.records;
    const setup = trace.setup as LaneSetup;
    this.clamped = setup.width === "NaN" || setup.width < 1;
    this.#occupancy = new Occupancy(widthOf(setup), this.batches);
    for (let at = 0; at < this.records.length; at += 1) this.#index(this.records[at] as LaneRecord, at);
  }

  get starts(): readonly StartFact[] {
    return this.#occupancy.starts;
  }

  get rests(): readonly RestFact[] {
    return this.#occupancy.rests;
  }

  get waitings(): readonly WaitingFact[] {
    return this.#occupancy.waitings;
  }

  has(capability: string): boolean {
    return this.trace.capabilities.includes(capability);
  }

  quietAfter(at: Seq): Seq {
    for (const rest of this.rests) if (rest.at > at) return rest.at;
    return Infinity;
  }

  #index(record: LaneRecord, at: Seq): void {
    switch (record.type) {
      case "quiet":
        return this.#quiet(record, at);
      case "submit":
        return this.#submit(record, at);
      case "submitted":
        return this.#submitted(record, at);
      case "exec":
        return this.#exec(record.batch, at);
      case "ended":
        return this.#ended(record, at);
      case "aborted": {
        const batch = this.#batchesByName.get(record.batch);
        if (batch !== undefined) batch.abortedAt = Math.min(batch.abortedAt, at);
        return;
      }
      case "off-lane":
        return this.#offLane(record, at);
      case "wait":
        this.#callsByName.get(record.call)?.waits.push(at);
        return;
      case "wait-settled":
        return this.#waitSettled(record, at);
      case "resumed":
        return this.#resumed(record, at);
      case "cancel":
        return this.#cancel(record.batch, at);
      case "outcome":
        return this.#outcome(record, at);
      case "wake":
        this.wakes.push(at);
        if (record.hostThrows) this.#hostFault(at);
        return;
      case "relieve":
        return this.#resize("relieve", record.extra, at);
      case "narrow":
        return this.#resize("narrow", record.upTo, at);
      case "relieved":
      case "narrowed":
        return this.#resized(record.count, at);
      case "close":
        this.closes.push({ at, settledAt: Infinity, how: undefined, error: undefined });
        return;
      case "close-settled": {
        const close = this.closes[record.call];
        if (close !== undefined && close.settledAt === Infinity) {
          close.settledAt = at;
          close.how = record.how;
          close.error = record.error;
        }
        return;
      }
      case "stats":
        if (Math.min(record.queued, record.busy, record.parked, record.workers) < 0) {
          this.negativeStats.push({ at, stats: record });
        }
        return;
      case "probe":
        this.probe = { at, width: this.#occupancy.width, most: 0, mostAt: at };
        return;
      case "escape":
        this.escapes.push(escapeFact(this.records, at, record, CALLS));
        return;
      case "left":
        this.left.push({ at, what: record.what });
        return;
      case "step":
      case "skip":
      case "dispose":
    }
  }

  #quiet(record: RecordOf<"quiet">, at: Seq): void {
    const before = this.records[at - 1];
    this.#occupancy.rest(at, record.due.length > 0, before?.type === "stats" ? before : undefined);
  }

  #submit(record: RecordOf<"submit">, at: Seq): void {
    const batch: BatchFact = {
      name: record.batch,
      agent: record.agent,
      role: record.role,
      at,
      afterClose: this.closes.length > 0,
      returnedAt: Infinity,
      returned: "nothing",
      threw: undefined,
      clear: false,
      state: "queued",
      starts: [],
      endedAt: Infinity,
      how: undefined,
      results: undefined,
      error: undefined,
      abortedAtEnd: undefined,
      abortedAt: Infinity,
      cancels: [],
      outcomes: [],
      openCalls: [],
      overlaps: false,
      loose: false,
      adrift: false,
      waiting: undefined,
    };
    this.batches.push(batch);
    this.#batchesByName.set(batch.name, batch);
    this.#submitting += 1;
    if (!batch.afterClose) this.#occupancy.wait(batch, false, at);
  }

  #submitted({ batch: name, returned, threw, clear }: RecordOf<"submitted">, at: Seq): void {
    this.#submitting -= 1;
    const batch = this.#batchesByName.get(name);
    if (batch === undefined) return;
    batch.returnedAt = at;
    batch.returned = returned;
    batch.threw = threw;
    batch.clear = clear === true;
    if (threw !== undefined && batch.starts.length === 0) this.#occupancy.leave(batch, "refused");
  }

  #exec(name: string, at: Seq): void {
    const batch = this.#batchesByName.get(name);
    if (batch === undefined) return;
    batch.starts.push(at);
    if (batch.starts.length > 1) return;
    this.#occupancy.start(batch, undefined, at);
    this.#watchProbe(at);
  }

  /** While the probe lasts, every batch is one of it. */
  #watchProbe(at: Seq): void {
    const { probe } = this;
    const start = this.starts.at(-1);
    if (probe === undefined || start === undefined || start.busy <= probe.most) return;
    probe.most = start.busy;
    probe.mostAt = at;
  }

  #ended(record: RecordOf<"ended">, at: Seq): void {
    const batch = this.#batchesByName.get(record.batch);
    if (batch === undefined) return;
    batch.endedAt = at;
    batch.how = record.how;
    batch.results = record.results;
    batch.error = record.error;
    batch.abortedAtEnd = record.aborted;
    if (record.aborted === true) batch.abortedAt = Math.min(batch.abortedAt, at);
    for (const call of batch.openCalls) call.abandoned = true;
    if (batch.openCalls.length > 0) this.#sawUnusual("abandoned wait", at);
    this.#occupancy.leave(batch, "ended");
    if (record.how !== "returned") this.#sawUnusual("failure", at);
  }

  #offLane(record: RecordOf<"off-lane">, at: Seq): void {
    const batch = record.batch === undefined ? undefined : this.#batchesByName.get(record.batch);
    const place = placeOf(batch, record.inside);
    const parks = place === "body" && batch?.state === "busy";
    const call: CallFact = {
      name: record.call,
      at,
      batch,
      place,
      inside: record.inside === undefined ? undefined : this.#callsByName.get(record.inside),
      child: record.child,
      parksAlone: parks && this.#occupancy.queued === 0,
      waits: [],
      settledAt: Infinity,
      settled: undefined,
      value: undefined,
      resumedAt: Infinity,
      resumed: undefined,
      resumedValue: undefined,
      overlaps: false,
      parkedAgain: false,
      cancelled: batch !== undefined && batch.cancels.length > 0,
      abandoned: false,
    };
    this.calls.push(call);
    this.#callsByName.set(call.name, call);
    this.#sawUnusual(place === "body" ? "park" : "plain await", at);
    if (place !== "body" || batch === undefined) return;
    this.#occupancy.park(batch, call);
    if (batch.overlaps) this.#sawUnusual("overlap", at);
  }

  #waitSettled(record: RecordOf<"wait-settled">, at: Seq): void {
    const call = this.#callsByName.get(record.call);
    if (call === undefined || call.settledAt < Infinity) return;
    call.settledAt = at;
    call.settled = record.how;
    call.value = record.value;
    if (record.how !== "fulfilled") this.#sawUnusual("failure", at);
    if (call.place === "body" && call.batch?.state === "parked") this.#occupancy.waitEnded(call.batch, at);
  }

  #resumed(record: RecordOf<"resumed">, at: Seq): void {
    const call = this.#callsByName.get(record.call);
    if (call === undefined) return;
    call.resumedAt = at;
    call.resumed = record.how;
    call.resumedValue = record.value;
    const { batch } = call;
    if (call.place === "body" && batch?.state === "parked") this.#occupancy.resume(batch, call, at);
  }

  #cancel(name: string, at: Seq): void {
    const batch = this.#batchesByName.get(name);
    if (batch === undefined) return;
    const cancel: CancelFact = { at, batch, kind: this.#cancelKind(batch) };
    batch.cancels.push(cancel);
    this.cancels.push(cancel);
    for (const call of batch.openCalls) call.cancelled = true;
    if (batch.state === "parked") batch.loose = true;
    if (cancel.kind === "queued") this.#occupancy.leave(batch, "cancelled");
    this.#sawUnusual(UNUSUAL_CANCELS[cancel.kind], at);
  }

  #cancelKind(batch: BatchFact): CancelKind {
    if (batch.cancels.length > 0) return "again";
    if (batch.state === "queued" || batch.state === "busy" || batch.state === "parked") return batch.state;
    return this.quietAfter(batch.endedAt) < Infinity ? "ended" : "ending";
  }

  #outcome(record: RecordOf<"outcome">, at: Seq): void {
    const { agent, batchId, results, error, hostThrows } = record;
    const batch = this.#batchesByName.get(batchId);
    const outcome: OutcomeFact = { at, agent, batchId, results, error, hostThrows, batch };
    this.outcomes.push(outcome);
    batch?.outcomes.push(outcome);
    if (this.#submitting > 0) this.outcomesInSubmit.push(outcome);
    if (hostThrows) this.#hostFault(at);
  }

  #sawUnusual(kind: Unusual, at: Seq): void {
    if (!this.unusual.has(kind)) this.unusual.set(kind, at);
  }

  #hostFault(at: Seq): void {
    this.hostFaultAt = Math.min(this.hostFaultAt, at);
    this.#sawUnusual("host fault", at);
  }

  #resize(kind: ResizeFact["kind"], asked: number, at: Seq): void {
    const { width, busy } = this.#occupancy;
    const atRest = this.records[at - 1]?.type === "step" && this.#occupancy.isCertainAt(at - 2);
    this.resizes.push({ at, kind, asked, answered: 0, answeredAt: at, width, busy, atRest });
    this.#sawUnusual("resize", at);
    // Bodies may start inside the very call.
    if (kind === "relieve") this.#occupancy.width += asked;
  }

  #resized(count: number, at: Seq): void {
    const resize = this.resizes.at(-1);
    if (resize === undefined) return;
    resize.answered = count;
    resize.answeredAt = at;
    this.#occupancy.width += resize.kind === "relieve" ? count - resize.asked : -count;
  }
}

const UNUSUAL_CANCELS: Readonly<Record<CancelKind, Unusual>> = {
  queued: "cancel queued",
  busy: "cancel running",
  parked: "cancel running",
  again: "cancel again",
  ending: "cancel running",
  ended: "cancel again",
};

function placeOf(batch: BatchFact | undefined, inside: string | undefined): CallPlace {
  if (batch === undefined) return "outside";
  if (batch.endedAt < Infinity) return "after-end";
  return inside === undefined ? "body" : "wait";
}
