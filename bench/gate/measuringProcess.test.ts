import { expect, test } from "vitest";
import { ContenderError } from "./contestants.ts";
import type { MeasureJob } from "./job.ts";
import { measureInProcess } from "./measuringProcess.ts";

const job = (benchmark: string): MeasureJob => ({
  base: { module: "/old.js", adapter: "mine" },
  head: { module: "/new.js", adapter: "mine" },
  benchmark,
  size: 1,
  timeMs: 50,
  firstOrder: 0,
});

const program = new URL("./fixtures/program.mjs", import.meta.url);
const HEAD = "head (mine of /new.js): ";

test("what a process measured comes to a measurement here", async () => {
  expect(await measureInProcess(program, job("measures"))).toEqual({
    head: 0,
    control: 0,
    baseNs: 200_000,
    headNs: 200_000,
  });
});

test.each([
  ["fails", "base (mine of /old.js): lies"],
  ["writes to the channel", "base or head: the process that measures them sent something else than its reply"],
  ["exits", `${HEAD}the process that measures it ended with 7`],
  ["breaks down", `${HEAD}the process that measures it ended with SIGTERM: FATAL ERROR: out of memory`],
])("a process that %s is an error, and where it can be told whose turn it was", async (what, message) => {
  await expect(measureInProcess(program, job(what))).rejects.toThrow(new ContenderError(message));
});

// Also where its start takes longer than it may: then it is nobody's turn, which is no part of what is asserted.
test("a process that loops is ended", async () => {
  await expect(measureInProcess(program, job("loops"), 1000)).rejects.toThrow(
    "an operation had not ended after 1 seconds",
  );
});
