import type { Returned, ValueToken } from "./domain-trace.ts";
import type { CommonRecord, RecordBase, Trace } from "./trace.ts";

/** What a body returned, or an outcome carried: `[tool call id, result]` pairs as they were seen. */
export type SeenResults = readonly (readonly [string, string])[];

/**
 * Why a batch was submitted: by a step; to keep the lane under load while the kit grants the rest; to count the permits of
 * an idle lane at the end of a run.
 */
export type BatchRole = "scenario" | "arrival" | "probe";

/** The records of the `lane` profile. Batches and calls of `offLane` go by the kit's own names. */
export type LaneRecord =
  | CommonRecord
  /** `submit` is called; `by` is the batch whose body called it. A batch's name is its id. */
  | (RecordBase & {
      readonly type: "submit";
      readonly batch: string;
      readonly agent: string;
      readonly role: BatchRole;
      readonly by?: string | undefined;
    })
  | (RecordBase & {
      readonly type: "submitted";
      readonly batch: string;
      readonly returned: Returned;
      readonly threw?: ValueToken | undefined;
      /** It threw an `Error` with a message. */
      readonly clear?: boolean | undefined;
    })
  /** The executor calls `exec`. */
  | (RecordBase & { readonly type: "exec"; readonly batch: string })
  /** A body has ended; `aborted` is what its signal said in that moment, where there is one. */
  | (RecordBase & {
      readonly type: "ended";
      readonly batch: string;
      readonly how: "returned" | "rejected" | "threw";
      readonly results?: SeenResults | undefined;
      readonly error?: ValueToken | undefined;
      readonly aborted?: boolean | undefined;
    })
  /** The signal of a batch was seen to be aborted. */
  | (RecordBase & { readonly type: "aborted"; readonly batch: string })
  /** `offLane` is called: from the body of `batch`, inside a wait of it, or outside any batch. */
  | (RecordBase & {
      readonly type: "off-lane";
      readonly call: string;
      readonly batch?: string | undefined;
      readonly inside?: string | undefined;
      /** The wait ends when this batch, submitted by the same body, is over. */
      readonly child?: string | undefined;
    })
  /** The executor calls the wait. */
  | (RecordBase & { readonly type: "wait"; readonly call: string })
  | (RecordBase & {
      readonly type: "wait-settled";
      readonly call: string;
      readonly how: "fulfilled" | "rejected" | "threw";
      readonly value: ValueToken;
    })
  /** The code after a call of `offLane` runs. */
  | (RecordBase & {
      readonly type: "resumed";
      readonly call: string;
      readonly how: "returned" | "threw";
      readonly value: ValueToken;
    })
  | (RecordBase & { readonly type: "cancel"; readonly batch: string })
  | (RecordBase & {
      readonly type: "outcome";
      readonly agent: string;
      readonly batchId: string;
      /** Present unless the outcome has an error. */
      readonly results?: SeenResults | undefined;
      readonly error?: ValueToken | undefined;
      /** The host's `outcome` throws. */
      readonly hostThrows: boolean;
    })
  | (RecordBase & { readonly type: "wake"; readonly hostThrows: boolean })
  | (RecordBase & { readonly type: "relieve"; readonly extra: number })
  | (RecordBase & { readonly type: "relieved"; readonly count: number })
  | (RecordBase & { readonly type: "narrow"; readonly upTo: number })
  | (RecordBase & { readonly type: "narrowed"; readonly count: number })
  /** `close` is called; `call` numbers these calls. */
  | (RecordBase & { readonly type: "close"; readonly call: number })
  | (RecordBase & {
      readonly type: "close-settled";
      readonly call: number;
      readonly how: "resolved" | "rejected" | "threw";
      readonly error?: ValueToken | undefined;
    })
  /** What `stats()` said: at a quiescent point, or in between where a count was negative. */
  | (RecordBase & {
      readonly type: "stats";
      readonly queued: number;
      readonly busy: number;
      readonly parked: number;
      readonly workers: number;
    })
  /** The lane is idle and open, and fresh batches follow: one more than there are permits. */
  | (RecordBase & { readonly type: "probe" });

/** The trace of one run of a tool lane. */
export type LaneTrace = Trace<LaneRecord>;
