import type { ProfileName } from "../contract/adapter.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import { KIT } from "../version.ts";
import type { TraceFooter, TraceHeader } from "./schema.ts";

/** What the header of a trace says of its executor. */
export interface TraceFacts {
  readonly profile: ProfileName;
  readonly capabilities: readonly string[];
  readonly settleMs: number;
  readonly setup: object;
  readonly source: TraceHeader["source"];
}

/** The first line of `trace.jsonl`, without its line break. */
export function headerLine(facts: TraceFacts): string {
  return JSON.stringify({ schemaVersion: 1, kit: KIT, ...facts });
}

/** The line of one record. */
export function recordLine(seq: number, record: RecordBase): string {
  return JSON.stringify({ seq, ...record });
}

/** The last line. */
export function footerLine(footer: Omit<TraceFooter, "type">): string {
  return JSON.stringify({ type: "end", ...footer });
}

/** The text of `trace.jsonl` for a run of the kit. */
export function serialiseTrace({ records, ...facts }: Trace): string {
  const { profile, capabilities, settleMs, setup } = facts;
  const lines = [
    headerLine({ profile, capabilities, settleMs, setup, source: "run" }),
    ...records.map((record, seq) => recordLine(seq, record)),
    footerLine({ records: records.length }),
  ];
  return `${lines.join("\n")}\n`;
}
