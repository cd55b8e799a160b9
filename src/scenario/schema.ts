import { z } from "zod";
import { HOPS_STORED_MAX } from "./hops.ts";

/** A gap, as it is stored. */
export const gapSchema = z.union([z.literal("turn"), z.number().int().min(1).max(HOPS_STORED_MAX)]);
