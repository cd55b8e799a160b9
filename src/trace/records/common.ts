import { z } from "zod";

/** The index of anything that is counted from 0. */
export const index = z.number().int().min(0);

const place = {
  /** Its own number in the file, from 0: a line that is missing or doubled shows. */
  seq: index,
  step: index,
  at: z.number(),
};

/** A record of this type, beside what every record has. */
export function record<const T extends string, Shape extends z.ZodRawShape>(type: T, shape: Shape) {
  return z.strictObject({ ...place, type: z.literal(type), ...shape });
}

export const text = z.string();
export const maybe = z.string().optional();
export const returned = z.enum(["nothing", "thenable", "value"]);
export const promiseEnd = z.enum(["resolved", "rejected", "threw"]);

/** The records of every profile. */
export const commonRecords = [
  record("step", {}),
  record("skip", {}),
  record("quiet", { due: z.array(z.number()) }),
  record("escape", { how: z.enum(["unhandledRejection", "uncaughtException"]), message: text }),
  record("dispose", { how: z.enum(["done", "failed", "pending"]), message: maybe }),
  record("left", { what: text }),
] as const;
