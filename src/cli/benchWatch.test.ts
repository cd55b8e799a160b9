import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changedReference, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

test("an executor that never comes back ends a comparison with 3, and what was measured before it is kept", async () => {
  cli.write("sound.mjs", sound);
  cli.write("loop.mjs", changedReference("loop", "rearm() { for (;;); }"));
  const benchmarks = ["--benchmark", "domain/handle-to-start", "--benchmark", "domain/rearm"];
  const measured = [...benchmarks, "--size", "1", "--time", "1", "--report", "json=some.json"];
  const { code, out, error } = await cli.run(["bench", "sound.mjs", "loop.mjs", ...measured]);
  expect(error).toMatch(
    /^error: measuring domain\/rearm of loop at 1 never comes to an end: .*; what was measured before it/,
  );
  expect(error.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(3);
  expect(out).toContain("domain/handle-to-start");
  const { benchmarks: kept } = JSON.parse(readFileSync(join(cli.folder, "some.json"), "utf8"));
  expect(kept).toMatchObject([{ id: "domain/handle-to-start" }]);
});

test.each([
  ["a call", "for (;;);"],
  ["microtasks", "const again = () => Promise.resolve().then(again); await again();"],
  ["next ticks", "const again = () => process.nextTick(again); await new Promise(again);"],
  ["a loop that catches what is thrown into it", "for (;;) { try { for (;;); } catch {} }"],
])("a watchdog is not kept away by %s", async (_, stuck) => {
  cli.write(
    "stuck.mjs",
    `import { Watchdog } from "./node_modules/executor-conformance/dist/src/supervise/watchdog.js";
     new Watchdog(() => process.reallyExit(7), 300);
     ${stuck}`,
  );
  const { code } = await cli.shell(`${process.execPath} stuck.mjs`);
  expect(code).toBe(7);
});

test("a watchdog leaves whoever comes back alone, and ends with whoever stops it", async () => {
  cli.write(
    "busy.mjs",
    `import { Watchdog } from "./node_modules/executor-conformance/dist/src/supervise/watchdog.js";
     const watchdog = new Watchdog(() => process.reallyExit(7), 1000);
     const until = performance.now() + 3000;
     while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
     await watchdog.stop();
     console.log("done");`,
  );
  const { code, out } = await cli.shell(`${process.execPath} busy.mjs`);
  expect(out).toBe("done\n");
  expect(code).toBe(0);
});
