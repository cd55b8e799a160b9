import { sample } from "fast-check";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { ScenarioArbitrary } from "../scenario/arbitrary.ts";

/** Random runs are dealt in chunks of this size, each with a seed of its own. */
export const CHUNK_RUNS = 500;

/** Spreads the seeds of the chunks over the 32-bit numbers (the golden ratio, as in many hash functions). */
const SEED_STRIDE = 0x9e3779b9;

/** The seed of a chunk; that of the first chunk is the seed of the campaign, so that `fc.assert` begins alike. */
export function chunkSeed(seed: number, chunk: number): number {
  return (seed + Math.imul(chunk, SEED_STRIDE)) | 0;
}

/** The first `runs` random scenarios of a seed, whatever they are used for. */
export function* randomScenarios<S extends Step, Setup extends object>(
  arbitrary: ScenarioArbitrary<S, Setup>,
  seed: number,
  runs: number,
): IterableIterator<Scenario<S, Setup>> {
  for (let chunk = 0; chunk * CHUNK_RUNS < runs; chunk += 1) {
    const numRuns = Math.min(CHUNK_RUNS, runs - chunk * CHUNK_RUNS);
    yield* sample(arbitrary, { seed: chunkSeed(seed, chunk), numRuns });
  }
}
