import type {
  CallSite,
  DomainRecord,
  DomainTrace,
  EmittedEvent,
  Returned,
  ValueToken,
} from "../../src/contract/domain-trace.ts";
import type { HaltOrder, ToolRunCommand } from "../../src/contract/domain.ts";
import type { Subject } from "../../src/contract/rule.ts";
import type { EscapeFact } from "../escapes.ts";

/** A sequence number, or Infinity for what never happened. */
export type Seq = number;

/** One call of `runBlock`. */
export interface RunFact {
  readonly at: Seq;
  readonly given: Readonly<ToolRunCommand>;
  startedAt: Seq;
  settledAt: Seq;
  how: "fulfilled" | "rejected" | "threw" | undefined;
  thrown: ValueToken | undefined;
  command: CommandFact | undefined;
}

/** One event that the executor emitted. */
export interface EmitFact {
  readonly at: Seq;
  readonly event: EmittedEvent;
  readonly sinkThrows: boolean;
  /** Which command it is about, as far as its ids tell. */
  command: CommandFact | undefined;
}

/** Whether a command found the domain stopped; `either` where the contract leaves it to the executor. */
export type Admission = "admitted" | "stopped" | "either";

/** One command that was handled. */
export interface CommandFact extends Subject {
  readonly name: string;
  readonly given: Readonly<ToolRunCommand>;
  readonly at: Seq;
  readonly site: CallSite;
  readonly reentrant: boolean;
  admission: Admission;
  /** What the last rearm before it did, with no new stop between them. */
  readonly lastRearm: RearmFact["effect"] | undefined;
  returnedAt: Seq;
  returned: Returned;
  threw: ValueToken | undefined;
  hangs: boolean;
  /** When the first stop after its admission was called. */
  stoppedAt: Seq;
  readonly runs: RunFact[];
  readonly outcomes: EmitFact[];
  readonly rejections: EmitFact[];
  /** Many rules ask for these; owed.ts works each out once. */
  readonly owed: { start: Seq | undefined; outcome: Seq | undefined };
}

/** One call of `runner.release`. */
export interface ReleaseFact {
  readonly at: Seq;
  readonly order: Readonly<HaltOrder>;
  settledAt: Seq;
  how: "resolved" | "rejected" | "threw" | undefined;
  error: ValueToken | undefined;
  hangs: boolean;
}

/** One stop generation: a halt with a new id, or a `haltToolDomain`. */
export interface StopFact extends Subject {
  /** The halt id, as it stands in a message; of a `haltToolDomain` the kit's name. */
  readonly name: string;
  /** The id in its release and receipt. */
  id: string | undefined;
  readonly reason: HaltOrder["reason"];
  readonly at: Seq;
  readonly reentrant: boolean;
  /** Present on a `haltToolDomain`. */
  readonly budget: BudgetFact | undefined;
  /** Admitted before it and not settled when it was called. */
  readonly inFlight: CommandFact[];
  /** Admitted before it, settled or not. */
  readonly before: CommandFact[];
  /** Older stops without a receipt when it was called. */
  readonly overlaps: StopFact[];
  /** A late repeat that the executor acted on. */
  readonly late: boolean;
  settledAt: Seq;
  settledHow: "resolved" | "rejected" | undefined;
  error: ValueToken | undefined;
  threw: ValueToken | undefined;
  /** When a rearm lifted it, or a newer stop took its place. */
  liftedAt: Seq;
  replacedAt: Seq;
  readonly releases: ReleaseFact[];
  readonly receipts: EmitFact[];
  /** Many rules ask for these; owed.ts works each out once. */
  readonly owed: { release: Seq | undefined; receipt: Seq | undefined; ending: BudgetExpectation | undefined };
}

/** How a `haltToolDomain` has to end; `either` where correct executors may differ. */
export type BudgetExpectation = "success" | "failure" | "either";

/** The budget of one `haltToolDomain`. */
export interface BudgetFact {
  readonly ms: number;
  /** Virtual time of the call, in ms. */
  readonly calledAtMs: number;
  settledAtMs: number;
  how: "resolved" | "rejected" | "threw" | undefined;
  readonly failures: Seq[];
  readonly fallbacks: Seq[];
}

/** One halt whose id had been used before. */
export interface RepeatFact extends Subject {
  readonly at: Seq;
  /** The halt id, as it stands in a message. */
  readonly id: string;
  readonly reentrant: boolean;
  /** The domain was not stopped: a late repeat. */
  readonly late: boolean;
  /** The executor treated a late repeat as a new stop. */
  actedOn: boolean;
  readonly stop: StopFact;
  settledAt: Seq;
  settledHow: "resolved" | "rejected" | undefined;
}

export interface RearmFact extends Subject {
  readonly at: Seq;
  readonly reentrant: boolean;
  readonly effect: "lifts" | "nothing-to-lift" | "names-another";
  readonly threw: ValueToken | undefined;
  /** A stop was still without a receipt. */
  readonly whileDraining: boolean;
}

/** One call of a reset of the owned resources. */
export interface ResetFact {
  readonly at: Seq;
  readonly which: "revertDiff" | "cancelCommand";
  settledAt: Seq;
  how: "resolved" | "rejected" | "threw" | undefined;
  error: ValueToken | undefined;
  hangs: boolean;
}

/** An index of one trace of a tool execution domain, built once and shared by all rules. */
export interface DomainFacts {
  readonly trace: DomainTrace;
  readonly records: readonly DomainRecord[];
  readonly commands: readonly CommandFact[];
  readonly runs: readonly RunFact[];
  readonly emits: readonly EmitFact[];
  readonly stops: readonly StopFact[];
  readonly repeats: readonly RepeatFact[];
  readonly rearms: readonly RearmFact[];
  readonly releases: readonly ReleaseFact[];
  /** Releases that belong to no stop. */
  readonly strayReleases: readonly ReleaseFact[];
  /** Receipts that belong to no stop. */
  readonly strayReceipts: readonly EmitFact[];
  readonly resets: readonly ResetFact[];
  readonly releaseErrors: readonly { readonly at: Seq; readonly error: ValueToken }[];
  readonly asks: readonly (Extract<DomainRecord, { type: "ask" }> & { readonly seq: Seq })[];
  readonly turns: readonly { readonly at: Seq; readonly turnId: string }[];
  readonly applied: readonly { readonly at: Seq; readonly event: EmittedEvent }[];
  readonly escapes: readonly EscapeFact[];
  readonly mutated: readonly { readonly at: Seq; readonly what: string }[];
  readonly left: readonly { readonly at: Seq; readonly what: string }[];
  /** The owned resources were there: stops reset them instead of calling `release`. */
  readonly hasResources: boolean;
  readonly surfaceDenied: boolean;
  /** The first event whose emission threw; what is missing after it is judged by `domain/sink-fault-contained` alone. */
  readonly sinkFaultAt: Seq;
  /** Sequence numbers of the quiescent points. */
  readonly quiets: readonly Seq[];
  /** The first quiescent point after a record; Infinity where there is none. */
  quietAfter(at: Seq): Seq;
  /** Whether every timer that was due within `settleMs` of a record has run at a quiescent point after it. */
  hasSettled(quiet: Seq, at: Seq): boolean;
  has(capability: string): boolean;
}
