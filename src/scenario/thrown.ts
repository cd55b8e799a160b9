/** What a tool, a release or a body of the kit may throw. */
export const THROWN_KINDS = ["error", "undefined", "null", "string", "bare", "hostile"] as const;

/** What a tool of the kit may give that is easily taken for a failure. */
export const SETTLED_KINDS = ["error", "undefined", "rejection-like"] as const;

export type SettledKind = (typeof SETTLED_KINDS)[number];

export type ThrownKind = (typeof THROWN_KINDS)[number];

/** A kind in the description of a step. */
export function describeKind(kind: ThrownKind | SettledKind): string {
  if (kind === "bare") return "an object without a prototype";
  return kind === "hostile" ? "an error that refuses to be read" : kind;
}
