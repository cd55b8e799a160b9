import { SCRIBBLE, type SeenSnapshot } from "../../contract/job-trace.ts";
import type { IdTokens } from "./idTokens.ts";

const FIELDS = ["id", "kind", "label", "owner", "status", "detail"] as const;

/** A snapshot as plain data; nothing is taken for granted of what a runtime hands over. */
export function seenSnapshot(shown: unknown, ids: IdTokens): SeenSnapshot {
  if (typeof shown !== "object" || shown === null) return { id: `(no snapshot but ${String(shown)})` };
  const { id, kind, label, owner, status, detail } = shown as Partial<Record<(typeof FIELDS)[number], unknown>>;
  return {
    id: id === SCRIBBLE ? SCRIBBLE : ids.of(id),
    kind: textOf(kind),
    label: textOf(label),
    owner: textOf(owner),
    status: textOf(status),
    detail: textOf(detail),
  };
}

/** Text as it is, nothing as nothing, anything else by its type. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : `(no text but ${typeof value})`;
}

/** Writes into every field of a snapshot; refusing the write is fine. */
export function scribble(shown: unknown): void {
  if (typeof shown !== "object" || shown === null) return;
  for (const field of FIELDS) {
    try {
      (shown as Record<string, unknown>)[field] = SCRIBBLE;
    } catch {
      // Frozen: also a way to be a copy.
    }
  }
}
