import type { LaneAdapter } from "executor-conformance";
import { describeValue } from "../../../src/contract/describeValue.ts";
import { isThenable } from "../../../src/run/values.ts";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { laneBenchmark, SIZES } from "./benchmark.ts";
import { Excursion } from "./excursion.ts";

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
  const excursion = new Excursion(chain);
  await excursion.open(adapter, size);
  let waits = 0;
  const value = {};
  const wait = (): Promise<object> => {
    waits += 1;
    return Promise.resolve(value);
  };
  const { offLane } = excursion;
  const roundTrip = (): void => {
    const before = waits;
    const gone: unknown = offLane(wait);
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
      await excursion.verifyPermit();
      await excursion.close();
    },
  };
}
