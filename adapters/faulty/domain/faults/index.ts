import { assemblyFaults } from "./assembly.ts";
import { commandFaults } from "./commands.ts";
import type { Fault } from "./fault.ts";
import { stopFaults } from "./stops.ts";

const all = [...commandFaults, ...stopFaults, ...assemblyFaults] as const;

export type FaultName = (typeof all)[number]["fault"];

/** Whether an executor has a fault. */
export type Faults = (fault: FaultName) => boolean;

/** Every fault, in the order of the rules it was made for. */
export const faults: readonly (Fault & { readonly fault: FaultName })[] = all;
