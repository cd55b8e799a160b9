/**
 * Memory of the reference executors: bytes for each operation that is in flight, beside the floor, and the growth of the heap
 * over a million operations. A report: it ends with exit code 1 only where the heap grows with what has ended.
 */
import domain from "executor-conformance/adapters/reference/domain";
import job from "executor-conformance/adapters/reference/job";
import lane from "executor-conformance/adapters/reference/lane";
import type { CheckableAdapter } from "executor-conformance";
import { collectGarbage } from "../bench/compare/garbage.ts";
import { floorOf } from "../bench/floor/index.ts";
import type { Benchmark } from "../bench/suites/benchmark.ts";
import { benchmarks } from "../bench/suites/index.ts";

/** Enough that what belongs to one executor and not to what is in flight does not count. */
const IN_FLIGHT = 100_000;

const OPERATIONS = 1_000_000;
const BLOCK = 10_000;

/** Bytes for each operation beyond which the heap counts as growing: a pointer that is kept takes eight. */
const GROWTH_BYTES_MAX = 1;

const HELD = [
  { id: "domain/handle-to-outcome", adapter: domain, what: "command in flight" },
  { id: "lane/submit-to-start", adapter: lane, what: "batch waiting" },
  { id: "job/read", adapter: job, what: "job that runs" },
];

/** Each leaves nothing behind: commands and batches end. Jobs do not: their records stay, as they have to. */
const REPEATED = [
  { id: "domain/handle-to-outcome", adapter: domain },
  { id: "lane/submit-to-outcome", adapter: lane },
  { id: "lane/off-lane-round-trip", adapter: lane },
  { id: "lane/cancel-waiter", adapter: lane },
];

function benchmarkOf(id: string): Benchmark {
  const found = benchmarks.find((benchmark) => benchmark.id === id);
  if (found === undefined) throw new Error(`no benchmark ${id}`);
  return found;
}

/** Bytes of the heap that are in use, after the garbage is gone. */
async function heap(): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** What the host holds for each of them is in it: promises and jobs are the host's. */
async function bytesEach(benchmark: Benchmark, adapter: CheckableAdapter): Promise<number> {
  await (await benchmark.open(adapter, 10)).close();
  const before = await heap();
  const opened = await benchmark.open(adapter, IN_FLIGHT);
  const bytes = ((await heap()) - before) / IN_FLIGHT;
  await opened.close();
  return bytes;
}

/** Bytes by which the heap grows with each operation. */
async function growthEach(benchmark: Benchmark, adapter: CheckableAdapter): Promise<number> {
  const opened = await benchmark.open(adapter, 100);
  const perform = async (operations: number): Promise<void> => {
    for (let done = 0; done < operations; done += BLOCK) {
      await opened.prepare(BLOCK);
      await opened.run(BLOCK);
    }
  };
  await perform(OPERATIONS / 10);
  const before = await heap();
  await perform(OPERATIONS);
  const growth = ((await heap()) - before) / OPERATIONS;
  await opened.close();
  return growth;
}

console.log(`Bytes of the heap with ${IN_FLIGHT.toLocaleString("en")} of each, what the host holds included`);
for (const { id, adapter, what } of HELD) {
  const benchmark = benchmarkOf(id);
  const floor = await bytesEach(benchmark, floorOf(benchmark));
  const own = await bytesEach(benchmark, adapter);
  console.log(
    `  ${what.padEnd(20)} ${own.toFixed(0).padStart(5)}   floor ${floor.toFixed(0).padStart(5)}   ${(own / floor).toFixed(2)} times`,
  );
}

console.log(`\nGrowth of the heap over ${OPERATIONS.toLocaleString("en")} operations, bytes for each`);
for (const { id, adapter } of REPEATED) {
  const growth = await growthEach(benchmarkOf(id), adapter);
  const grows = growth > GROWTH_BYTES_MAX;
  console.log(`  ${id.padEnd(26)} ${growth.toFixed(3).padStart(8)}${grows ? "   it grows" : ""}`);
  if (grows) process.exitCode = 1;
}
