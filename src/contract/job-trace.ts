import type { JobOutcome, OwnerToken } from "./job.ts";
import type { CommonRecord, RecordBase, Trace } from "./trace.ts";

/**
 * Stands for an id in a trace: `id1`, `id2`, ... in order of first appearance, equal tokens for equal ids. Ids may be
 * random, traces may not.
 */
export type JobIdToken = string;

/** Where a call of the kit came from: a step, inside a callback, a look at every notice, or the looks at the end. */
export type JobCallSite = "step" | "completed" | "start" | "cancel" | "present" | "look" | "end";

/** What a call names: a job of the kit, or an id that was never issued, described for a person. */
export type JobTarget = { readonly job: string } | { readonly neverIssued: string };

/** What a job was asked to be, as its spec says. */
export interface GivenSpec {
  readonly kind: string;
  readonly label: string;
  readonly owner?: OwnerToken | undefined;
}

/** A call of the kit; `caller` is absent where it has no token. */
export type JobCallGiven =
  | {
      readonly method: "start";
      /** The kit's own name for this one job. */
      readonly job: string;
      readonly spec: GivenSpec;
      /** Its producer has no `readOutput`. */
      readonly final: boolean;
    }
  | { readonly method: "read" | "get"; readonly target: JobTarget; readonly caller?: OwnerToken | undefined }
  | {
      readonly method: "cancel";
      readonly target: JobTarget;
      readonly caller?: OwnerToken | undefined;
      readonly reason?: string | undefined;
    }
  | {
      readonly method: "wait";
      readonly target: JobTarget;
      readonly caller?: OwnerToken | undefined;
      readonly timeoutMs: number;
    }
  | { readonly method: "list"; readonly caller?: OwnerToken | undefined }
  | { readonly method: "disposeOwner"; readonly owner: OwnerToken }
  | { readonly method: "dispose" };

export type JobMethod = JobCallGiven["method"];

/** A snapshot as it was shown: text where it is text, a description in brackets where it is not. */
export interface SeenSnapshot {
  readonly id: JobIdToken;
  readonly kind?: string | undefined;
  readonly label?: string | undefined;
  readonly owner?: string | undefined;
  readonly status?: string | undefined;
  readonly detail?: string | undefined;
}

/** What a call gave. */
export interface JobAnswer {
  /** Of `start`; absent where what it gave is no id. */
  readonly id?: JobIdToken | undefined;
  /** Of `cancel`. */
  readonly said?: string | undefined;
  /** Of `read`. */
  readonly output?: string | undefined;
  /** Of `read`, `get` and `wait` one, of `list` all. */
  readonly jobs?: readonly SeenSnapshot[] | undefined;
}

/** Something of the kit's that threw or rejected, by name: `the start of j1`, `the cancel of j1`, `a listener`, `a hook`. */
export type KitFault = string;

/** How a callback of the kit fails. */
export type CallbackFault = "throws" | "rejects";

/** How a producer's `done` settled. */
export type ProducerEnd = JobOutcome["status"] | "rejected";

/** The records of the `job` profile. */
export type JobRecord =
  | CommonRecord
  /** The adapter declares that a finished job may be forgotten after this time. */
  | (RecordBase & { readonly type: "retention"; readonly ms: number })
  /** The kit calls the runtime; `call` numbers these calls. */
  | (RecordBase & {
      readonly type: "call";
      readonly call: number;
      readonly site: JobCallSite;
      readonly given: JobCallGiven;
    })
  | (RecordBase & { readonly type: "answer"; readonly call: number; readonly answer: JobAnswer })
  | (RecordBase & {
      readonly type: "refused";
      readonly call: number;
      /** The text of the refusal, with the id of the call left out. */
      readonly message: string;
      /** The error of the kit that it carries: the very value, its cause, or its text. */
      readonly carries?: KitFault | undefined;
    })
  /** The runtime calls `start()` of a spec. */
  | (RecordBase & {
      readonly type: "producer";
      readonly job: string;
      /** Absent where it returns a producer; else whether what it throws has a text to be recognised by. */
      readonly throws?: "a text" | "no text" | undefined;
    })
  | (RecordBase & { readonly type: "output"; readonly job: string; readonly text: string })
  /** The runtime calls `readOutput` of a producer. */
  | (RecordBase & { readonly type: "pull"; readonly job: string; readonly text: string })
  /** The runtime calls `cancel` of a producer. */
  | (RecordBase & {
      readonly type: "asked";
      readonly job: string;
      readonly reason?: string | undefined;
      readonly throws: boolean;
    })
  | (RecordBase & {
      readonly type: "settled";
      readonly job: string;
      readonly how: ProducerEnd;
      readonly detail?: string | undefined;
      /** Of a producer without `readOutput`. */
      readonly output?: string | undefined;
    })
  /** A producer was declared as never settling. */
  | (RecordBase & { readonly type: "hangs"; readonly job: string })
  /** The runtime calls the listener; `notice` numbers these calls. */
  | (RecordBase & {
      readonly type: "notice";
      readonly notice: number;
      readonly shown: SeenSnapshot;
      readonly owner?: string | undefined;
      readonly fault?: CallbackFault | undefined;
    })
  /** The listener has returned. */
  | (RecordBase & { readonly type: "noticed"; readonly notice: number })
  /** The runtime calls the presentation hook of a spec. */
  | (RecordBase & {
      readonly type: "present";
      readonly job: string;
      readonly state: string;
      readonly shown: SeenSnapshot;
      readonly fault?: CallbackFault | undefined;
    });

/** The trace of one run of a job runtime. */
export type JobTrace = Trace<JobRecord>;

/** What the kit writes into every field of a snapshot it was given, to see whether it was a copy. */
export const SCRIBBLE = "scribbled";
