import { expect, it } from "vitest";
import { contain } from "./contain.ts";
import { atRest } from "./fixtures/recorded-domain.ts";

// A rejection that escapes from here fails the whole test run: vitest reports it.

it("calls once and keeps a throw", () => {
  let calls = 0;
  contain(() => {
    calls += 1;
    throw new Error("mine");
  });
  expect(calls).toBe(1);
});

it("keeps the rejection of a promise nobody asked for", async () => {
  let rejected = false;
  contain(async () => {
    await atRest();
    rejected = true;
    throw new Error("mine, later");
  });
  await atRest();
  await atRest();
  expect(rejected).toBe(true);
});

it("keeps a returned object whose then throws", async () => {
  let asked = false;
  contain(() => ({
    // oxlint-disable-next-line unicorn/no-thenable -- a hostile one is the point
    get then() {
      asked = true;
      throw new Error("mine");
    },
  }));
  await atRest();
  expect(asked).toBe(true);
});
