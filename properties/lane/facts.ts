import type { Returned, ValueToken } from "../../src/contract/domain-trace.ts";
import type { BatchRole, LaneRecord, LaneTrace, SeenResults } from "../../src/contract/lane-trace.ts";
import type { ToolLaneStats } from "../../src/contract/lane.ts";
import type { Subject } from "../../src/contract/rule.ts";
import type { EscapeFact } from "../escapes.ts";

/** A sequence number, or Infinity for what never happened. */
export type Seq = number;

/** Where a batch stands, by what its body does and not by what the lane says of it. */
export type BatchState = "queued" | "busy" | "parked" | "ended" | "cancelled" | "refused";

/** One batch that was submitted. */
export interface BatchFact extends Subject {
  readonly name: string;
  readonly agent: string;
  readonly role: BatchRole;
  readonly at: Seq;
  /** The lane was closed when it was submitted. */
  readonly afterClose: boolean;
  returnedAt: Seq;
  returned: Returned;
  threw: ValueToken | undefined;
  /** It was refused by an `Error` with a message. */
  clear: boolean;
  state: BatchState;
  /** Calls of `exec`. */
  readonly starts: Seq[];
  endedAt: Seq;
  how: "returned" | "rejected" | "threw" | undefined;
  results: SeenResults | undefined;
  error: ValueToken | undefined;
  /** What its signal said when its body ended; undefined where it has none. */
  abortedAtEnd: boolean | undefined;
  /** When its signal was seen to be aborted. */
  abortedAt: Seq;
  readonly cancels: CancelFact[];
  readonly outcomes: OutcomeFact[];
  /** Calls of `offLane` by its body, outside its waits, that have not returned. */
  openCalls: CallFact[];
  /** Two of them are or were open at once, since it was last busy. */
  overlaps: boolean;
  /** It was cancelled while parked, or parks after its cancel: it may run without a permit. */
  loose: boolean;
  /** It is loose and went on after a wait: whether it holds a permit, now and after later waits, cannot be told. */
  adrift: boolean;
  /** How it waits for a permit now. */
  waiting: WaitingFact | undefined;
}

/** What a cancel met: `again` a batch cancelled before, `ending` one whose end the lane may not know of yet. */
export type CancelKind = "queued" | "busy" | "parked" | "again" | "ending" | "ended";

export interface CancelFact {
  readonly at: Seq;
  readonly batch: BatchFact;
  readonly kind: CancelKind;
}

export interface OutcomeFact {
  readonly at: Seq;
  readonly agent: string;
  readonly batchId: string;
  /** Absent where the outcome has an error. */
  readonly results: SeenResults | undefined;
  readonly error: ValueToken | undefined;
  readonly hostThrows: boolean;
  readonly batch: BatchFact | undefined;
}

/**
 * Where a call of `offLane` comes from: a running body, a wait of the same batch, a batch that has ended, or no batch.
 * Only the first gives a permit back; the others are plain awaits.
 */
export type CallPlace = "body" | "wait" | "after-end" | "outside";

/** One call of `offLane`. */
export interface CallFact {
  readonly name: string;
  readonly at: Seq;
  readonly batch: BatchFact | undefined;
  readonly place: CallPlace;
  /** The call in whose wait it was made. */
  readonly inside: CallFact | undefined;
  /** The batch it waits for. */
  readonly child: string | undefined;
  /** The batch was busy, and nobody was queued. */
  readonly parksAlone: boolean;
  /** Calls of the wait. */
  readonly waits: Seq[];
  settledAt: Seq;
  settled: "fulfilled" | "rejected" | "threw" | undefined;
  value: ValueToken | undefined;
  resumedAt: Seq;
  resumed: "returned" | "threw" | undefined;
  resumedValue: ValueToken | undefined;
  /** It overlapped another call of the same body. */
  overlaps: boolean;
  /** The body parked again after this wait had ended and before the code after it ran. */
  parkedAgain: boolean;
  /** The batch was cancelled before it returned. */
  cancelled: boolean;
  /** The body ended before it returned. */
  abandoned: boolean;
}

/** A batch that waits for a permit: queued, or resuming after its wait. */
export interface WaitingFact {
  readonly batch: BatchFact;
  readonly resumes: boolean;
  readonly since: Seq;
  /** Quiescent points before it began to wait: more of them than another one has, and it is behind it. */
  readonly quiets: number;
  /** The batches behind it that run while it waits, as quiescent points showed. */
  readonly overtakenBy: Set<BatchFact>;
  /** When the last of those was seen, and the widest that the lane had been by then. */
  overtakenAt: Seq;
  width: number;
}

