/**
 * The reference lane beside queues and semaphores in daily use, on the same work in one process: as many batches as the size
 * says are submitted at once, to a width of one, and run to their outcomes. A report, not a test: it always ends with exit
 * code 0, unless somebody does not do the work.
 */
import { printReadings, readingsOf } from "../peers/rounds.ts";
import { contenders, type LaneContender, type Results } from "./contenders.ts";

const WIDTH = 1;
const SIZES = [1, 1000, 100_000] as const;
const ROUNDS = 8;

/** Whether a turn ends when every body has started, or when every outcome has come. */
type Measured = "start" | "outcome";

const RESULTS: Results = [["call", "result"]];

async function prepare(contender: LaneContender, size: number, measured: Measured): Promise<() => Promise<void>> {
  let started = 0;
  let ended = 0;
  let turn: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  const body = async (): Promise<Results> => {
    started += 1;
    if (measured === "start" && started === size) turn?.resolve();
    return RESULTS;
  };
  const submit = contender.create(WIDTH, (results) => {
    ended += 1;
    if (results !== RESULTS || ended > size) turn?.reject(new Error(`${contender.name} gave a wrong outcome`));
    else if (measured === "outcome" && ended === size) turn?.resolve();
  });
  return () =>
    new Promise((resolve, reject) => {
      turn = { resolve, reject };
      for (let batch = 0; batch < size; batch += 1) submit(body);
    });
}

console.log("Microseconds for each batch, and how many times as long as the reference; below 1 is faster than it");
for (const measured of ["start", "outcome"] as const) {
  for (const size of SIZES) {
    const readings = await readingsOf<LaneContender>({
      contenders,
      size,
      rounds: ROUNDS,
      prepare: (contender, count) => prepare(contender, count, measured),
    });
    printReadings(`submit to ${measured}, ${size.toLocaleString("en")} waiting`, readings);
  }
}
