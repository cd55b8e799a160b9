import { expect, test } from "vitest";
import { z } from "zod";
import { comparison, HOSTILE } from "../report/fixtures/comparison.ts";
import { toBencherMetricFormat } from "./bencherMetricFormat.ts";

/** Bencher's documentation: by the name of a benchmark, by that of a measure, a value with its bounds. */
const documented = z.record(
  z.string(),
  z.record(
    z.string(),
    z.strictObject({ value: z.number(), lower_value: z.number().optional(), upper_value: z.number().optional() }),
  ),
);

test("has a latency for each, between its bounds", () => {
  const metrics = documented.parse(JSON.parse(toBencherMetricFormat(comparison)));
  expect(Object.keys(metrics)).toEqual([
    "domain/handle-to-outcome at 1 (floor)",
    "domain/handle-to-outcome at 100 (floor)",
    `domain/handle-to-outcome at 1 (${HOSTILE})`,
  ]);
  expect(metrics["domain/handle-to-outcome at 1 (floor)"]).toEqual({
    latency: { value: 100, lower_value: expect.closeTo(115), upper_value: expect.closeTo(165) },
  });
});
