import {
  SCRIBBLE,
  type JobIdToken,
  type JobRecord,
  type JobTrace,
  type SeenSnapshot,
} from "../../src/contract/job-trace.ts";
import { escapeFact, type EscapeFact } from "../escapes.ts";
import type { CallFact, JobFact, JobFacts, NoticeFact, Seq } from "./facts.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
type RecordOf<T extends JobRecord["type"]> = Extract<JobRecord, { type: T }>;

/** Indexes the trace of one run: one pass over its records, shared by every rule. */
export function jobFacts(trace: JobTrace): JobFacts {
  return new JobIndex(trace);
}

class JobIndex implements Mutable<JobFacts> {
  readonly trace: JobTrace;
  readonly records: JobRecord[];
  readonly jobs: JobFact[] = [];
  readonly calls: CallFact[] = [];
  readonly notices: NoticeFact[] = [];
  readonly escapes: EscapeFact[] = [];
  readonly left: { readonly at: Seq; readonly what: string }[] = [];
  readonly quiets: { readonly at: Seq; readonly atMs: number; readonly due: readonly number[] }[] = [];
  dispose: CallFact | undefined;
  retentionMs: number | undefined;
  readonly #byName = new Map<string, JobFact>();
  readonly #byId = new Map<JobIdToken, JobFact>();
  /** Listeners that have been called and have not returned, the innermost last. */
  readonly #open: NoticeFact[] = [];

  constructor(trace: JobTrace) {
    this.trace = trace;
    this.records = trace.records as JobRecord[];
    for (let at = 0; at < this.records.length; at += 1) this.#index(this.records[at] as JobRecord, at);
    this.#matchNotices();
    for (const call of this.calls) this.#observe(call);
    for (const job of this.jobs) job.observations.sort((a, b) => a.to - b.to);
  }

  has(capability: string): boolean {
    return this.trace.capabilities.includes(capability);
  }

  quietAfter(at: Seq): Seq {
    for (const quiet of this.quiets) if (quiet.at > at) return quiet.at;
    return Infinity;
  }

  jobWithId(id: JobIdToken): JobFact | undefined {
    return this.#byId.get(id);
  }

  #index(record: JobRecord, at: Seq): void {
    switch (record.type) {
      case "quiet":
        this.quiets.push({ at, atMs: record.at, due: record.due });
        return;
      case "retention":
        this.retentionMs = record.ms;
        return;
      case "call":
        return this.#call(record, at);
      case "answer":
      case "refused":
        return this.#end(record, at);
      case "notice":
        return this.#notice(record, at);
      case "noticed":
        this.#open.pop();
        return;
      case "escape":
        this.escapes.push(escapeFact(this.records, at, record));
        return;
      case "left":
        this.left.push({ at, what: record.what });
        return;
      case "producer":
      case "output":
      case "pull":
      case "asked":
      case "settled":
      case "hangs":
      case "present": {
        const job = this.#byName.get(record.job);
        if (job !== undefined) indexProducer(job, record, at);
        return;
      }
      case "dispose":
      case "step":
      case "skip":
    }
  }

  #call({ given, site, at: atMs }: RecordOf<"call">, at: Seq): void {
    const call: { -readonly [K in keyof CallFact]: CallFact[K] } = {
      at,
      atMs,
      given,
      site,
      job: undefined,
      inside: site === "look" || site === "completed" ? this.#open.at(-1) : undefined,
      endedAt: Infinity,
      endedAtMs: Infinity,
      answer: undefined,
      refusal: undefined,
    };
    this.calls.push(call);
    switch (given.method) {
      case "start":
        call.job = newJob(call, given);
        this.jobs.push(call.job);
        this.#byName.set(given.job, call.job);
        return;
      case "dispose":
        this.dispose = call;
        return;
      case "list":
      case "disposeOwner":
        return;
      case "read":
      case "get":
      case "cancel":
      case "wait":
        call.job = "job" in given.target ? this.#byName.get(given.target.job) : undefined;
        call.job?.calls.push(call);
    }
  }

  #end(record: RecordOf<"answer"> | RecordOf<"refused">, at: Seq): void {
    const call = this.calls[record.call];
    if (call === undefined) return;
    call.endedAt = at;
    call.endedAtMs = record.at;
    if (record.type === "refused") call.refusal = { message: record.message, carries: record.carries };
    else call.answer = record.answer;
    const { job } = call;
    if (call.given.method !== "start" || job === undefined) return;
    const id = call.answer?.id;
    if (id === undefined) return;
    const other = this.#byId.get(id);
    job.id = id;
    if (other === undefined) {
      this.#byId.set(id, job);
    } else {
      job.isAmbiguous = true;
      other.isAmbiguous = true;
    }
  }

  #notice(record: RecordOf<"notice">, at: Seq): void {
    const { shown, owner, fault } = record;
    const notice: NoticeFact = { at, shown, owner, fault, job: undefined };
    this.notices.push(notice);
    this.#open.push(notice);
  }

  #matchNotices(): void {
    for (const notice of this.notices) {
      const job = this.#byId.get(notice.shown.id);
      if (job === undefined) continue;
      notice.job = job;
      job.notices.push(notice);
      const { at, shown } = notice;
      addObservation(job, { from: at, to: at, shown, by: "the notice", isInsideNotice: false });
    }
  }

  #observe(call: CallFact): void {
    const { answer, given, at, endedAt } = call;
    for (const shown of answer?.jobs ?? NONE) {
      const job = this.#byId.get(shown.id);
      // What an answer about one job shows of another one is a matter of its id, not of its status.
      if (job === undefined || (given.method !== "list" && job !== call.job)) continue;
      const isInsideNotice = call.inside !== undefined && call.inside.job === job;
      addObservation(job, { from: at, to: endedAt, shown, by: given.method, isInsideNotice });
    }
  }
}

