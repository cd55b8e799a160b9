import { realTimers } from "../../src/run/realTimers.ts";

/** What measuring goes by. */
export interface Meter {
  /** The time, in ms. */
  readonly now: () => number;
  /** Processor time that this process has used, in ms: it stands still while others have the processor. */
  readonly cpu: () => number;
}

/** Taken before any module could replace it. */
const cpuUsage = process.cpuUsage.bind(process);

/** The meter of this process. */
export const processMeter: Meter = {
  now: realTimers.performanceNow,
  cpu() {
    const { user, system } = cpuUsage();
    return (user + system) / 1000;
  },
};
