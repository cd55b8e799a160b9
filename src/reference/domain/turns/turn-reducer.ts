import type { ToolDomainEvent, ToolRunCommand } from "../../../contract/domain.ts";

/** How the blocks of a turn follow each other: one at a time, or all at once. */
export type ToolRunMode = NonNullable<ToolRunCommand["mode"]>;

/** The identities of one admitted block. */
export interface ToolBlock {
  readonly commandId: string;
  readonly dlineTid: string;
}

/** What became of a block that ran. A rejection or a receipt is not one. */
export type ToolOutcome = Extract<ToolDomainEvent, { kind: "tool.block_result" | "tool.block_failed" }>;

/** A turn that is under way. */
interface Turn {
  readonly turnId: string;
  readonly mode: ToolRunMode;
  /** Not handed out yet; in parallel mode always empty. */
  readonly waiting: readonly ToolBlock[];
  /** The command whose outcome lets the next block go; only in serial mode. */
  readonly awaited: string | undefined;
}

/** `undefined` before the first turn and between turns. */
export type TurnState = Turn | undefined;

/** What the reducer is told: turns come and go, and whatever a tool execution domain emits. */
export type TurnEvent =
  | {
      readonly kind: "turn.created";
      readonly turnId: string;
      readonly mode: ToolRunMode;
      readonly blocks: readonly ToolBlock[];
    }
  | { readonly kind: "turn.left" }
  | ToolDomainEvent;

/** What the reducer wants done, in this order. */
export type TurnEffect =
  | { readonly kind: "tool.run"; readonly command: ToolRunCommand }
  | { readonly kind: "outcome.applied"; readonly outcome: ToolOutcome }
  | { readonly kind: "outcome.stale"; readonly outcome: ToolOutcome };

/** The answer to one event. */
export interface TurnStep {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

/**
 * Decides; does nothing. The mode of a turn, chosen when it was created, is copied into each command.
 *
 * An outcome is applied if it belongs to the turn under way or to no turn; any other one is stale: its turn was left, or
 * never entered. Rules `domain/stale-turn-not-applied` and `domain/current-turn-applied`; document "Tool Execution
 * Domain", The command.
 *
 * @example
 * ```ts
 * const { state } = reduceTurn(undefined, { kind: "turn.created", turnId: "u2", mode: "parallel", blocks: [] });
 * const late: ToolOutcome = { kind: "tool.block_result", commandId: "c1", turnId: "u1", dlineTid: "t1" };
 * reduceTurn(state, late).effects; // [{ kind: "outcome.stale", outcome: late }]
 * ```
 */
export function reduceTurn(state: TurnState, event: TurnEvent): TurnStep {
  switch (event.kind) {
    case "turn.created": {
      const { turnId, mode, blocks } = event;
      return handOut({ turnId, mode, waiting: blocks, awaited: undefined });
    }
    case "turn.left":
      return { state: undefined, effects: [] };
    case "tool.block_result":
    case "tool.block_failed":
      return applyOutcome(state, event);
    case "tool.rejected":
      // The domain is stopped: what waits would be rejected as well.
      return { state: isAwaited(state, event) ? { ...state, waiting: [], awaited: undefined } : state, effects: [] };
    case "tool.halted":
      // Says nothing about the turn: the receipt of an older stop may come while a newer turn is under way.
      return { state, effects: [] };
  }
}

function applyOutcome(state: TurnState, outcome: ToolOutcome): TurnStep {
  if (outcome.turnId !== undefined && outcome.turnId !== state?.turnId) {
    return { state, effects: [{ kind: "outcome.stale", outcome }] };
  }
  const next: TurnStep = isAwaited(state, outcome) ? handOut(state) : { state, effects: [] };
  return { state: next.state, effects: [{ kind: "outcome.applied", outcome }, ...next.effects] };
}

function isAwaited(state: TurnState, event: { turnId?: string; commandId: string }): state is Turn {
  return state !== undefined && event.turnId === state.turnId && event.commandId === state.awaited;
}

/** Hands out the blocks that may run now: the next one of a serial turn, all of a parallel one. */
function handOut(turn: Turn): TurnStep {
  const count = turn.mode === "serial" ? 1 : turn.waiting.length;
  const handedOut = turn.waiting.slice(0, count);
  return {
    state: {
      ...turn,
      waiting: turn.waiting.slice(count),
      awaited: turn.mode === "serial" ? handedOut[0]?.commandId : undefined,
    },
    effects: handedOut.map((block) => ({ kind: "tool.run", command: commandFor(turn, block) })),
  };
}

function commandFor({ turnId, mode }: Turn, { commandId, dlineTid }: ToolBlock): ToolRunCommand {
  return { commandId, turnId, dlineTid, mode };
}
