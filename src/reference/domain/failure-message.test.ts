import { describe, expect, it } from "vitest";
import { failureMessage } from "./failure-message.ts";
import { HOSTILE_VALUES } from "./fixtures/hostile-values.ts";

describe("failureMessage", () => {
  it("is the message of an error", () => {
    expect(failureMessage(new TypeError("no such file"))).toBe("no such file");
    expect(failureMessage(new Error(""))).toBe("");
  });

  it("is the text of any other value", () => {
    expect(failureMessage("out of memory")).toBe("out of memory");
    expect(failureMessage(undefined)).toBe("undefined");
    expect(failureMessage(Symbol("why"))).toBe("Symbol(why)");
  });

  it.each(HOSTILE_VALUES)("is a string for %s", (_name, value) => {
    expect(failureMessage(value)).toBeTypeOf("string");
  });
});
