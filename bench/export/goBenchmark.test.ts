import { expect, test } from "vitest";
import { comparison } from "../report/fixtures/comparison.ts";
import { toGoBenchmark } from "./goBenchmark.ts";

/** The two kinds of lines of Go's benchmark data format, from its design document. */
const CONFIGURATION = /^[a-z][^\s:A-Z]*: .*$/;
const RESULT = /^Benchmark[^\sa-z]\S*\s+\d+(\s+\d+(\.\d+)?\s+\S+)+$/;

const lines = toGoBenchmark(comparison).split("\n");

test("is Go's benchmark data format", () => {
  expect(lines.at(-1)).toBe("");
  for (const line of lines.slice(0, 2)) expect(line).toMatch(CONFIGURATION);
  for (const line of lines.slice(2, -1)) expect(line).toMatch(RESULT);
});

test("names are of one word, with what varies as keys, and end in the processors", () => {
  expect(lines).toEqual([
    "pkg: executor-conformance",
    "cpu: a processor",
    "BenchmarkDomainHandleToOutcome/adapter=floor/size=1-2\t512000\t100 ns/op\t200 p99-ns/op",
    "BenchmarkDomainHandleToOutcome/adapter=floor/size=100-2\t512000\t110 ns/op\t220 p99-ns/op",
    "BenchmarkDomainHandleToOutcome/adapter=%3Cscript%3Ealert%28%221%22%29%3C%2Fscript%3E%1B%5B2J/size=1-2\t512000\t150 ns/op\t300 p99-ns/op",
    "",
  ]);
});

test.each([
  [0.001_234_56, "0.00123456"],
  [12.345_678, "12.3457"],
  [9_876_543_210, "9876540000"],
])("%d ns keep their digits, and have no exponent", (ns, text) => {
  const latency = { min: ns, p50: ns, p75: ns, p99: ns, p999: ns, max: ns, mean: ns };
  const cell = { state: "measured", size: 1, latency, throughput: 1, samples: 1, operationsPerSample: 1 } as const;
  const floor = { state: "measured", name: "floor", cells: [{ ...cell, quantiles: [], warnings: [] }] } as const;
  const [benchmark] = comparison.benchmarks;
  const exported = toGoBenchmark({ ...comparison, benchmarks: [{ ...benchmark!, contenders: [floor] }] });
  expect(exported).toContain(`\t${text} ns/op\t`);
});

test("names that differ stay apart", () => {
  const [benchmark] = comparison.benchmarks;
  const [floor] = benchmark!.contenders;
  const contenders = ["a b", "a_b", "a@b", "a%20b"].map((name) => ({ ...floor!, name }));
  const exported = toGoBenchmark({ ...comparison, benchmarks: [{ ...benchmark!, contenders }] });
  expect(new Set(exported.match(/adapter=\S*\/size=1-2/g)).size).toBe(4);
});
