import { campaign, type CheckableAdapter } from "executor-conformance";

/** Each chunk is a campaign of its own, so that memory and a failure stay small. */
const CHUNK_RUNS = 20_000;
const SEED_COUNT = 2 ** 31;

/**
 * Very many random runs of one adapter; equal seeds give equal runs.
 *
 * @param onRuns told after each chunk how many runs there were so far.
 * @returns what failed: the ids of rules, each with its message, and activity after the end of a run.
 * @throws Error when the adapter or the kit broke.
 */
export async function failuresInManyRuns(
  adapter: CheckableAdapter,
  runs: number,
  seed: number,
  onRuns: (done: number) => void = () => {},
): Promise<ReadonlyMap<string, string>> {
  const failing = new Map<string, string>();
  for (let done = 0; done < runs; done += CHUNK_RUNS) {
    const { result } = await campaign(adapter, {
      // One chunk further, one seed further: a campaign spreads its seed over its runs.
      seed: (seed + done / CHUNK_RUNS) % SEED_COUNT,
      runs: Math.min(CHUNK_RUNS, runs - done),
      scope: false,
    });
    if (result.verdict === "error") throw new Error(result.reasons.join("\n"));
    if (result.lateRuns > 0) failing.set("late activity", `${result.lateRuns} runs`);
    for (const { id, verdict, message } of result.rules) if (verdict === "fail") failing.set(id, message ?? "");
    onRuns(done + result.runs);
  }
  return failing;
}

/** A seed for whoever names none. */
export function newSeed(): number {
  return Math.trunc(Math.random() * SEED_COUNT);
}
