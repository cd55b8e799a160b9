import { expect, test } from "vitest";
import { FakeMachine } from "./fixtures/fakeMachine.ts";
import type { Contestants, Role } from "./interleave.ts";
import { measure, ORDERS } from "./measure.ts";
import { measurementOf, type Measurement } from "./measurement.ts";

interface Measured {
  readonly measurement: Measurement;
  readonly orders: readonly string[];
  readonly closed: readonly string[];
}

/** Measures a head that takes a tenth longer, where each place in the order of loading has a cost of its own. */
async function measured(first: number, places: readonly number[] = [1, 1, 1]): Promise<Measured> {
  const machine = new FakeMachine();
  const orders: string[] = [];
  const closed: string[] = [];
  const sets = await measure(
    async (order) => {
      const set = orders.push(order.join());
      const ready = (role: Role): Contestants[Role] => ({
        ...machine.executor(role, { ms: 0.001 * (role === "head" ? 1.1 : 1) * (places[order.indexOf(role)] ?? 1) }),
        close: async () => void closed.push(`${role} of ${set}`),
      });
      return { base: ready("base"), head: ready("head"), control: ready("control") };
    },
    first,
    500,
    machine.meter,
  );
  return { measurement: measurementOf(sets), orders, closed };
}

test("each set of instances is loaded in another order, in a turn that begins where it is told", async () => {
  const { orders, closed } = await measured(8);
  expect(orders).toEqual([...ORDERS.slice(2), ...ORDERS.slice(0, 2)].map((order) => order.join()));
  expect(new Set(orders).size).toBe(6);
  expect(closed).toHaveLength(18);
});

test("a place in the order of loading that is faster or slower favours nobody", async () => {
  const { measurement } = await measured(0, [1, 1.2, 0.9]);
  expect(Math.exp(measurement.head)).toBeCloseTo(1.1, 6);
  expect(measurement.control).toBeCloseTo(0, 6);
});

test("times are medians over the sets, in ns", async () => {
  const { measurement } = await measured(0);
  expect(measurement.baseNs).toBeCloseTo(1000, 3);
  expect(measurement.headNs).toBeCloseTo(1100, 3);
});
