import type { Role } from "./interleave.ts";

/** One of the two executors that are compared. */
export interface Contender {
  /** The absolute path of its module. */
  readonly module: string;
  /** The name of the adapter in the module. */
  readonly adapter: string;
}

/** What one process is told to measure. */
export interface MeasureJob {
  readonly base: Contender;
  readonly head: Contender;
  /** The id of the benchmark. */
  readonly benchmark: string;
  readonly size: number;
  /** How long is measured, in ms of processor time. */
  readonly timeMs: number;
  /** Index of the order of loading to begin with: what is compiled first may run otherwise. */
  readonly firstOrder: number;
}

/** What a process is sent. */
export interface MeasureRequest {
  readonly job: MeasureJob;
  /** Its reply has to carry it: an executor that writes to the channel of its process does not know it. */
  readonly token: string;
}

/** Who is measured in a role, as messages name it: "head (mine of /new.js)". */
export function describeRole(job: Pick<MeasureJob, "base" | "head">, role: Role): string {
  const side = role === "head" ? "head" : "base";
  const { adapter, module } = job[side];
  return `${side} (${adapter} of ${module})`;
}
