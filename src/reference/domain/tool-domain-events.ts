import type { ToolDomainEvent, ToolRunCommand } from "../../contract/domain.ts";
import { failureMessage } from "./failure-message.ts";

/*
 * A command without a turn gives an event without that field. The literals are written out because a spread, or a field
 * added afterwards, costs more than the rest of an event.
 */

export function blockResult(command: ToolRunCommand): ToolDomainEvent {
  const { commandId, turnId, dlineTid } = command;
  return turnId === undefined
    ? { kind: "tool.block_result", commandId, dlineTid }
    : { kind: "tool.block_result", commandId, turnId, dlineTid };
}

export function blockFailed(command: ToolRunCommand, cause: unknown): ToolDomainEvent {
  const { commandId, turnId, dlineTid } = command;
  const message = failureMessage(cause);
  return turnId === undefined
    ? { kind: "tool.block_failed", commandId, dlineTid, message, cause }
    : { kind: "tool.block_failed", commandId, turnId, dlineTid, message, cause };
}

export function rejected(command: ToolRunCommand, reason: string): ToolDomainEvent {
  const { commandId, turnId, dlineTid } = command;
  return turnId === undefined
    ? { kind: "tool.rejected", commandId, dlineTid, reason }
    : { kind: "tool.rejected", commandId, turnId, dlineTid, reason };
}

export function halted(haltId: string): ToolDomainEvent {
  return { kind: "tool.halted", haltId };
}
