import { expect, test } from "vitest";
import { quiescence } from "./fixtures/gate.ts";
import { callHost } from "./host-call.ts";

test("calls once and contains a throw", () => {
  let calls = 0;
  callHost(() => {
    calls += 1;
    throw new Error("host");
  });
  expect(calls).toBe(1);
});

test("contains a rejection and a hostile thenable", async () => {
  const escaped: unknown[] = [];
  const note = (error: unknown): number => escaped.push(error);
  process.on("unhandledRejection", note);
  callHost(() => Promise.reject(new Error("later")));
  callHost(() => ({
    // oxlint-disable-next-line unicorn/no-thenable -- what is tested
    get then(): never {
      throw new Error("hostile");
    },
  }));
  await quiescence();
  await quiescence();
  process.off("unhandledRejection", note);
  expect(escaped).toEqual([]);
});
