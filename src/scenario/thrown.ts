/** What a tool, a release or a body of the kit may throw. */
export const THROWN_KINDS = ["error", "undefined", "null", "string", "bare", "hostile"] as const;

export type ThrownKind = (typeof THROWN_KINDS)[number];
