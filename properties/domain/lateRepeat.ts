import type { DomainRecord } from "../../src/contract/domain-trace.ts";
import type { CommandFact, Seq, StopFact } from "./facts.ts";

/** A halt with a used id on a domain that is not stopped, and what was known when it came. */
export interface LateRepeat {
  readonly haltId: string;
  readonly at: Seq;
  /** A `haltToolDomain` that has settled stands: the executor may think itself stopped. */
  readonly mayBeStopped: boolean;
  readonly stops: readonly StopFact[];
  readonly commands: readonly CommandFact[];
}

/**
 * Whether the executor treated a late repeat as a new stop: it released and receipted that id once more than there were
 * stops; with owned resources the receipt alone tells.
 *
 * Where something hangs a new stop may show neither. Then one of them is enough, or that what was handled next was
 * rejected, or that work in flight was given up or lost its outcome. A next command that runs speaks against it, and so does
 * a promise that settles without a receipt.
 */
export function actedOnLateRepeat(records: readonly DomainRecord[], repeat: LateRepeat): boolean {
  const released = hasOneMore(records, repeat, "release");
  const receipted = hasOneMore(records, repeat, "emit");
  const resets = records.some(({ type }) => type === "reset");
  if (receipted && (released || resets)) return true;
  if (!records.some(isHang) || nextIs("run", records, repeat)) return false;
  if (receipted) return true;
  if (isAnswered(records, repeat)) return false;
  return released || nextIs("rejected", records, repeat) || dropsWork(records, repeat);
}

function isHang({ type }: DomainRecord): boolean {
  return type === "hangs" || type === "release-hangs" || type === "reset-hangs";
}

function isAnswered(records: readonly DomainRecord[], { at }: LateRepeat): boolean {
  const halt = records[at];
  return records.some((record) => record.type === "halt-settled" && halt?.type === "halt" && record.call === halt.call);
}

/** Whether after the repeat there is one release, or one receipt, more than the stops of that id still lacked. */
function hasOneMore(
  records: readonly DomainRecord[],
  { haltId, at, stops }: LateRepeat,
  type: "release" | "emit",
): boolean {
  let lacking = stops.filter(({ id }) => id === haltId).length;
  for (const [seq, record] of records.entries()) {
    const isOne =
      record.type === "release"
        ? type === "release" && record.order.haltId === haltId
        : record.type === "emit" &&
          type === "emit" &&
          record.event.kind === "tool.halted" &&
          record.event.haltId === haltId;
    if (!isOne) continue;
    if (lacking > 0) lacking -= 1;
    else if (seq > at) return true;
  }
  return false;
}

/** What became of the commands that were handled next; only ids that one command alone has can tell. */
function nextIs(what: "run" | "rejected", records: readonly DomainRecord[], { at, mayBeStopped }: LateRepeat): boolean {
  if (mayBeStopped) return false;
  const next = new Set<string | undefined>();
  for (const record of records.slice(at + 1)) {
    if (changesStop(record)) break;
    if (record.type === "handle" && isUnique(records, record.given.commandId)) next.add(record.given.commandId);
  }
  return records.some((record) =>
    what === "run"
      ? record.type === "run" && next.has(record.given.commandId)
      : record.type === "emit" && record.event.kind === "tool.rejected" && next.has(record.event.commandId),
  );
}

/** Whether work that was admitted before the repeat, and not stopped by another stop, never starts or has no outcome. */
function dropsWork(records: readonly DomainRecord[], { at, commands }: LateRepeat): boolean {
  const live = commands.filter(
    ({ stoppedAt, admission, given }) =>
      stoppedAt === Infinity && admission === "admitted" && isUnique(records, given.commandId),
  );
  return live.some(({ given }) => {
    const runs = new Set<number>();
    let settled = false;
    for (const [seq, record] of records.entries()) {
      if (record.type === "run" && record.given.commandId === given.commandId) runs.add(record.run);
      else if (record.type === "settled" && runs.has(record.run)) settled = true;
      else if (record.type === "emit" && record.event.commandId === given.commandId) return false;
      else if (seq > at && record.type === "quiet" && (settled || runs.size === 0)) return true;
      else if (seq > at && (record.type === "halt" || record.type === "stop")) return false;
    }
    return false;
  });
}

function changesStop({ type }: DomainRecord): boolean {
  return type === "rearm" || type === "halt" || type === "stop";
}

function isUnique(records: readonly DomainRecord[], commandId: string): boolean {
  return records.filter((record) => record.type === "handle" && record.given.commandId === commandId).length === 1;
}
