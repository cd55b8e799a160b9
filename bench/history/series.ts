import type { RecordedFigure, RecordedMachine, RecordedRun } from "./recordedRun.ts";

/** What one executor took on one benchmark, size and machine, run by run. */
export interface Series extends Pick<RecordedFigure, "benchmark" | "size" | "adapter"> {
  /** Processor, cores and the major version of Node: a new one of those begins a new series. */
  readonly machine: string;
  /** Oldest first. */
  readonly points: readonly SeriesPoint[];
}

export interface SeriesPoint extends Pick<RecordedFigure, "ns" | "floorNs" | "ratio"> {
  readonly date: string;
  readonly commit?: string;
}

/** Sorts the figures of a history into series, in the order in which they first appear. */
export function seriesOf(runs: readonly RecordedRun[]): readonly Series[] {
  const found = new Map<string, Series & { readonly points: SeriesPoint[] }>();
  for (const { date, commit, machine: where, figures } of runs) {
    const machine = machineKey(where);
    for (const { benchmark, size, adapter, ns, floorNs, ratio } of figures) {
      const key = JSON.stringify([benchmark, size, adapter, machine]);
      const series = found.get(key) ?? { benchmark, size, adapter, machine, points: [] };
      series.points.push({ date, ...(commit === undefined ? {} : { commit }), ns, floorNs, ratio });
      found.set(key, series);
    }
  }
  return [...found.values()];
}

function machineKey({ cpu, cores, node }: RecordedMachine): string {
  return `${cpu}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${node.replace(/^v/, "").split(".")[0]}`;
}
