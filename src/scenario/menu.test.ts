import { describe, expect, it } from "vitest";
import { randomOf } from "./fixtures/random.ts";
import { CALLS, Menu } from "./menu.ts";

function filled(): Menu<{ op: string }> {
  const menu = new Menu<{ op: string }>();
  menu.call(1, () => ({ op: "call" }));
  menu.answer("a", 3, (_, id) => ({ op: `settle ${id}` }));
  menu.answer("a", 6, (_, id) => ({ op: `fail ${id}` }));
  return menu;
}

function shares(pick: () => number | undefined): readonly number[] {
  const counts = [0, 0, 0];
  for (let count = 0; count < 10_000; count += 1) {
    const index = pick();
    if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count) => Math.round(count / 1000));
}

describe("a menu", () => {
  it("gives the heavier entries more often, of all or of one event", () => {
    const [menu, random] = [filled(), randomOf(1)];
    expect(shares(() => menu.pick(random))).toEqual([1, 3, 6]);
    expect(shares(() => menu.pickOf("a", random))).toEqual([0, 3, 7]);
    expect(menu.pickOf(CALLS, random)).toBe(0);
    expect(menu.pickOf("b", random)).toBeUndefined();
  });

  it("makes a step only when it is asked for, by the name of what it answers", () => {
    const [menu, random] = [filled(), randomOf(1)];
    expect([0, 1, 2].map((index) => menu.make(index, random)?.op)).toEqual(["call", "settle a", "fail a"]);
    expect([0, 1].map((index) => menu.event(index))).toEqual([CALLS, "a"]);
  });

  it("has nothing of before when it was cleared", () => {
    const [menu, random] = [filled(), randomOf(1)];
    menu.clear();
    expect(menu.size).toBe(0);
    expect(menu.pick(random)).toBeUndefined();
    expect(menu.make(0, random)).toBeUndefined();
  });
});
