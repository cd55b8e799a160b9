import { ToolError } from "./model-tool.ts";

type InputFields = Readonly<Record<string, unknown>>;

/** The fields of a tool's input; throws `ToolError` where it is no object or has a field that is not `allowed`. */
export function fieldsOf(input: unknown, allowed: readonly string[]): InputFields {
  if (!isObject(input)) throw new ToolError("the input must be an object");
  const extra = Object.keys(input).find((name) => !allowed.includes(name));
  if (extra !== undefined)
    throw new ToolError(`unknown field ${JSON.stringify(extra)}: expected ${allowed.join(", ")}`);
  return input;
}

function isObject(value: unknown): value is InputFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function requiredText(fields: InputFields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined) throw new ToolError(`${name} is required`);
  return value;
}

export function optionalText(fields: InputFields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || typeof value === "string") return value;
  throw new ToolError(`${name} must be a string`);
}

export function optionalFlag(fields: InputFields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === "boolean") return value;
  throw new ToolError(`${name} must be true or false`);
}

/** A whole number of milliseconds from `min` to `max`. */
export function optionalMs(fields: InputFields, name: string, min: number, max: number): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ToolError(`${name} must be a whole number of milliseconds from ${min} to ${max}`);
}