const NONE: readonly SeenSnapshot[] = [];

function newJob(start: CallFact, given: Extract<CallFact["given"], { method: "start" }>): JobFact {
  return {
    name: given.job,
    start,
    spec: given.spec,
    isFinal: given.final,
    id: undefined,
    isAmbiguous: false,
    producerStarts: [],
    producerThrew: undefined,
    output: [],
    pulls: [],
    asks: [],
    settledAt: Infinity,
    settledAtMs: Infinity,
    end: undefined,
    detail: undefined,
    finalOutput: "",
    hangs: false,
    calls: [],
    notices: [],
    presents: [],
    observations: [],
  };
}

type ProducerRecord = RecordOf<"producer" | "output" | "pull" | "asked" | "settled" | "hangs" | "present">;

function indexProducer(job: JobFact, record: ProducerRecord, at: Seq): void {
  switch (record.type) {
    case "producer":
      job.producerStarts.push(at);
      job.producerThrew = record.throws;
      return;
    case "output":
      job.output.push({ at, text: record.text });
      return;
    case "pull":
      job.pulls.push({ at, text: record.text });
      return;
    case "asked":
      job.asks.push({ at, reason: record.reason, throws: record.throws });
      return;
    case "settled":
      job.settledAt = at;
      job.settledAtMs = record.at;
      job.end = record.how;
      job.detail = record.detail;
      job.finalOutput = record.output ?? "";
      return;
    case "hangs":
      job.hangs = true;
      return;
    case "present": {
      const { state, shown, fault } = record;
      job.presents.push({ at, state, shown, fault });
      if (state !== "completed") return;
      addObservation(job, { from: at, to: at, shown, by: "the hook", isInsideNotice: false });
    }
  }
}

/** A snapshot that carries what the kit wrote into another one says nothing of its job. */
function addObservation(job: JobFact, observation: JobFact["observations"][number]): void {
  if (!isScribbled(observation.shown)) job.observations.push(observation);
}

/** Whether a snapshot shows what the kit wrote into one that it was given before. */
export function isScribbled(shown: SeenSnapshot): boolean {
  return (
    shown.id === SCRIBBLE ||
    shown.kind === SCRIBBLE ||
    shown.label === SCRIBBLE ||
    shown.owner === SCRIBBLE ||
    shown.status === SCRIBBLE ||
    shown.detail === SCRIBBLE
  );
}
