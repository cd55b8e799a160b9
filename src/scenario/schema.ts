import { z } from "zod";

/** More hops than this make no difference to any promise chain that was ever seen. */
const HOPS_MAX = 64;

/** A gap, as it is stored. */
export const gapSchema = z.union([z.literal("turn"), z.number().int().min(1).max(HOPS_MAX)]);
