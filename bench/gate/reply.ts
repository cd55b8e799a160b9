import { ROLES, ROUNDS_MIN, type BlockTimes } from "./interleave.ts";
import { ORDERS } from "./measure.ts";

/** What a process answers. */
export type MeasureReply =
  /** The times of each set of instances, as they were taken: what they come to is for whoever asked. */
  | { readonly kind: "measured"; readonly sets: readonly BlockTimes[] }
  /** One of them cannot be measured. */
  | { readonly kind: "failed"; readonly message: string };

/**
 * The reply that a message of a measuring process is; undefined for any other, as executors may send.
 *
 * A time that is no number arrives as null.
 *
 * @param token what the process was sent to mark its reply with.
 */
export function readReply(message: unknown, token: string): MeasureReply | undefined {
  if (!isRecord(message) || message["token"] !== token) return undefined;
  const { kind, message: why, sets } = message;
  if (kind === "failed" && typeof why === "string") return { kind, message: why };
  if (kind === "measured" && Array.isArray(sets) && sets.length === ORDERS.length && sets.every(isBlockTimes)) {
    return { kind, sets };
  }
  return undefined;
}

function isBlockTimes(value: unknown): value is BlockTimes {
  if (!isRecord(value)) return false;
  const { operations, ms } = value;
  return Number.isInteger(operations) && isRecord(ms) && ROLES.every((role) => areTimes(ms[role]));
}

/** Each round has two blocks of everybody. */
function areTimes(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 * ROUNDS_MIN && value.every((ms) => Number.isFinite(ms) && ms >= 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
