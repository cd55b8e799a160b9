import type { ValueToken } from "../contract/domain-trace.ts";
import type { SettledKind, ThrownKind } from "../scenario/thrown.ts";

/** Makes a value to throw; every call of a kind that has an identity makes a new one. */
export function makeThrown(kind: ThrownKind, label: string): unknown {
  switch (kind) {
    case "error":
      return plainError(`${label} failed`);
    case "undefined":
      return undefined;
    case "null":
      return null;
    case "string":
      return `${label} failed`;
    case "bare":
      return Object.create(null) as object;
    case "hostile":
      return hostileError(label);
  }
}

/** Makes the value that a tool gives. */
export function makeSettled(kind: SettledKind | undefined): unknown {
  switch (kind) {
    case undefined:
      return "done";
    case "error":
      return plainError("given, not thrown");
    case "undefined":
      return undefined;
    case "rejection-like":
      return { status: "rejected", error: "given, not thrown", message: "given, not thrown" };
  }
}

/** An error without a stack: where the kit made it helps nobody, and taking the stack costs more than a run's judging. */
function plainError(message: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new Error(message);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** An error that fights back whoever reads it. */
function hostileError(label: string): object {
  const refuse = (): never => {
    throw new Error(`${label} does not want to be read`);
  };
  return Object.defineProperties({}, { message: { get: refuse }, toString: { value: refuse }, name: { get: refuse } });
}

/** Gives values their tokens: equal tokens, the very same value. */
export class ValueTokens {
  readonly #known = new Map<unknown, ValueToken>();

  /** Names a value that the kit made. */
  name(value: unknown, token: ValueToken): void {
    if (isObject(value)) this.#known.set(value, token);
  }

  of(value: unknown): ValueToken {
    if (typeof value === "string") return JSON.stringify(value);
    if (!isObject(value)) return String(value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const token = `${describeObject(value)} #${this.#known.size + 1}`;
    this.#known.set(value, token);
    return token;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function describeObject(value: object): string {
  try {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
  } catch {
    // A value may refuse to be read; it still needs a token.
  }
  return "object";
}

/** The text of anything thrown, for a person. */
export function describeThrown(value: unknown): string {
  try {
    return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
  } catch {
    return "a value that refuses to be read";
  }
}

/** Whether a value can be awaited; one that refuses to be asked cannot. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return isObject(value) && typeof (value as { then?: unknown }).then === "function";
  } catch {
    return false;
  }
}
