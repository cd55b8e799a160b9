import { expect, test } from "vitest";
import { readReply } from "./reply.ts";

const times = Array.from({ length: 12 }, () => 0.2);
const set = { operations: 64, ms: { base: times, head: times, control: times } };
const sets = [set, set, set, set, set, set];

test("what a process measured is taken as it is, and so is why it could not", () => {
  expect(readReply({ token: "t", kind: "measured", sets }, "t")).toEqual({ kind: "measured", sets });
  expect(readReply({ token: "t", kind: "failed", message: "why" }, "t")).toEqual({ kind: "failed", message: "why" });
});

const withHead = (head: readonly unknown[]): readonly unknown[] => [
  ...sets.slice(1),
  { ...set, ms: { ...set.ms, head } },
];

test.each([
  ["nothing", undefined],
  ["a text", "measured"],
  ["one without the token", { kind: "measured", sets }],
  ["one with another token", { token: "u", kind: "measured", sets }],
  ["one of another kind", { token: "t", kind: "done" }],
  ["a failure without a reason", { token: "t", kind: "failed" }],
  ["no sets", { token: "t", kind: "measured" }],
  ["a set too few", { token: "t", kind: "measured", sets: sets.slice(1) }],
  ["a set too many", { token: "t", kind: "measured", sets: [...sets, set] }],
  ["blocks without operations", { token: "t", kind: "measured", sets: [...sets.slice(1), { ms: set.ms }] }],
  ["a time that was NaN", { token: "t", kind: "measured", sets: withHead([...times, null]) }],
  ["a time that is infinite", { token: "t", kind: "measured", sets: withHead([...times, Infinity]) }],
  ["a time below none", { token: "t", kind: "measured", sets: withHead([...times, -1]) }],
  ["too few blocks", { token: "t", kind: "measured", sets: withHead(times.slice(1)) }],
])("%s is no reply", (_, message) => {
  expect(readReply(message, "t")).toBeUndefined();
});
