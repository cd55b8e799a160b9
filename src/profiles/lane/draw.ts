import type { LaneRecord, LaneTrace } from "../../contract/lane-trace.ts";
import type { Drawing } from "../profile.ts";
import { name } from "./describe.ts";

const HOST = "host";
const EXECUTOR = "executor";

/** What one record of a lane draws: an arrow between participants, a mark in one, or nothing. */
export function drawLaneRecord(record: LaneRecord, trace: LaneTrace): Drawing | undefined {
  switch (record.type) {
    case "submit":
      return {
        from: record.by === undefined ? HOST : body(record.by),
        to: EXECUTOR,
        label: `submit ${name(record.batch)}`,
      };
    case "submitted":
      if (record.threw !== undefined) return { from: EXECUTOR, to: HOST, label: `submit throws ${record.threw}` };
      return record.returned === "thenable"
        ? { from: EXECUTOR, to: HOST, label: "submit returns a promise" }
        : undefined;
    case "exec":
      return { from: EXECUTOR, to: body(record.batch), label: "exec" };
    case "ended": {
      const label = { returned: "ends", rejected: "fails", threw: "throws" }[record.how];
      return { from: body(record.batch), to: EXECUTOR, label };
    }
    case "aborted":
      return { from: body(record.batch), label: "its signal is aborted" };
    case "off-lane":
      return { from: caller(record.batch), to: EXECUTOR, label: `offLane ${record.call}` };
    case "wait":
      return { from: EXECUTOR, to: caller(callerOf(trace, record.call)), label: `calls the wait ${record.call}` };
    case "wait-settled": {
      const label = { fulfilled: "ends", rejected: "fails", threw: "throws" }[record.how];
      return { from: caller(callerOf(trace, record.call)), label: `${record.call} ${label}` };
    }
    case "resumed":
      return {
        from: EXECUTOR,
        to: caller(callerOf(trace, record.call)),
        label: `offLane ${record.call} ${record.how}`,
      };
    case "cancel":
      return { from: HOST, to: EXECUTOR, label: `cancel ${name(record.batch)}` };
    case "outcome":
      return {
        from: EXECUTOR,
        to: HOST,
        label: `outcome ${name(record.batchId)}${record.error === undefined ? "" : ` (${record.error})`}${throwing(record.hostThrows)}`,
      };
    case "wake":
      return { from: EXECUTOR, to: HOST, label: `wake${throwing(record.hostThrows)}` };
    case "relieve":
      return { from: HOST, to: EXECUTOR, label: `relieve(${record.extra})` };
    case "narrow":
      return { from: HOST, to: EXECUTOR, label: `narrow(${record.upTo})` };
    case "relieved":
    case "narrowed":
      return { from: EXECUTOR, to: HOST, label: String(record.count) };
    case "close":
      return { from: HOST, to: EXECUTOR, label: "close" };
    case "close-settled":
      return { from: EXECUTOR, to: HOST, label: `the promise of close ${record.how}` };
    case "probe":
      return { from: HOST, label: "the lane is idle: how many batches run at once?" };
    case "escape":
      return { from: EXECUTOR, label: `${record.how}: ${record.message}` };
    case "left":
      return { from: EXECUTOR, label: `left behind: ${record.what}` };
    case "dispose":
      return record.how === "done" ? undefined : { from: EXECUTOR, label: `dispose ${record.how}` };
    case "step":
    case "skip":
    case "quiet":
    case "stats":
      return undefined;
  }
}

function body(batch: string): string {
  return `body ${name(batch)}`;
}

function caller(batch: string | undefined): string {
  return batch === undefined ? HOST : body(batch);
}

function callerOf(trace: LaneTrace, call: string): string | undefined {
  const found = trace.records.find((record) => record.type === "off-lane" && record.call === call);
  return found?.type === "off-lane" ? found.batch : undefined;
}

function throwing(hostThrows: boolean): string {
  return hostThrows ? " (the host throws)" : "";
}
