import { z } from "zod";
import { commonRecords, index, maybe, promiseEnd, record, returned, text } from "./common.ts";

const results = z.array(z.tuple([text, text])).optional();
const throwing = { hostThrows: z.boolean() };

/** A record of the `lane` profile, as it is stored. */
export const laneRecordSchema = z.discriminatedUnion("type", [
  ...commonRecords,
  record("submit", { batch: text, agent: text, role: z.enum(["scenario", "arrival", "probe"]), by: maybe }),
  record("submitted", { batch: text, returned, threw: maybe, clear: z.boolean().optional() }),
  record("exec", { batch: text }),
  record("ended", {
    batch: text,
    how: z.enum(["returned", "rejected", "threw"]),
    results,
    error: maybe,
    aborted: z.boolean().optional(),
  }),
  record("aborted", { batch: text }),
  record("off-lane", { call: text, batch: maybe, inside: maybe, child: maybe }),
  record("wait", { call: text }),
  record("wait-settled", { call: text, how: z.enum(["fulfilled", "rejected", "threw"]), value: text }),
  record("resumed", { call: text, how: z.enum(["returned", "threw"]), value: text }),
  record("cancel", { batch: text }),
  record("outcome", { agent: text, batchId: text, results, error: maybe, ...throwing }),
  record("wake", throwing),
  record("relieve", { extra: z.number() }),
  record("relieved", { count: z.number() }),
  record("narrow", { upTo: z.number() }),
  record("narrowed", { count: z.number() }),
  record("close", { call: index }),
  record("close-settled", { call: index, how: promiseEnd, error: maybe }),
  record("stats", { queued: z.number(), busy: z.number(), parked: z.number(), workers: z.number() }),
  record("probe", {}),
]);

/** What the host of a lane's trace looks like. */
export const laneSetupSchema = z.strictObject({
  width: z.union([z.number(), z.literal("NaN")]),
  arrivals: z.literal(true).optional(),
});
