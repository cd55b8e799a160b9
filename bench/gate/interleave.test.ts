import { expect, test } from "vitest";
import { FakeMachine } from "./fixtures/fakeMachine.ts";
import { interleave } from "./interleave.ts";
import { timesOf, type Times } from "./measurement.ts";

const ORDER = ["base", "head", "control"] as const;

async function measureOn(machine: FakeMachine, headMs: number, timesMax = Infinity): Promise<Times> {
  const blocks = await interleave(
    {
      base: machine.executor("base", { ms: 0.001, timesMax }),
      head: machine.executor("head", { ms: headMs, timesMax }),
      control: machine.executor("control", { ms: 0.001, timesMax }),
    },
    ORDER,
    500,
    machine.meter,
  );
  return timesOf(blocks);
}

test("each has the time of its operations, in ns", async () => {
  const { base, head, control } = await measureOn(new FakeMachine(), 0.0011);
  expect(base).toBeCloseTo(1000, 3);
  expect(head).toBeCloseTo(1100, 3);
  expect(control).toBeCloseTo(1000, 3);
});

test.each([
  ["gets steadily slower", (ms: number) => 1 + ms / 500],
  ["gets steadily faster", (ms: number) => 3 - ms / 2000],
  ["has slow moments", (ms: number) => (Math.floor(ms) % 17 === 0 ? 50 : 1)],
  ["is slow most of the time", (ms: number) => (Math.floor(ms) % 5 < 3 ? 3 : 1)],
])("a machine that %s favours nobody", async (_, slowness) => {
  const { base, head, control } = await measureOn(new FakeMachine({ slowness }), 0.0011);
  expect(head / base).toBeCloseTo(1.1, 2);
  expect(control / base).toBeCloseTo(1, 2);
});

test("blocks in which others are given the processor do not count, be it most of them", async () => {
  const machine = new FakeMachine({ interruption: (block) => (block % 5 < 3 ? 1 + (block % 7) : 0) });
  const { base, head, control } = await measureOn(machine, 0.0011);
  expect(base).toBeCloseTo(1000, 3);
  expect(head).toBeCloseTo(1100, 3);
  expect(control).toBeCloseTo(1000, 3);
});

test("what befalls the same block of each round befalls everybody", async () => {
  const machine: FakeMachine = new FakeMachine({ slowness: () => (machine.ran.length % 6 === 2 ? 10 : 1) });
  const { base, head, control } = await measureOn(machine, 0.0011);
  expect(head / base).toBeCloseTo(1.1, 6);
  expect(control / base).toBeCloseTo(1, 6);
});

test("everybody warms up before anything counts, and then each follows itself equally often", async () => {
  const machine = new FakeMachine();
  await measureOn(machine, 0.001);
  const names = machine.ran.map(({ name }) => name.charAt(0)).join("");
  expect(names).toMatch(/^b+(hcb){50,}/);
  // The size of a block is found on all of them: nobody runs more than the others.
  expect(names).toMatch(/(hcb){50,}b{9,}h{9,}c{9,}bhc/);
  expect(names).toMatch(/(bhcchb(hcbbch)(cbhhbc)){8,}(bhcchb(hcbbch)?)?$/);
});

test("nobody is given more at once than it can bear", async () => {
  const machine = new FakeMachine();
  const { base, head } = await measureOn(machine, 0.0012, 3);
  expect(machine.ran.every(({ times }) => times <= 3)).toBe(true);
  expect(head / base).toBeCloseTo(1.2, 6);
});
