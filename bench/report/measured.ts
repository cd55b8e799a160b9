import type { Cell, Comparison, Contender, MeasuredCell } from "./comparison.ts";

/** One contender on one benchmark at one size, as far as it was measured. */
export interface Measured {
  readonly benchmark: string;
  readonly adapter: string;
  readonly version?: string;
  readonly cell: MeasuredCell;
  /** What the floor took at that size; absent for the floor itself, and where it was not measured. */
  readonly floor?: MeasuredCell;
}

/** Everything that was measured, in the order of the comparison. */
export function measuredIn({ benchmarks }: Comparison): readonly Measured[] {
  return benchmarks.flatMap(({ id, contenders: [floor, ...adapters] }) =>
    [floor, ...adapters].flatMap((one) => {
      if (one?.state !== "measured") return [];
      return measuredCells(one.cells).map((cell): Measured => {
        const yardstick = one === floor ? undefined : cellAt(floor, cell.size);
        return {
          benchmark: id,
          adapter: one.name,
          ...(one.version === undefined ? {} : { version: one.version }),
          cell,
          ...(yardstick === undefined ? {} : { floor: yardstick }),
        };
      });
    }),
  );
}

function cellAt(contender: Contender | undefined, size: number): MeasuredCell | undefined {
  return contender?.state === "measured"
    ? measuredCells(contender.cells).find((cell) => cell.size === size)
    : undefined;
}

function measuredCells(cells: readonly Cell[]): readonly MeasuredCell[] {
  return cells.filter((cell): cell is MeasuredCell => cell.state === "measured");
}
