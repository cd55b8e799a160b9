import { cpus } from "node:os";

/** Where something was measured: times of different machines are not to be compared. */
export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
}

export function thisMachine(): Machine {
  const all = cpus();
  return { node: process.version, cpu: all[0]?.model.trim() ?? "unknown", cores: all.length };
}
