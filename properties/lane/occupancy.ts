import type { ToolLaneStats } from "../../src/contract/lane.ts";
import type { BatchFact, BatchState, CallFact, RestFact, Seq, StartFact, WaitingFact } from "./facts.ts";

/**
 * Who runs, who is parked and who waits, record by record, by what bodies do: the executor's own counters are never asked.
 */
export class Occupancy {
  width: number;
  /** Bodies that run, save those that may do so without a permit. */
  busy = 0;
  queued = 0;
  readonly starts: StartFact[] = [];
  readonly rests: RestFact[] = [];
  readonly waitings: WaitingFact[] = [];
  readonly #batches: readonly BatchFact[];
  /** Those who wait for a permit now. */
  #waiting: WaitingFact[] = [];
  /** How many starts the last quiescent point had seen. */
  #startsSeen = 0;

  constructor(width: number, batches: readonly BatchFact[]) {
    this.width = width;
    this.#batches = batches;
  }

  /** A batch begins to wait for a permit. */
  wait(batch: BatchFact, resumes: boolean, since: Seq): void {
    const waiting: WaitingFact = {
      batch,
      resumes,
      since,
      quiets: this.rests.length,
      overtakenBy: new Set(),
      overtakenAt: Infinity,
      width: this.width,
    };
    batch.waiting = waiting;
    this.waitings.push(waiting);
    this.#waiting.push(waiting);
    if (!resumes) this.queued += 1;
  }

  /** `exec` is called, or the code after an `offLane` runs. */
  start(batch: BatchFact, resumes: CallFact | undefined, at: Seq): void {
    const waited = batch.waiting;
    this.#stopWaiting(batch);
    batch.state = "busy";
    if (batch.loose) batch.adrift = true;
    else this.busy += 1;
    this.#addStart(batch, resumes, waited, at, this.busy + (batch.loose ? 1 : 0), batch.loose);
  }

  /** The body of a batch calls `offLane`. */
  park(batch: BatchFact, call: CallFact): void {
    if (batch.state === "busy") {
      if (!batch.loose) this.busy -= 1;
      batch.overlaps = false;
      if (batch.cancels.length > 0) batch.loose = true;
    }
    batch.state = "parked";
    batch.openCalls.push(call);
    this.#stopWaiting(batch);
    if (batch.openCalls.length < 2) return;
    batch.overlaps = true;
    for (const open of batch.openCalls) {
      open.overlaps = true;
      if (open.settledAt < call.at) open.parkedAgain = true;
    }
  }

  /** A wait of a parked batch ends. When the batch of overlapping waits asks for its permit is free. */
  waitEnded(batch: BatchFact, at: Seq): void {
    if (!batch.overlaps && !batch.adrift) this.wait(batch, true, at);
  }

  /** The code after a call of `offLane` runs. */
  resume(batch: BatchFact, call: CallFact, at: Seq): void {
    batch.openCalls = batch.openCalls.filter((open) => open !== call);
    if (batch.openCalls.length === 0) this.start(batch, call, at);
    else this.#addStart(batch, call, undefined, at, this.busy + 1, true);
  }

  /** A batch runs no longer, or never will. */
  leave(batch: BatchFact, state: Extract<BatchState, "ended" | "cancelled" | "refused">): void {
    if (batch.state === "busy" && !batch.loose) this.busy -= 1;
    this.#stopWaiting(batch);
    batch.state = state;
  }

  /** Everything that was due has happened. */
  rest(at: Seq, timers: boolean, stats: ToolLaneStats | undefined): void {
    this.#countOvertakings(at);
    let parked = 0;
    let away = 0;
    let adrift = 0;
    let overlaps = false;
    let abandoned = false;
    for (const batch of this.#batches) {
      if (batch.adrift && batch.endedAt === Infinity) adrift += 1;
      if (batch.state === "ended" && batch.openCalls.some(({ resumedAt }) => resumedAt === Infinity)) abandoned = true;
      if (batch.state !== "parked") continue;
      parked += 1;
      if (batch.openCalls.some(({ settledAt }) => settledAt === Infinity)) away += 1;
      if (batch.overlaps) overlaps = true;
    }
    const { width, queued, busy } = this;
    const waiting = this.#waiting.length === 0 ? NOBODY : [...this.#waiting];
    this.rests.push({ at, timers, width, queued, busy, parked, away, adrift, overlaps, abandoned, waiting, stats });
  }

  /** Whether the record `at` is a quiescent point at which nobody waits and every permit is where it seems to be. */
  isCertainAt(at: Seq): boolean {
    const rest = this.rests.at(-1);
    if (rest === undefined || rest.at !== at) return false;
    return !rest.timers && !rest.overlaps && !rest.abandoned && rest.adrift === 0 && rest.waiting.length === 0;
  }

  #stopWaiting(batch: BatchFact): void {
    if (batch.waiting === undefined) return;
    if (!batch.waiting.resumes) this.queued -= 1;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== batch.waiting);
    batch.waiting = undefined;
  }

  #addStart(
    batch: BatchFact,
    resumes: CallFact | undefined,
    waited: WaitingFact | undefined,
    at: Seq,
    busy: number,
    uncertain: boolean,
  ): void {
    let beside: BatchFact | undefined;
    let overlapping: BatchFact | undefined;
    for (const other of this.#batches) {
      if (other === batch) continue;
      if (other.state === "busy" && !other.loose && other.cancels.length > 0) beside = other;
      if (other.state === "parked" && other.overlaps) overlapping = other;
    }
    this.starts.push({ at, batch, resumes, waited, busy, width: this.width, uncertain, beside, overlapping });
  }

  /** Only who still waits at a quiescent point has been overtaken: a grant may take a few turns to show. */
  #countOvertakings(at: Seq): void {
    const started = this.starts.slice(this.#startsSeen);
    this.#startsSeen = this.starts.length;
    if (started.length === 0) return;
    for (const waiting of this.#waiting) {
      if (waiting.batch.cancels.length > 0) continue;
      for (const { batch, waited } of started) {
        if (waited === undefined || waited.quiets <= waiting.quiets || batch.loose) continue;
        waiting.overtakenBy.add(batch);
        waiting.overtakenAt = at;
        waiting.width = Math.max(waiting.width, this.width);
      }
    }
  }
}

const NOBODY: readonly WaitingFact[] = [];
