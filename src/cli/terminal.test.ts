import { expect, test } from "vitest";
import { wantsColour } from "./terminal.ts";

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "" }, true],
  [true, { FORCE_COLOR: "0" }, false],
  [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
])("on a terminal: %j, with %j, colours: %j", (isTTY, env, colours) => {
  expect(wantsColour(isTTY, env)).toBe(colours);
});
