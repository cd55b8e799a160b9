import { expect, test } from "vitest";
import { within } from "./within.ts";

const late = (): Error => new Error("late");

test("what settles is given as it is, or thrown", async () => {
  await expect(within(60_000, Promise.resolve(1), late, { keepsAlive: false })).resolves.toBe(1);
  await expect(within(60_000, Promise.reject(new Error("broken")), late, { keepsAlive: false })).rejects.toThrow(
    "broken",
  );
});

test("what never settles is given up, although something else keeps the process alive", async () => {
  const alive = setInterval(() => {}, 1000);
  await expect(within(1, new Promise(() => {}), late, { keepsAlive: false })).rejects.toThrow("late");
  clearInterval(alive);
});
