import type { Comparison } from "../report/comparison.ts";
import { measuredIn } from "../report/measured.ts";
import type { Checkout } from "./checkout.ts";
import type { RecordedFigure, RecordedRun } from "./recordedRun.ts";

/**
 * What the history keeps of a comparison: what was measured, beside the floor.
 *
 * @param date when it ended.
 * @returns undefined where nothing was measured that has a floor: such a run says nothing.
 */
export function recordRun(comparison: Comparison, date: Date, checkout: Checkout | undefined): RecordedRun | undefined {
  const figures = measuredIn(comparison).flatMap(({ benchmark, adapter, version, cell, floor }): RecordedFigure[] => {
    if (floor === undefined || cell.ratio === undefined) return [];
    return [
      {
        benchmark,
        size: cell.size,
        adapter,
        ...(version === undefined ? {} : { version }),
        ns: cell.latency.p50,
        floorNs: floor.latency.p50,
        ratio: cell.ratio.median,
      },
    ];
  });
  if (figures.length === 0) return undefined;
  const { kit, machine } = comparison;
  return {
    schemaVersion: 1,
    date: date.toISOString(),
    ...checkout,
    kit: kit.version,
    machine,
    figures,
  };
}
