import { expect, test } from "vitest";
import { z } from "zod";
import { comparison, HOSTILE } from "../report/fixtures/comparison.ts";
import { toGithubActionBenchmark } from "./githubActionBenchmark.ts";

/** What the action's README says of the custom tools. */
const documented = z.array(
  z.strictObject({
    name: z.string(),
    unit: z.string(),
    value: z.number(),
    range: z.string().optional(),
    extra: z.string().optional(),
  }),
);

test("is an array of what the action takes, with names that tell everything apart", () => {
  const entries = documented.parse(JSON.parse(toGithubActionBenchmark(comparison)));
  expect(entries).toEqual([
    {
      name: "domain/handle-to-outcome at 1 (floor)",
      unit: "ns/op",
      value: 100,
      range: "± 25",
      extra: "p99 200 ns/op",
    },
    {
      name: "domain/handle-to-outcome at 100 (floor)",
      unit: "ns/op",
      value: 110,
      range: "± 27.5",
      extra: "p99 220 ns/op",
    },
    {
      name: `domain/handle-to-outcome at 1 (${HOSTILE})`,
      unit: "ns/op",
      value: 150,
      range: "± 37.5",
      extra: "p99 300 ns/op\n1.50 times the floor",
    },
  ]);
});
