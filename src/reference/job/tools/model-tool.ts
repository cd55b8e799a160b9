import { JobRuntimeError } from "../errors.ts";
import type { Session } from "../session.ts";

/** What a tool answers; an `error` is for the model to read and act on. */
export type ToolResult =
  | { readonly kind: "ok"; readonly text: string }
  | { readonly kind: "error"; readonly text: string };

/**
 * A tool as a model sees it: a name, a description and a JSON Schema for its input. `execute` checks the input itself and
 * never rejects for what the model asked; only a defect of the tool rejects.
 */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  execute(input: unknown, session: Session): Promise<ToolResult>;
}

/** Something the model should read: its input does not fit, or what it asked for failed. */
export class ToolError extends Error {
  override name = "ToolError";
}

/** Turns a `ToolError` and the refusals of the runtime into an `error` result. */
export async function answer(work: () => string | Promise<string>): Promise<ToolResult> {
  try {
    return { kind: "ok", text: await work() };
  } catch (error) {
    if (error instanceof ToolError || error instanceof JobRuntimeError) return { kind: "error", text: error.message };
    throw error;
  }
}
