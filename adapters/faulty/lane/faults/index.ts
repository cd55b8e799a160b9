import { batchFaults } from "./batches.ts";
import { controlFaults } from "./controls.ts";
import type { Fault } from "./fault.ts";
import { permitFaults } from "./permits.ts";
import { waitFaults } from "./waits.ts";

const all = [...permitFaults, ...batchFaults, ...waitFaults, ...controlFaults] as const;

export type FaultName = (typeof all)[number]["fault"];

/** Whether a lane has a fault. */
export type Faults = (fault: FaultName) => boolean;

/** Every fault. */
export const faults: readonly (Fault & { readonly fault: FaultName })[] = all;
