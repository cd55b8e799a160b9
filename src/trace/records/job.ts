import { z } from "zod";
import { commonRecords, index, maybe, record, text } from "./common.ts";

const site = z.enum(["step", "completed", "start", "cancel", "present", "look", "end"]);
const target = z.union([z.strictObject({ job: text }), z.strictObject({ neverIssued: text })]);
const caller = maybe;
const shown = z.strictObject({ id: text, kind: maybe, label: maybe, owner: maybe, status: maybe, detail: maybe });
const fault = z.enum(["throws", "rejects"]).optional();

const given = z.discriminatedUnion("method", [
  z.strictObject({
    method: z.literal("start"),
    job: text,
    spec: z.strictObject({ kind: text, label: text, owner: maybe }),
    final: z.boolean(),
  }),
  z.strictObject({ method: z.enum(["read", "get"]), target, caller }),
  z.strictObject({ method: z.literal("cancel"), target, caller, reason: maybe }),
  z.strictObject({ method: z.literal("wait"), target, caller, timeoutMs: z.number() }),
  z.strictObject({ method: z.literal("list"), caller }),
  z.strictObject({ method: z.literal("disposeOwner"), owner: text }),
  z.strictObject({ method: z.literal("dispose") }),
]);

const answer = z.strictObject({ id: maybe, said: maybe, output: maybe, jobs: z.array(shown).optional() });

/** A record of the `job` profile, as it is stored. */
export const jobRecordSchema = z.discriminatedUnion("type", [
  ...commonRecords,
  record("retention", { ms: z.number() }),
  record("call", { call: index, site, given }),
  record("answer", { call: index, answer }),
  record("refused", { call: index, message: text, carries: maybe }),
  record("producer", { job: text, throws: z.enum(["a text", "no text"]).optional() }),
  record("output", { job: text, text }),
  record("pull", { job: text, text }),
  record("asked", { job: text, reason: maybe, throws: z.boolean() }),
  record("settled", {
    job: text,
    how: z.enum(["completed", "killed", "failed", "rejected"]),
    detail: maybe,
    output: maybe,
  }),
  record("hangs", { job: text }),
  record("notice", { notice: index, shown, owner: maybe, fault }),
  record("noticed", { notice: index }),
  record("present", { job: text, state: text, shown, fault }),
]);

/** What the host of a job runtime's trace looks like. */
export const jobSetupSchema = z.strictObject({ look: z.enum(["get", "list", "read"]).optional() });
