import type { RequirementSet } from "../../src/contract/requirements.ts";
import { requirements as set01 } from "./0.1.ts";

/** Every frozen requirement set; the first is the newest, and holds every rule there is. */
export const requirementSets: readonly [RequirementSet, ...RequirementSet[]] = [set01];
