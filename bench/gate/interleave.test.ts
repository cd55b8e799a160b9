import { expect, test } from "vitest";
import { FakeMachine } from "./fixtures/fakeMachine.ts";
import { interleave, type Measurement } from "./interleave.ts";

function measureOn(machine: FakeMachine, headMs: number, timesMax = Infinity): Promise<Measurement> {
  return interleave(
    {
      base: machine.executor("base", { ms: 0.001, timesMax }),
      head: machine.executor("head", { ms: headMs, timesMax }),
      control: machine.executor("control", { ms: 0.001, timesMax }),
    },
    500,
    machine.meter,
  );
}

test("a ratio is that of the costs, and base is as fast as base", async () => {
  const { head, control, baseNs, headNs } = await measureOn(new FakeMachine(), 0.0011);
  expect(Math.exp(head)).toBeCloseTo(1.1, 6);
  expect(control).toBeCloseTo(0, 6);
  expect(baseNs).toBeCloseTo(1000, 3);
  expect(headNs).toBeCloseTo(1100, 3);
});

test.each([
  ["gets steadily slower", (ms: number) => 1 + ms / 500],
  ["gets steadily faster", (ms: number) => 3 - ms / 2000],
  ["has slow moments", (ms: number) => (Math.floor(ms) % 17 === 0 ? 50 : 1)],
])("a machine that %s favours nobody", async (_, slowness) => {
  const { head, control } = await measureOn(new FakeMachine({ slowness }), 0.0011);
  expect(Math.exp(head)).toBeCloseTo(1.1, 2);
  expect(control).toBeCloseTo(0, 2);
});

test("a round is left out where others were given the processor in it, be it most of them", async () => {
  // In every fifth block: of five pairs of four blocks one has none, and the ratio of most is wrong.
  const machine = new FakeMachine({ interruption: (block) => (block % 5 === 0 ? 1 + (block % 7) : 0) });
  const { head, control, baseNs } = await measureOn(machine, 0.0011);
  expect(Math.exp(head)).toBeCloseTo(1.1, 6);
  expect(control).toBeCloseTo(0, 6);
  expect(baseNs).toBeCloseTo(1000, 3);
});

test("where all are disturbed they all count", async () => {
  const machine = new FakeMachine({ interruption: () => 0.1 });
  const { head } = await interleave(
    {
      base: machine.executor("base", { ms: 0.9 }),
      head: machine.executor("head", { ms: 1.9 }),
      control: machine.executor("control", { ms: 0.9 }),
    },
    500,
    machine.meter,
  );
  expect(Math.exp(head)).toBeCloseTo(2, 6);
});

test("everybody warms up before anything counts, and then runs in the order A B B A, or turned", async () => {
  const machine = new FakeMachine();
  await measureOn(machine, 0.001);
  const names = machine.ran.map(({ name }) => name.charAt(0)).join("");
  expect(names).toMatch(/^b+(hcb){50,}/);
  expect(names).toMatch(/(bhhbbccb(hbbhcbbc)){7,}(bhhbbccb)?$/);
});

test("nobody is given more at once than it can bear", async () => {
  const machine = new FakeMachine();
  const { head } = await measureOn(machine, 0.0012, 3);
  expect(machine.ran.every(({ times }) => times <= 3)).toBe(true);
  expect(Math.exp(head)).toBeCloseTo(1.2, 6);
});
