import type { HaltOrder, ToolRunCommand } from "./domain.ts";
import type { CommonRecord, RecordBase, Trace } from "./trace.ts";

/**
 * Stands for a value in a trace. Two records hold the same token only if they hold the very same value, so that "that
 * very error" can be judged from plain data.
 */
export type ValueToken = string;

/** Where a call of the kit came from: a step, or from inside one of the host's callbacks. */
export type CallSite = "step" | "emit" | "runBlock" | "release";

/** What a call that should return nothing returned. */
export type Returned = "nothing" | "thenable" | "value";

/** An event as it was emitted: its values where they are strings, tokens where they are not. */
export interface EmittedEvent {
  readonly kind: string;
  readonly commandId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly dlineTid?: string | undefined;
  readonly haltId?: string | undefined;
  /** Only of a failure: whether `message` is a string. */
  readonly hasMessage?: boolean | undefined;
  /** Only of a failure: the cause, absent where the event has none. */
  readonly cause?: ValueToken | undefined;
}

/** The records of the `domain` profile. */
export type DomainRecord =
  | CommonRecord
  /** `handle` is called. `command` is the kit's own name for this one command. */
  | (RecordBase & {
      readonly type: "handle";
      readonly command: string;
      readonly given: Readonly<ToolRunCommand>;
      readonly site: CallSite;
    })
  | (RecordBase & {
      readonly type: "handled";
      readonly command: string;
      readonly returned: Returned;
      readonly threw?: ValueToken | undefined;
    })
  /** The executor calls `runBlock`; `run` numbers these calls. */
  | (RecordBase & { readonly type: "run"; readonly run: number; readonly given: Readonly<ToolRunCommand> })
  /** `runBlock` has returned its promise. */
  | (RecordBase & { readonly type: "started"; readonly run: number })
  | (RecordBase & {
      readonly type: "settled";
      readonly run: number;
      readonly how: "fulfilled" | "rejected" | "threw";
      readonly thrown?: ValueToken | undefined;
    })
  /** A tool was declared as never settling. */
  | (RecordBase & { readonly type: "hangs"; readonly command: string })
  | (RecordBase & { readonly type: "emit"; readonly event: EmittedEvent; readonly sinkThrows: boolean })
  /** `halt` is called; `call` numbers these calls. */
  | (RecordBase & {
      readonly type: "halt";
      readonly call: number;
      readonly order: Readonly<HaltOrder>;
      readonly site: CallSite;
    })
  | (RecordBase & { readonly type: "halt-returned"; readonly call: number; readonly threw?: ValueToken | undefined })
  | (RecordBase & {
      readonly type: "halt-settled";
      readonly call: number;
      readonly how: "resolved" | "rejected";
      readonly error?: ValueToken | undefined;
    })
  | (RecordBase & { readonly type: "rearm"; readonly haltId?: string | undefined; readonly site: CallSite })
  | (RecordBase & { readonly type: "rearmed"; readonly threw?: ValueToken | undefined })
  /** The executor calls `runner.release`; `release` numbers these calls. */
  | (RecordBase & { readonly type: "release"; readonly release: number; readonly order: Readonly<HaltOrder> })
  | (RecordBase & {
      readonly type: "release-settled";
      readonly release: number;
      readonly how: "resolved" | "rejected" | "threw";
      readonly error?: ValueToken | undefined;
    })
  | (RecordBase & { readonly type: "release-hangs"; readonly release: number })
  /** The executor calls a reset of the owned resources; `reset` numbers these calls. */
  | (RecordBase & { readonly type: "reset"; readonly reset: number; readonly which: ResetName })
  | (RecordBase & {
      readonly type: "reset-settled";
      readonly reset: number;
      readonly how: "resolved" | "rejected" | "threw";
      readonly error?: ValueToken | undefined;
    })
  | (RecordBase & { readonly type: "reset-hangs"; readonly reset: number })
  | (RecordBase & { readonly type: "release-error"; readonly error: ValueToken })
  /** `haltToolDomain` is called; `stop` is the kit's own name for it. */
  | (RecordBase & {
      readonly type: "stop";
      readonly stop: string;
      readonly reason: HaltOrder["reason"];
      readonly budgetMs: number;
    })
  | (RecordBase & {
      readonly type: "stop-settled";
      readonly stop: string;
      readonly how: "resolved" | "rejected" | "threw";
      readonly error?: ValueToken | undefined;
    })
  | (RecordBase & { readonly type: "halt-failure" })
  | (RecordBase & { readonly type: "fallback" })
  | (RecordBase & {
      readonly type: "ask";
      readonly capability: string;
      readonly command?: string | undefined;
      readonly answer: AskAnswer;
    })
  | (RecordBase & { readonly type: "turn"; readonly turnId: string })
  | (RecordBase & { readonly type: "applied"; readonly event: EmittedEvent })
  /** A command or an order no longer equals the copy that the kit kept. */
  | (RecordBase & { readonly type: "mutated"; readonly what: string });

export type ResetName = "revertDiff" | "cancelCommand";

/** What asking for a user-facing capability gave. */
export type AskAnswer =
  | { readonly gave: "host-surface" | "something-else" }
  | {
      readonly threw: true;
      readonly name: string;
      readonly capability: string | undefined;
      /** Whether `reason` is that of the surface. */
      readonly hasReason: boolean;
    };

/** The trace of one run of a tool execution domain. */
export type DomainTrace = Trace<DomainRecord>;
