import type { DomainRecord } from "../../src/contract/domain-trace.ts";
import type { Seq, StopFact } from "./facts.ts";

/**
 * Whether the executor treated a late repeat, a halt with a used id on a domain that is not stopped, as a new stop: it
 * released or receipted that id once more than there were stops, or rejected what was handled next. A rejection counts
 * only where its ids are of one command alone, and not where the domain may still be stopped by a haltToolDomain.
 */
export function actedOnLateRepeat(
  facts: { readonly records: readonly DomainRecord[]; readonly stops: readonly StopFact[] },
  haltId: string,
  at: Seq,
  mayBeStopped: boolean,
): boolean {
  const generations = facts.stops.filter(({ id }) => id === haltId).length;
  let releases = 0;
  let receipts = 0;
  const handledNext = new Set<string>();
  const handled = new Map<string, number>();
  const rejected = new Set<string>();
  let watching = false;
  for (let seq = 0; seq < facts.records.length; seq += 1) {
    const record = facts.records[seq] as DomainRecord;
    if (seq === at) watching = true;
    else if (seq > at && (record.type === "rearm" || record.type === "halt" || record.type === "stop"))
      watching = false;
    if (record.type === "release" && record.order.haltId === haltId) releases += 1;
    if (record.type === "handle") {
      const { commandId } = record.given;
      handled.set(commandId, (handled.get(commandId) ?? 0) + 1);
      if (watching && !mayBeStopped) handledNext.add(commandId);
    }
    if (record.type !== "emit") continue;
    if (record.event.kind === "tool.halted" && record.event.haltId === haltId) receipts += 1;
    if (record.event.kind === "tool.rejected") rejected.add(record.event.commandId ?? "");
  }
  if ([...handledNext].some((id) => rejected.has(id) && handled.get(id) === 1)) return true;
  return releases > generations || receipts > generations;
}
