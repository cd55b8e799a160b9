import type { EmittedEvent } from "../../contract/domain-trace.ts";
import type { HaltOrder, ToolRunCommand } from "../../contract/domain.ts";
import type { ValueTokens } from "../values.ts";

/** The four fields of a command. Whatever an executor hands over is read here, so nothing is taken for granted. */
export function copyCommand(command: ToolRunCommand): ToolRunCommand {
  const copy: ToolRunCommand = { commandId: command?.commandId, dlineTid: command?.dlineTid };
  if (command?.turnId !== undefined) copy.turnId = command.turnId;
  if (command?.mode !== undefined) copy.mode = command.mode;
  return copy;
}

export function copyOrder(order: HaltOrder): HaltOrder {
  return { haltId: order?.haltId, reason: order?.reason };
}

/** Whether the four fields are equal; an absent field equals `undefined`. */
export function sameCommand(a: ToolRunCommand, b: Readonly<ToolRunCommand>): boolean {
  return a?.commandId === b.commandId && a.dlineTid === b.dlineTid && a.turnId === b.turnId && a.mode === b.mode;
}

export function sameOrder(a: HaltOrder, b: Readonly<HaltOrder>): boolean {
  return a?.haltId === b.haltId && a.reason === b.reason;
}

type AnyEvent = Partial<Record<"kind" | "commandId" | "turnId" | "dlineTid" | "haltId" | "message" | "cause", unknown>>;

const ID_FIELDS = ["commandId", "turnId", "dlineTid", "haltId"] as const;

/** An event as plain data, whatever the executor emitted. */
export function emittedEvent(event: unknown, tokens: ValueTokens): EmittedEvent {
  try {
    return readEvent(event, tokens);
  } catch {
    return { kind: "an event that refuses to be read" };
  }
}

function readEvent(event: unknown, tokens: ValueTokens): EmittedEvent {
  if (typeof event !== "object" || event === null) return { kind: String(event) };
  const given = event as AnyEvent;
  const emitted: { -readonly [K in keyof EmittedEvent]: EmittedEvent[K] } = { kind: String(given.kind) };
  for (const field of ID_FIELDS) {
    const value = given[field];
    if (value !== undefined) emitted[field] = typeof value === "string" ? value : tokens.of(value);
  }
  if (given.kind === "tool.block_failed") {
    emitted.hasMessage = typeof given.message === "string";
    if ("cause" in given) emitted.cause = tokens.of(given.cause);
  }
  return emitted;
}
