import type { AnyAdapter, AnyExecutor } from "./adapter.ts";

/**
 * One admitted tool block. It carries identities and the execution mode, never the tool's input: whoever runs it looks
 * the prepared admission record up by `dlineTid` ("Tool Execution Domain", The command).
 */
export interface ToolRunCommand {
  commandId: string;
  turnId?: string;
  dlineTid: string;
  /** Decided by the turn driver; an executor takes no scheduling decision from it. */
  mode?: "serial" | "parallel";
}

/** One stop. A new `haltId` starts a new stop generation; a used one has no effect. */
export interface HaltOrder {
  haltId: string;
  reason: "cancel" | "terminate" | "detach";
}

/** Everything a tool execution domain may tell the reducer. */
export type ToolDomainEvent =
  | { kind: "tool.block_result"; commandId: string; turnId?: string; dlineTid: string }
  | {
      kind: "tool.block_failed";
      commandId: string;
      turnId?: string;
      dlineTid: string;
      message: string;
      cause?: unknown;
    }
  | { kind: "tool.rejected"; commandId: string; turnId?: string; dlineTid: string; reason?: string }
  | { kind: "tool.halted"; haltId: string };

/** The workspace resources a domain owns, reset once for each stop ("Tool Execution Domain", Resource ownership). */
export interface OwnedToolResources {
  revertDiff(): Promise<void>;
  cancelCommand(): Promise<void>;
}

/** What runs the blocks and releases what they own. */
export interface ToolDomainRunner {
  /** The tool: called once for a command that is admitted, and not for one given up before. It may settle at any time, or never. */
  runBlock(command: ToolRunCommand): Promise<unknown>;
  /** Gives back what the blocks own: called once for each stop, before its receipt. */
  release(order: HaltOrder): Promise<void>;
}

/** Where the events of a domain go. */
export interface ToolDomainSink {
  emit(event: ToolDomainEvent): void;
}

/** The surface of a domain that was assembled with a user in front of it. */
export interface UserFacingSurface {
  readonly kind: "user_facing";
  ask(...args: unknown[]): Promise<unknown>;
  say(...args: unknown[]): Promise<void>;
  openInteraction(request: unknown): Promise<unknown>;
  diff(): unknown;
}

/** The surface of a domain without a user: no capability exists, whatever its name. */
export interface DeniedSurface {
  readonly kind: "denied";
  readonly reason: string;
}

/** Which surface a domain has is decided when it is assembled, not in each handler. */
export type ToolDomainSurface = UserFacingSurface | DeniedSurface;

/**
 * What the kit hands to a domain executor: everything outside it.
 *
 * Fields that belong to a capability are marked with it; they are present only where the adapter declares it.
 */
export interface DomainHost {
  readonly runner: ToolDomainRunner;
  readonly sink: ToolDomainSink;
  readonly surface: ToolDomainSurface;
  /** [resources] Present in some runs, absent in others; where present, `runner.release` is not called. */
  readonly resources?: OwnedToolResources;
  /** [resources] A failed reset is reported here, once each. */
  readonly onReleaseError?: (error: unknown, order: HaltOrder) => void;
  /** [budget] Milliseconds for one `haltToolDomain`; absent: the default of 5,000 ms. */
  readonly haltBudgetMs?: number;
  /** [budget] Told once of a stop that ran out of its budget or failed. */
  readonly onHaltFailure: (error: unknown) => void;
  /** [budget] Called once after such a failure. */
  readonly releaseFallback: () => void;
  /** [turns] Called when the reducer applies an outcome. */
  readonly applied: (event: ToolDomainEvent) => void;
}

/** A tool execution domain as the kit drives it. */
export interface DomainExecutor extends AnyExecutor {
  /** Takes a command and returns at once; its one outcome goes to `sink.emit`. */
  handle(command: ToolRunCommand): void;
  /** Stops: drops what was admitted before, drains, releases once, and emits the receipt; then the promise settles. */
  halt(order: HaltOrder): Promise<void>;
  /** Takes commands again. An id is passed only with [rearmById]. */
  rearm(haltId?: string): void;
  /** [budget] */
  haltToolDomain?(reason: HaltOrder["reason"]): Promise<void>;
  /** [surface] What a tool calls to reach a user. */
  requireUserFacing?(capability: string): UserFacingSurface;
  /** [turns] The reducer moves on. */
  enterTurn?(turnId: string): void;
  /** Called at the end of each run; nothing of the executor may remain. */
  dispose?(): void | Promise<void>;
}

/** What a domain executor can do beyond the common rules; each key opens the rules marked with it. */
export interface DomainCapabilities {
  /** `rearm(id)` lifts the stop of that id only. */
  rearmById?: boolean;
  /** `rearm` may come while an older stop still drains. */
  rearmWhileDraining?: boolean;
  /** Command ids and tids may come again. */
  reusedIds?: boolean;
  /** `haltToolDomain`, with a budget in ms. */
  budget?: boolean;
  /** Stops reset owned resources instead of calling `release`. */
  resources?: boolean;
  /** `requireUserFacing`, granted or denied by assembly. */
  surface?: boolean;
  /** `enterTurn`; outcomes are applied by turn, and that can be seen. */
  turns?: boolean;
  /** A failure carries the thrown value itself. */
  cause?: boolean;
}

/**
 * Lets the kit create a tool execution domain (contract, profile `domain`).
 *
 * @example
 * ```ts
 * const adapter: DomainAdapter = {
 *   profile: "domain",
 *   name: "my-domain",
 *   create: ({ runner, sink }) => new MyDomain((command) => runner.runBlock(command), (event) => sink.emit(event)),
 * };
 * ```
 */
export interface DomainAdapter extends AnyAdapter {
  readonly profile: "domain";
  readonly capabilities?: Readonly<DomainCapabilities>;
  create(host: DomainHost): DomainExecutor | Promise<DomainExecutor>;
}
