import { z } from "zod";
import { commonRecords, index, maybe, promiseEnd, record, returned, text } from "./common.ts";

const site = z.enum(["step", "emit", "runBlock", "release"]);
const reason = z.enum(["cancel", "terminate", "detach"]);
const order = z.strictObject({ haltId: text, reason });
const given = z.strictObject({
  commandId: text,
  dlineTid: text,
  turnId: maybe,
  mode: z.enum(["serial", "parallel"]).optional(),
});
const event = z.strictObject({
  kind: text,
  commandId: maybe,
  turnId: maybe,
  dlineTid: maybe,
  haltId: maybe,
  hasMessage: z.boolean().optional(),
  cause: maybe,
});
const answer = z.union([
  z.strictObject({ gave: z.enum(["host-surface", "something-else"]) }),
  z.strictObject({ threw: z.literal(true), name: text, capability: maybe, hasReason: z.boolean() }),
]);

/** A record of the `domain` profile, as it is stored. */
export const domainRecordSchema = z.discriminatedUnion("type", [
  ...commonRecords,
  record("handle", { command: text, given, site }),
  record("handled", { command: text, returned, threw: maybe }),
  record("run", { run: index, given }),
  record("started", { run: index }),
  record("settled", { run: index, how: z.enum(["fulfilled", "rejected", "threw"]), thrown: maybe }),
  record("hangs", { command: text }),
  record("emit", { event, sinkThrows: z.boolean() }),
  record("halt", { call: index, order, site }),
  record("halt-returned", { call: index, threw: maybe }),
  record("halt-settled", { call: index, how: z.enum(["resolved", "rejected"]), error: maybe }),
  record("rearm", { haltId: maybe, site }),
  record("rearmed", { threw: maybe }),
  record("release", { release: index, order }),
  record("release-settled", { release: index, how: promiseEnd, error: maybe }),
  record("release-hangs", { release: index }),
  record("reset", { reset: index, which: z.enum(["revertDiff", "cancelCommand"]) }),
  record("reset-settled", { reset: index, how: promiseEnd, error: maybe }),
  record("reset-hangs", { reset: index }),
  record("release-error", { error: text }),
  record("stop", { stop: text, reason, budgetMs: z.number() }),
  record("stop-settled", { stop: text, how: promiseEnd, error: maybe }),
  record("halt-failure", {}),
  record("fallback", {}),
  record("ask", { capability: text, command: maybe, answer }),
  record("turn", { turnId: text }),
  record("applied", { event }),
  record("mutated", { what: text }),
]);

/** What the host of a domain's trace looks like. */
export const domainSetupSchema = z.strictObject({
  resources: z.boolean().optional(),
  surface: z.enum(["user", "denied"]).optional(),
  budgetMs: z.number().optional(),
});
