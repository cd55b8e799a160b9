import type { DomainRecord, DomainTrace, EmittedEvent } from "../../contract/domain-trace.ts";
import type { Drawing } from "../profile.ts";
import { name } from "./describe.ts";

const HOST = "host";
const EXECUTOR = "executor";

/** What one record of a domain draws: an arrow between lanes, a mark in one, or nothing. */
export function drawDomainRecord(record: DomainRecord, trace: DomainTrace): Drawing | undefined {
  switch (record.type) {
    case "handle":
      return { from: HOST, to: EXECUTOR, label: `handle ${record.command}${inside(record.site)}` };
    case "handled":
      if (record.threw !== undefined) return { from: EXECUTOR, to: HOST, label: `handle throws ${record.threw}` };
      return record.returned === "thenable"
        ? { from: EXECUTOR, to: HOST, label: "handle returns a promise" }
        : undefined;
    case "run":
      return { from: EXECUTOR, to: toolLane(trace, record.run), label: "runBlock" };
    case "settled": {
      const label = { fulfilled: "settles", rejected: "fails", threw: "throws" }[record.how];
      return { from: toolLane(trace, record.run), to: EXECUTOR, label };
    }
    case "emit":
      return {
        from: EXECUTOR,
        to: HOST,
        label: `${describeEvent(record.event)}${record.sinkThrows ? " (the sink throws)" : ""}`,
      };
    case "halt":
      return { from: HOST, to: EXECUTOR, label: `halt ${name(record.order.haltId)}${inside(record.site)}` };
    case "halt-returned":
      return record.threw === undefined
        ? undefined
        : { from: EXECUTOR, to: HOST, label: `halt throws ${record.threw}` };
    case "halt-settled":
      return {
        from: EXECUTOR,
        to: HOST,
        label: `the promise of halt ${haltIdOf(trace, record.call)} ${record.how === "resolved" ? "resolves" : "rejects"}`,
      };
    case "rearm":
      return {
        from: HOST,
        to: EXECUTOR,
        label: `rearm${record.haltId === undefined ? "" : ` ${name(record.haltId)}`}${inside(record.site)}`,
      };
    case "rearmed":
      return record.threw === undefined
        ? undefined
        : { from: EXECUTOR, to: HOST, label: `rearm throws ${record.threw}` };
    case "release":
      return { from: EXECUTOR, to: releaseLane(record.order.haltId), label: "release" };
    case "release-settled":
      return {
        from: releaseLane(orderOf(trace, record.release)),
        to: EXECUTOR,
        label: record.how === "resolved" ? "released" : "fails",
      };
    case "reset":
      return { from: EXECUTOR, to: "resources", label: record.which };
    case "reset-settled":
      return { from: "resources", to: EXECUTOR, label: record.how === "resolved" ? "done" : "fails" };
    case "release-error":
      return { from: EXECUTOR, to: HOST, label: `onReleaseError(${record.error})` };
    case "stop":
      return { from: HOST, to: EXECUTOR, label: `haltToolDomain ${record.stop} (${record.budgetMs} ms)` };
    case "stop-settled":
      return { from: EXECUTOR, to: HOST, label: `haltToolDomain ${record.stop} ${record.how}` };
    case "halt-failure":
      return { from: EXECUTOR, to: HOST, label: "onHaltFailure" };
    case "fallback":
      return { from: EXECUTOR, to: HOST, label: "releaseFallback" };
    case "ask":
      return {
        from: HOST,
        to: EXECUTOR,
        label: `asks for ${name(record.capability)}: ${"threw" in record.answer ? record.answer.name : record.answer.gave}`,
      };
    case "turn":
      return { from: HOST, to: EXECUTOR, label: `enter turn ${record.turnId}` };
    case "applied":
      return { from: EXECUTOR, to: HOST, label: `applied: ${describeEvent(record.event)}` };
    case "mutated":
      return { from: EXECUTOR, label: `${record.what} was changed` };
    case "escape":
      return { from: EXECUTOR, label: `${record.how}: ${record.message}` };
    case "left":
      return { from: EXECUTOR, label: `left behind: ${record.what}` };
    case "dispose":
      return record.how === "done" ? undefined : { from: EXECUTOR, label: `dispose ${record.how}` };
    case "step":
    case "skip":
    case "quiet":
    case "started":
    case "hangs":
    case "release-hangs":
    case "reset-hangs":
      return undefined;
  }
}

function describeEvent({ kind, commandId, haltId }: EmittedEvent): string {
  const about = haltId ?? commandId;
  return `${kind.replace(/^tool\./, "")}${about === undefined ? "" : ` ${name(about)}`}`;
}

function inside(site: string): string {
  return site === "step" ? "" : ` (inside ${site})`;
}

function toolLane(trace: DomainTrace, run: number): string {
  const runs = trace.records.filter((record) => record.type === "run");
  const given = runs[run]?.given;
  if (given === undefined) return "tool";
  const nth = runs.slice(0, run).filter((other) => other.given.commandId === given.commandId).length;
  return `tool ${name(given.commandId)}${nth === 0 ? "" : ` #${nth + 1}`}`;
}

function releaseLane(haltId: string): string {
  return haltId === "" || /^[\w-]{1,8}$/.test(haltId) ? `release ${name(haltId)}` : "release";
}

function orderOf(trace: DomainTrace, release: number): string {
  const found = trace.records.find((record) => record.type === "release" && record.release === release);
  return found?.type === "release" ? found.order.haltId : "";
}

function haltIdOf(trace: DomainTrace, call: number): string {
  const found = trace.records.find((record) => record.type === "halt" && record.call === call);
  return found?.type === "halt" ? name(found.order.haltId) : "";
}
