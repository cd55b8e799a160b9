import { expect, test } from "vitest";
import { requireToolResults } from "./tool-results.ts";

test("a list of pairs passes as it is", () => {
  const results = [
    ["call-1", "a"],
    ["call-1", ""],
  ];
  expect(requireToolResults(results)).toBe(results);
});

test.each([undefined, null, "ok", { length: 0 }, [["call-1"]], [["call-1", 2]], [["a", "b", "c"]], ["ab"], [null]])(
  "%j is no list of results",
  (value) => {
    expect(() => requireToolResults(value)).toThrow(TypeError);
  },
);
