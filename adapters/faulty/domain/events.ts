import type { ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import type { Faults } from "./faults/index.ts";
import { SurfaceDeniedError } from "./surface.ts";

export function blockResult({ commandId, dlineTid, turnId }: ToolRunCommand, has: Faults): ToolDomainEvent {
  return { kind: "tool.block_result", commandId, dlineTid, ...turn(turnId, has) };
}

export function blockFailed(command: ToolRunCommand, thrown: unknown, has: Faults): ToolDomainEvent {
  if (thrown === undefined && has("undefined-taken-for-success")) return blockResult(command, has);
  if (thrown instanceof SurfaceDeniedError && has("denial-taken-for-success")) return blockResult(command, has);
  const { commandId, dlineTid, turnId } = command;
  const cause = has("cause-as-text") ? textOf(thrown) : thrown;
  const message = has("message-of-errors-only") ? messageOf(thrown) : textOf(thrown);
  return { kind: "tool.block_failed", commandId, dlineTid, ...turn(turnId, has), message: message as string, cause };
}

export function rejected({ commandId, dlineTid, turnId }: ToolRunCommand, has: Faults): ToolDomainEvent {
  const tid = has("rejection-without-tid") ? "" : dlineTid;
  return { kind: "tool.rejected", commandId, dlineTid: tid, ...turn(turnId, has), reason: "stopped" };
}

function turn(turnId: string | undefined, has: Faults): { readonly turnId?: string } {
  return turnId === undefined || has("outcome-without-turn") ? {} : { turnId };
}

/** Anything can be thrown, also what refuses to be read. */
function textOf(thrown: unknown): string {
  try {
    return messageOf(thrown) ?? String(thrown);
  } catch {
    return "unreadable";
  }
}

function messageOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.message : undefined;
}
