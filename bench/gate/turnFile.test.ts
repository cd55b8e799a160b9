import { writeSync } from "node:fs";
import { expect, test } from "vitest";
import { noteTurn, TurnFile } from "./turnFile.ts";

test("the last turn that was noted is read, at whatever place of the file it was written before", () => {
  const file = new TurnFile();
  try {
    expect(file.read()).toBeUndefined();
    for (const role of ["base", "head", "control", "head"] as const) {
      noteTurn(role, file.descriptor);
      expect(file.read()).toBe(role);
    }
    writeSync(file.descriptor, "x", 0);
    expect(file.read()).toBeUndefined();
  } finally {
    file.close();
  }
  expect(file.read()).toBeUndefined();
});
