/**
 * Very many random runs of one adapter module: `million <adapter module> [runs] [seed]`. Ends with exit code 1 when a rule
 * failed, 2 when there is nothing to run. Equal seeds give equal runs.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CheckableAdapter } from "executor-conformance";
import { createJiti } from "jiti";
import { failuresInManyRuns, newSeed } from "./campaigns/manyRuns.ts";

const RUNS_DEFAULT = 1_000_000;

async function loadAdapters(path: string): Promise<readonly CheckableAdapter[]> {
  const jiti = createJiti(import.meta.url);
  const loaded = await jiti.import<CheckableAdapter | readonly CheckableAdapter[]>(pathToFileURL(resolve(path)).href, {
    default: true,
  });
  return [loaded].flat();
}

function progress(done: number, runs: number, start: number): string {
  const seconds = (performance.now() - start) / 1000;
  const line = `  ${done.toLocaleString("en-US")} runs in ${seconds.toFixed(0)} s`;
  return process.stdout.isTTY ? `\r${line}` : done >= runs ? line : "";
}

const [path, runsText = String(RUNS_DEFAULT), seedText = String(newSeed())] = process.argv.slice(2);
const [runs, seed] = [Number(runsText), Number(seedText)];
if (path === undefined || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error("Expected: <adapter module> [runs] [seed]");
  process.exit(2);
}
for (const adapter of await loadAdapters(path)) {
  console.log(`${adapter.name}: ${runs.toLocaleString("en-US")} random runs, seed ${seed}`);
  const start = performance.now();
  const failing = await failuresInManyRuns(adapter, runs, seed, (done) =>
    process.stdout.write(progress(done, runs, start)),
  );
  console.log(failing.size === 0 ? "\n  no rule failed" : "");
  for (const [id, message] of failing) console.log(`  failed: ${id}: ${message}`);
  if (failing.size > 0) process.exitCode = 1;
}
