import { expect, test } from "vitest";
import { limit, sizes } from "./benchOptions.ts";

test("limits are percent, for all or for one", () => {
  expect(limit("domain/rearm=10", limit("5"))).toEqual([{ share: 0.05 }, { benchmark: "domain/rearm", share: 0.1 }]);
  expect(limit("2.5%")).toEqual([{ share: 0.025 }]);
});

test.each(["", "0", "-1", "x", "domain/rearm=", "domain/rearm=x", "Infinity", "1001", "=5"])(
  "%j is no limit",
  (text) => {
    expect(() => limit(text)).toThrow("Expected percent above 0");
  },
);

test("sizes are collected", () => {
  expect(sizes("100", sizes("1"))).toEqual([1, 100]);
  expect(sizes("1", sizes("1"))).toEqual([1]);
  expect(() => sizes("1.5")).toThrow("Expected a whole number");
});