/** A body begins to run, or goes on after a wait. */
export interface StartFact {
  readonly at: Seq;
  readonly batch: BatchFact;
  /** The call of `offLane` that returned; absent: `exec`. */
  readonly resumes: CallFact | undefined;
  readonly waited: WaitingFact | undefined;
  /** Bodies that run now, this one included. */
  readonly busy: number;
  readonly width: number;
  /** Another wait of the batch is still open, or it may run without a permit: it is not certain to need one. */
  readonly uncertain: boolean;
  /** Another body that runs although it was cancelled. */
  readonly beside: BatchFact | undefined;
  /** Another batch whose waits overlap. */
  readonly overlapping: BatchFact | undefined;
}

/** A quiescent point, and who was where. */
export interface RestFact {
  readonly at: Seq;
  /** A timer was pending: a lane that works by timers may have more to do. */
  readonly timers: boolean;
  readonly width: number;
  readonly queued: number;
  readonly busy: number;
  readonly parked: number;
  /** Parked batches with a wait that has not ended. */
  readonly away: number;
  /** Cancelled bodies of which it cannot be told whether they hold a permit. */
  readonly adrift: number;
  /** Waits of one batch overlap: who holds a permit is free. */
  readonly overlaps: boolean;
  /** A body has ended before its wait. */
  readonly abandoned: boolean;
  readonly waiting: readonly WaitingFact[];
  readonly stats: ToolLaneStats | undefined;
}

/** The fresh batches that an idle lane was given at the end. */
export interface ProbeFact {
  readonly at: Seq;
  readonly width: number;
  /** The most of them that ran at once. */
  most: number;
  mostAt: Seq;
}

export interface ResizeFact {
  readonly at: Seq;
  readonly kind: "relieve" | "narrow";
  readonly asked: number;
  answered: number;
  answeredAt: Seq;
  /** Width and running bodies when it was called. */
  readonly width: number;
  readonly busy: number;
  /** The lane was at rest and nobody waited: which permits are idle is certain. */
  readonly atRest: boolean;
}

export interface CloseFact {
  readonly at: Seq;
  settledAt: Seq;
  how: "resolved" | "rejected" | "threw" | undefined;
  error: ValueToken | undefined;
}

/** Something that a run did beyond batches that come and finish. */
export type Unusual =
  | "failure"
  | "park"
  | "overlap"
  | "abandoned wait"
  | "plain await"
  | "cancel queued"
  | "cancel running"
  | "cancel again"
  | "resize"
  | "host fault";

/** An index of one trace of a tool lane, built once and shared by all rules. */
export interface LaneFacts {
  readonly trace: LaneTrace;
  readonly records: readonly LaneRecord[];
  readonly batches: readonly BatchFact[];
  readonly calls: readonly CallFact[];
  readonly starts: readonly StartFact[];
  readonly rests: readonly RestFact[];
  /** Everybody who ever waited for a permit. */
  readonly waitings: readonly WaitingFact[];
  readonly cancels: readonly CancelFact[];
  readonly outcomes: readonly OutcomeFact[];
  /** Outcomes reported while `submit` was on the stack. */
  readonly outcomesInSubmit: readonly OutcomeFact[];
  readonly wakes: readonly Seq[];
  readonly resizes: readonly ResizeFact[];
  readonly closes: readonly CloseFact[];
  readonly negativeStats: readonly { readonly at: Seq; readonly stats: ToolLaneStats }[];
  readonly probe: ProbeFact | undefined;
  readonly escapes: readonly EscapeFact[];
  readonly left: readonly { readonly at: Seq; readonly what: string }[];
  /** Each kind of unusual event, and when it came first. */
  readonly unusual: ReadonlyMap<Unusual, Seq>;
  /** The width that the host asked for was below one, or no number. */
  readonly clamped: boolean;
  /** The first time the host threw; what is missing after it is judged by `lane/host-fault-contained` alone. */
  readonly hostFaultAt: Seq;
  /** The first quiescent point after a record; Infinity where there is none. */
  quietAfter(at: Seq): Seq;
  has(capability: string): boolean;
}
