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
    machine.now,
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
  ["gets steadily faster", (ms: number) => 3 - ms / 1000],
  ["is interrupted now and then", (ms: number) => (Math.floor(ms) % 17 === 0 ? 50 : 1)],
])("a machine that %s favours nobody", async (_, slowness) => {
  const { head, control } = await measureOn(new FakeMachine(slowness), 0.0011);
  expect(Math.exp(head)).toBeCloseTo(1.1, 2);
  expect(control).toBeCloseTo(0, 2);
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
