import { Bench } from "tinybench";
import { figuresOf, type Figures } from "../engine/measure.ts";

/** One executor on the bench. */
export interface Contender {
  readonly name: string;
  /** What it leaves out of what the reference does: why a smaller figure may be no better one. */
  readonly leavesOut?: string;
  /** Absent: any. */
  readonly sizeMax?: number;
  /** Of one that is slow: how many operations are enough for a turn. */
  readonly operationsPerTurn?: number;
}

/** How one contender did at one size. */
export interface Reading<C extends Contender> {
  readonly contender: C;
  /** Microseconds for each operation. */
  readonly us: Figures;
  /** Its time over that of the reference, round by round. */
  readonly ratio: Figures;
}

export interface Workload<C extends Contender> {
  /** The first one is the reference. */
  readonly contenders: readonly C[];
  readonly size: number;
  readonly rounds: number;
  /** Prepares a fresh executor; what it gives does the work once. */
  readonly prepare: (contender: C, size: number) => Promise<() => Promise<void>>;
}

/**
 * Lets the contenders do the same work in turn, in one process, in an order that changes from round to round, so that a
 * machine that gets slower or faster favours none. tinybench measures each turn. Where there are several rounds, one before
 * them only warms up.
 *
 * @throws Error when a contender does not do its work: a figure of work that was not done is worth nothing.
 */
export async function readingsOf<C extends Contender>(workload: Workload<C>): Promise<readonly Reading<C>[]> {
  const { rounds, size } = workload;
  const contenders = workload.contenders.filter(({ sizeMax }) => sizeMax === undefined || size <= sizeMax);
  const us = new Map<C, number[]>(contenders.map((contender) => [contender, []]));
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
    const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)];
    for (const contender of order) {
      const value = await measure(workload, contender);
      if (round > 0) us.get(contender)?.push(value);
    }
  }
  const reference = us.get(contenders[0] as C) ?? [];
  return contenders.map((contender) => {
    const own = us.get(contender) ?? [];
    return {
      contender,
      us: figuresOf(own),
      ratio: figuresOf(own.map((value, index) => value / (reference[index] ?? 1))),
    };
  });
}

/** Small workloads are repeated, so that one turn is long enough to be measured. */
const OPERATIONS_PER_TURN = 2000;

async function measure<C extends Contender>({ prepare, size }: Workload<C>, contender: C): Promise<number> {
  const repeats = Math.max(1, Math.floor((contender.operationsPerTurn ?? OPERATIONS_PER_TURN) / size));
  let work: readonly (() => Promise<void>)[] = [];
  let next = 0;
  const bench = new Bench({ iterations: repeats, time: 0, warmup: false, throws: true });
  bench.add(
    contender.name,
    async () => {
      await work[next++]?.();
    },
    {
      beforeAll: async () => {
        work = await Promise.all(Array.from({ length: repeats + 1 }, () => prepare(contender, size)));
      },
    },
  );
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state !== "completed") throw new Error(`${contender.name} did not complete its work: ${result?.state}`);
  return (result.latency.p50 * 1000) / size;
}

/** Prints the readings of one size as lines of a table. */
export function printReadings(title: string, readings: readonly Reading<Contender>[]): void {
  console.log(`\n${title}`);
  for (const { contender, us, ratio } of readings) {
    const spread = `${ratio.min.toFixed(2)}-${ratio.max.toFixed(2)}`;
    const note = contender.leavesOut === undefined ? "" : `  without ${contender.leavesOut}`;
    console.log(
      `  ${contender.name.padEnd(18)} ${us.median.toFixed(2).padStart(9)} us  ${ratio.median.toFixed(2).padStart(7)} x (${spread})${note}`,
    );
  }
}
