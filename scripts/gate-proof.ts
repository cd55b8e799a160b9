/**
 * Tries the gate and the counters on what they are for: a copy of the reference domain with an `await null` planted in its
 * dispatch has to fail both, and a copy without a change has to pass the gate again and again while two busy loops load the
 * machine. Prints a table, and ends with exit code 1 where something else happened. It measures: whatever else the machine does
 * at the time is a part of it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const GATES = 20;
const BUSY_LOOPS = 2;
/** Ends by itself where this script was ended from outside. */
const BUSY = "const parent = process.ppid; while (process.ppid === parent);";
/** One benchmark at one size, or twenty gates would take hours. */
const BENCHMARK = ["--benchmark", "domain/handle-to-outcome"];
const SIZE = ["--size", "1"];

const built = fileURLToPath(new URL("../../dist", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gate-proof-"));

/** Copies the built reference domain, so that nothing is shared with another copy, and gives the path of its adapter. Other executors are not loaded. */
function copyReference(name: string): string {
  const copy = join(folder, name);
  mkdirSync(copy);
  cpSync(join(built, "src/reference"), join(copy, "reference"), { recursive: true });
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }\n');
  cpSync(join(built, "adapters/reference/domain.js"), join(copy, "domain.js"));
  edit(join(copy, "domain.js"), '"executor-conformance/reference"', '"./reference/domain/index.js"');
  return join(copy, "domain.js");
}

/** Replaces a text that has to be there once. */
function edit(path: string, from: string, to: string): void {
  const parts = readFileSync(path, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`Expected ${JSON.stringify(from)} once in ${path}, got ${parts.length - 1}`);
  writeFileSync(path, parts.join(to));
}

/** One more reaction before each tool starts. */
function plantAwait(adapter: string): void {
  edit(
    join(adapter, "../reference/domain/tool-execution-domain.js"),
    "    #start(command) {",
    "    async #start(command) {\n        await null;",
  );
}

interface Outcome {
  readonly code: number | null;
  readonly text: string;
  readonly seconds: number;
}

/** Runs `bench` to its end. */
function bench(...args: readonly string[]): Promise<Outcome> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(built, "src/cli/main.js"), "bench", ...args, ...BENCHMARK]);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text, seconds: (performance.now() - start) / 1000 }));
  });
}

/** A row of the table: what was tried, the exit code, and the line of the output that says why. */
function print(what: string, { code, text, seconds }: Outcome, why: RegExp): void {
  const line = text.split("\n").find((one) => why.test(one)) ?? text.trim();
  console.log(`${what.padEnd(22)} exit ${code}  ${seconds.toFixed(0).padStart(3)} s  ${line}`);
}

/** The row of the gate's table. */
const GATE = /^domain\//;

const base = copyReference("base");
const same = copyReference("same");
const planted = copyReference("planted");
plantAwait(planted);

const loops: ChildProcess[] = [];
let isAsExpected = true;
try {
  const budget = ["--counters", "--budget", join(folder, "budget.json")];
  await bench(base, ...budget, "--update-budget");
  const asBudgeted = await bench(same, ...budget);
  print("counters, unchanged", asBudgeted, /budget/);
  const overBudget = await bench(planted, ...budget);
  print("counters, planted", overBudget, /budget/);
  isAsExpected &&= asBudgeted.code === 0 && overBudget.code === 1;
  const slower = await bench("--base", base, "--head", planted, ...SIZE);
  print("gate, planted", slower, GATE);
  isAsExpected &&= slower.code === 1;
  for (let loop = 0; loop < BUSY_LOOPS; loop += 1) loops.push(spawn(process.execPath, ["--eval", BUSY]));
  let passed = 0;
  for (let gate = 1; gate <= GATES; gate += 1) {
    const unchanged = await bench("--base", base, "--head", same, ...SIZE);
    print(`gate, unchanged, ${gate}`, unchanged, GATE);
    if (unchanged.code === 0) passed += 1;
  }
  console.log(`unchanged beside ${BUSY_LOOPS} busy loops: ${passed} of ${GATES} passed`);
  isAsExpected &&= passed === GATES;
} finally {
  for (const loop of loops) loop.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
process.exitCode = isAsExpected ? 0 : 1;
