import type { LaneAdapter, LaneContext } from "executor-conformance";
import { describeValue } from "../../../src/contract/describeValue.ts";
import { isThenable } from "../../../src/run/values.ts";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { fill } from "../fill.ts";
import { until } from "../until.ts";
import { laneBenchmark, SIZES } from "./benchmark.ts";
import { createLane, isOutcomeOf, jobSupply, RESULTS, type BenchJob, type Results } from "./stage.ts";

export const offLaneRoundTrip = laneBenchmark({
  id: "lane/off-lane-round-trip",
  text: "from the call of offLane with a wait that ends at once, until code after it runs",
  counts: "batches parked",
  sizes: SIZES,
  capabilities: ["offLane"],
  open,
});

async function open(adapter: LaneAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  let offLane: LaneContext["offLane"] | undefined;
  /** The batch that goes off lane and returns; the others stay parked. */
  let runner: BenchJob | undefined;
  let end: ((results: Results) => void) | undefined;
  let parked = 0;
  const jobs = jobSupply(async (job, context) => {
    if (job.state !== "waiting") chain.fail(`${job.batchId} started although it was ${job.state}`);
    job.state = "running";
    if (parked < size) {
      await context.offLane(() => {
        parked += 1;
        return new Promise(() => {});
      });
    }
    runner = job;
    offLane = context.offLane.bind(context);
    return new Promise<Results>((resolve) => {
      end = resolve;
    });
  });
  let outcomes = 0;
  const lane = await createLane(adapter, chain, (outcome) => {
    outcomes += 1;
    if (runner === undefined || !isOutcomeOf(outcome, runner))
      chain.fail(`${outcome.batchId} reported, and it had not ended`);
  });
  jobs.ready(size + 1);
  await fill(size + 1, () => lane.submit(jobs.take()));
  await until(chain, () => offLane !== undefined, "a batch to run in place of those that are parked");
  let waits = 0;
  const value = {};
  const wait = (): Promise<object> => {
    waits += 1;
    return Promise.resolve(value);
  };
  const roundTrip = (): void => {
    const before = waits;
    const gone: unknown = offLane?.(wait);
    if (!isThenable(gone)) return chain.fail(`offLane gave ${describeValue(gone)} instead of a promise`);
    gone.then(
      (got) => {
        if (got !== value || waits !== before + 1) chain.fail("offLane did not call its wait once and give its value");
        chain.ended();
      },
      () => chain.fail("offLane rejected, and its wait did not"),
    );
  };
  return {
    timesMax: Infinity,
    prepare: () => {},
    run: (times) => chain.run(times, roundTrip),
    async close() {
      if (runner !== undefined) runner.state = "ended";
      end?.(RESULTS);
      await until(chain, () => outcomes === 1, "the outcome of the batch that went off lane");
      chain.check();
    },
  };
}
