import { describe, expect, test } from "vitest";
import { calibrate, timeBlock } from "./block.ts";
import { FakeMachine } from "./fixtures/fakeMachine.ts";

describe("the size of a block", () => {
  test.each([
    ["short operations are put together", { ms: 0.001 }, 0.1, 1],
    ["an operation of a block's length stands alone", { ms: 0.5 }, 0.5, 0.5],
    ["a longer one as well", { ms: 70 }, 70, 70],
    ["where few may follow each other, the clock is stopped between them", { ms: 0.001, timesMax: 4 }, 0.1, 1],
  ])("%s", async (_, cost, from, to) => {
    const machine = new FakeMachine();
    const executor = machine.executor("base", cost);
    const block = await calibrate(executor, machine.meter.now);
    expect(block.times).toBeLessThanOrEqual(executor.timesMax);
    const ms = await timeBlock(executor, block, machine.meter.now);
    expect(ms).toBeGreaterThanOrEqual(from);
    expect(ms).toBeLessThanOrEqual(to);
  });

  test("operations that take no time end", async () => {
    const machine = new FakeMachine();
    const block = await calibrate(machine.executor("base", { ms: 0, timesMax: 64 }), machine.meter.now);
    expect(block).toEqual({ times: 64, repeats: 256 });
  });
});

test("what prepares a block is not measured", async () => {
  const machine = new FakeMachine();
  const executor = machine.executor("base", { ms: 0.25, prepareMs: 10 });
  expect(await timeBlock(executor, { times: 2, repeats: 3 }, machine.meter.now)).toBeCloseTo(1.5);
});

test("an operation that ends later is awaited", async () => {
  let done = 0;
  const later = {
    timesMax: 1,
    prepare: () => Promise.resolve(),
    run: async () => {
      await Promise.resolve();
      done += 1;
    },
    close: async () => {},
  };
  await timeBlock(later, { times: 1, repeats: 5 }, () => 0);
  expect(done).toBe(5);
});
