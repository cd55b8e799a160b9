/**
 * Very many random runs of one adapter module: `million <adapter module> [runs] [seed]`. Ends with exit code 1 when a rule
 * failed, 2 when there is nothing to run. Equal seeds give equal runs.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { campaign, type CheckableAdapter } from "executor-conformance";
import { createJiti } from "jiti";

const RUNS_DEFAULT = 1_000_000;
/** Each chunk is a campaign of its own, so that memory and a failure stay small. */
const CHUNK_RUNS = 20_000;
const SEED_COUNT = 2 ** 31;

async function loadAdapters(path: string): Promise<readonly CheckableAdapter[]> {
  const jiti = createJiti(import.meta.url);
  const loaded = await jiti.import<CheckableAdapter | readonly CheckableAdapter[]>(pathToFileURL(resolve(path)).href, {
    default: true,
  });
  return [loaded].flat();
}

/** Runs one adapter; gives the ids of the rules that failed, each with its message. */
async function runAll(adapter: CheckableAdapter, runs: number, seed: number): Promise<ReadonlyMap<string, string>> {
  const failing = new Map<string, string>();
  const start = performance.now();
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
    process.stdout.write(progress(done + result.runs, runs, start));
  }
  return failing;
}

function progress(done: number, runs: number, start: number): string {
  const seconds = (performance.now() - start) / 1000;
  const line = `  ${done.toLocaleString("en-US")} runs in ${seconds.toFixed(0)} s`;
  return process.stdout.isTTY ? `\r${line}` : done >= runs ? line : "";
}

const [path, runsText = String(RUNS_DEFAULT), seedText = String(Math.trunc(Math.random() * SEED_COUNT))] =
  process.argv.slice(2);
const [runs, seed] = [Number(runsText), Number(seedText)];
if (path === undefined || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error("Expected: <adapter module> [runs] [seed]");
  process.exit(2);
}
for (const adapter of await loadAdapters(path)) {
  console.log(`${adapter.name}: ${runs.toLocaleString("en-US")} random runs, seed ${seed}`);
  const failing = await runAll(adapter, runs, seed);
  console.log(failing.size === 0 ? "\n  no rule failed" : "");
  for (const [id, message] of failing) console.log(`  failed: ${id}: ${message}`);
  if (failing.size > 0) process.exitCode = 1;
}
