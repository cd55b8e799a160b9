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
 * stops; with owned resources the receipt alone tells. A promise that settles with that of an older call speaks against it.
 *
 * Where something hangs, or the sink throws, a new stop may not come to that. Then one of them is enough, or one reset too many, or that what
 * was handled next was rejected, or that work in flight was given up or lost its outcome; unless what was handled next
 * runs.
 */
export function actedOnLateRepeat(records: readonly DomainRecord[], repeat: LateRepeat): boolean {
  if (joinsOlder(records, repeat)) return false;
  const released = hasOneMore(records, repeat, "release");
  const receipted = hasOneMore(records, repeat, "emit");
  const resets = records.some(({ type }) => type === "reset");
  if (receipted && (released || resets)) return true;
  if (!records.some(mayCutShort) || runsNext(records, repeat)) return false;
  return released || receipted || resetsTooOften(records) || rejectsNext(records, repeat) || dropsWork(records, repeat);
}

function mayCutShort(record: DomainRecord): boolean {
  const { type } = record;
  return (
    type === "hangs" || type === "release-hangs" || type === "reset-hangs" || (type === "emit" && record.sinkThrows)
  );
}

/**
 * Whether the promise of the repeat settles with that of an older call: with no receipt since, or with no more of them than
 * the older stops of that id lacked, right after one of which an older promise settled as well.
 */
function joinsOlder(records: readonly DomainRecord[], { at, haltId, stops }: LateRepeat): boolean {
  let lacking = stops.filter(({ id, receipts }) => id === haltId && receipts.length === 0).length;
  const older = new Set<number>();
  let own = Infinity;
  let olderSettled = true;
  for (const [seq, record] of records.entries()) {
    if (record.type === "halt" && record.order.haltId === haltId) {
      if (seq < at) older.add(record.call);
      else if (seq === at) own = record.call;
    } else if (seq > at && isReceipt(record, haltId)) {
      lacking -= 1;
      olderSettled = false;
    } else if (seq > at && record.type === "halt-settled") {
      if (record.call === own) return olderSettled && lacking >= 0;
      if (older.has(record.call)) olderSettled = true;
    }
  }
  return false;
}

function isReceipt(record: DomainRecord, haltId: string): boolean {
  return record.type === "emit" && record.event.kind === "tool.halted" && record.event.haltId === haltId;
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
      type === "emit" ? isReceipt(record, haltId) : record.type === "release" && record.order.haltId === haltId;
    if (!isOne) continue;
    if (lacking > 0) lacking -= 1;
    else if (seq > at) return true;
  }
  return false;
}

/** Whether there are more resets than stops, if no repeat was one. */
function resetsTooOften(records: readonly DomainRecord[]): boolean {
  const ids = new Set<string>();
  let stops = 0;
  let resets = 0;
  for (const record of records) {
    if (record.type === "halt") ids.add(record.order.haltId);
    else if (record.type === "stop") stops += 1;
    else if (record.type === "reset" && record.which === "revertDiff") resets += 1;
  }
  return resets > stops + ids.size;
}

/** What was handled next: until something else may have stopped or rearmed the domain. */
function window(records: readonly DomainRecord[], repeat: LateRepeat): readonly DomainRecord[] {
  const { at, haltId } = repeat;
  const end = records.findIndex(
    (record, seq) =>
      seq > at &&
      (record.type === "rearm"
        ? record.haltId === undefined || record.haltId === haltId
        : isStopCall(records, seq, repeat)),
  );
  return records.slice(at + 1, end < 0 ? undefined : end);
}

function runsNext(records: readonly DomainRecord[], repeat: LateRepeat): boolean {
  if (repeat.mayBeStopped) return false;
  return window(records, repeat).some(
    (record) =>
      record.type === "handle" &&
      isUnique(records, record.given.commandId) &&
      records.some((run) => run.type === "run" && run.given.commandId === record.given.commandId),
  );
}

/** Whether a command that was handled next was rejected; where others share its id, one more than of those before it. */
function rejectsNext(records: readonly DomainRecord[], repeat: LateRepeat): boolean {
  const { at, commands } = repeat;
  if (repeat.mayBeStopped) return false;
  const next = window(records, repeat);
  return next.some((record) => {
    if (record.type !== "handle") return false;
    const { commandId } = record.given;
    const seen = isUnique(records, commandId) ? records : records.slice(0, at + 1 + next.length);
    const rejections = seen.filter(
      (other) => other.type === "emit" && other.event.kind === "tool.rejected" && other.event.commandId === commandId,
    );
    const due = commands.filter(({ admission, given }) => admission !== "admitted" && given.commandId === commandId);
    return rejections.length > due.length;
  });
}

/** Whether work that was admitted before the repeat, and not stopped by another stop, never starts or has no outcome. */
function dropsWork(records: readonly DomainRecord[], repeat: LateRepeat): boolean {
  return repeat.commands.some(
    (command) =>
      command.stoppedAt === Infinity &&
      command.admission === "admitted" &&
      command.outcomes.length === 0 &&
      isDropped(records, repeat, command),
  );
}

function isDropped(records: readonly DomainRecord[], repeat: LateRepeat, { given, runs }: CommandFact): boolean {
  const { commandId } = given;
  const isAlone = isUnique(records, commandId);
  const open = new Set(runs.filter(({ settledAt }) => settledAt === Infinity).map(({ at }) => at));
  let isSettled = runs.length > open.size;
  let isStarted = runs.length > 0;
  for (const [seq, record] of records.entries()) {
    if (seq <= repeat.at) continue;
    if (record.type === "run" && isAlone && record.given.commandId === commandId) {
      open.add(seq);
      isStarted = true;
    } else if (record.type === "settled") {
      isSettled ||= [...open].some((run) => isRun(records[run], record.run));
    } else if (record.type === "emit" && record.event.commandId === commandId) {
      return false;
    } else if (record.type === "quiet" && record.due.length === 0 && (isSettled || (isAlone && !isStarted))) {
      return true;
    } else if (isStopCall(records, seq, repeat)) {
      return false;
    }
  }
  return false;
}

function isRun(record: DomainRecord | undefined, run: number): boolean {
  return record?.type === "run" && record.run === run;
}

/** A call that may stop the domain: not a halt that joins an older one. */
function isStopCall(records: readonly DomainRecord[], seq: Seq, repeat: LateRepeat): boolean {
  const record = records[seq];
  if (record?.type !== "halt") return record?.type === "stop";
  const { haltId } = record.order;
  return !repeat.stops.some(({ id }) => id === haltId) || !joinsOlder(records, { ...repeat, haltId, at: seq });
}

function isUnique(records: readonly DomainRecord[], commandId: string): boolean {
  return records.filter((record) => record.type === "handle" && record.given.commandId === commandId).length === 1;
}
