import type {
  CallbackFault,
  JobAnswer,
  JobCallGiven,
  JobCallSite,
  JobIdToken,
  JobRecord,
  JobTrace,
  KitFault,
  ProducerEnd,
  SeenSnapshot,
} from "../../src/contract/job-trace.ts";
import type { Subject } from "../../src/contract/rule.ts";
import type { EscapeFact } from "../escapes.ts";

/** A sequence number, or Infinity for what never happened. */
export type Seq = number;

/** One call of the kit. */
export interface CallFact {
  readonly at: Seq;
  /** Virtual time of the call, in ms. */
  readonly atMs: number;
  readonly given: JobCallGiven;
  readonly site: JobCallSite;
  /** The job it is about; of a start, the one it starts. */
  readonly job: JobFact | undefined;
  /** The notice from inside which it was made. */
  readonly inside: NoticeFact | undefined;
  /** When it was answered or refused. */
  endedAt: Seq;
  endedAtMs: number;
  answer: JobAnswer | undefined;
  refusal: { readonly message: string; readonly carries: KitFault | undefined } | undefined;
}

/** One call of the listener. */
export interface NoticeFact {
  readonly at: Seq;
  readonly shown: SeenSnapshot;
  readonly owner: string | undefined;
  readonly fault: CallbackFault | undefined;
  /** Known once `start` has answered. */
  job: JobFact | undefined;
}

/** One call of a presentation hook. */
export interface PresentFact {
  readonly at: Seq;
  readonly state: string;
  readonly shown: SeenSnapshot;
  readonly fault: CallbackFault | undefined;
}

/** One time at which a status was shown: it was true at some moment between `from` and `to`. */
export interface Observation {
  readonly from: Seq;
  readonly to: Seq;
  readonly shown: SeenSnapshot;
  /** How it was shown, for a person. */
  readonly by: string;
  /** It was asked for from inside the notice of this very job. */
  readonly isInsideNotice: boolean;
}

/** One call of a producer's `cancel`. */
export interface AskFact {
  readonly at: Seq;
  readonly reason: string | undefined;
  readonly throws: boolean;
}

/** A piece of text, and when it was produced or handed over. */
export interface Piece {
  readonly at: Seq;
  readonly text: string;
}

/** One job that the kit asked for. */
export interface JobFact extends Subject {
  readonly name: string;
  readonly start: CallFact;
  readonly spec: Extract<JobCallGiven, { method: "start" }>["spec"];
  readonly isFinal: boolean;
  id: JobIdToken | undefined;
  /** Another start gave the same id: what a call about it means is open. */
  isAmbiguous: boolean;
  /** When its producer's `start` was called, each time. */
  readonly producerStarts: Seq[];
  /** Its producer's `start` threw; whether that has a text to be recognised by. */
  producerThrew: "a text" | "no text" | undefined;
  readonly output: Piece[];
  readonly pulls: Piece[];
  readonly asks: AskFact[];
  settledAt: Seq;
  settledAtMs: number;
  end: ProducerEnd | undefined;
  detail: string | undefined;
  /** What it gave with its outcome. */
  finalOutput: string;
  hangs: boolean;
  /** Calls about it, besides its start. */
  readonly calls: CallFact[];
  readonly notices: NoticeFact[];
  readonly presents: PresentFact[];
  /** In the order in which they ended. */
  readonly observations: Observation[];
}

/** An index of one trace of a job runtime, built once and shared by all rules. */
export interface JobFacts {
  readonly trace: JobTrace;
  readonly records: readonly JobRecord[];
  readonly jobs: readonly JobFact[];
  readonly calls: readonly CallFact[];
  readonly notices: readonly NoticeFact[];
  readonly escapes: readonly EscapeFact[];
  readonly left: readonly { readonly at: Seq; readonly what: string }[];
  readonly dispose: CallFact | undefined;
  readonly retentionMs: number | undefined;
  /** Quiescent points, with the timers that are pending there. */
  readonly quiets: readonly { readonly at: Seq; readonly atMs: number; readonly due: readonly number[] }[];
  /** The first quiescent point after a record; Infinity where there is none. */
  quietAfter(at: Seq): Seq;
  has(capability: string): boolean;
  jobWithId(id: JobIdToken): JobFact | undefined;
}
