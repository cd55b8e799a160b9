import { accessFaults } from "./access.ts";
import { endFaults } from "./ends.ts";
import type { Fault } from "./fault.ts";
import { startFaults } from "./starts.ts";

const all = [...startFaults, ...accessFaults, ...endFaults] as const;

export type FaultName = (typeof all)[number]["fault"];

/** Whether a runtime has a fault. */
export type Faults = (fault: FaultName) => boolean;

/** Every fault, in the order of what it is about. */
export const faults: readonly (Fault & { readonly fault: FaultName })[] = all;
