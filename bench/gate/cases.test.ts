import type { CheckableAdapter } from "executor-conformance";
import { describe, expect, test } from "vitest";
import type { Benchmark } from "../suites/benchmark.ts";
import { gateCases, gateSizes, type GateRequest } from "./cases.ts";

const benchmark = (id: string, sizes: readonly number[], capabilities?: readonly string[]): Benchmark => ({
  id,
  profile: id.startsWith("lane/") ? "lane" : "domain",
  text: "",
  counts: "things",
  sizes,
  ...(capabilities === undefined ? {} : { capabilities }),
  open: () => Promise.reject(new Error("nothing is opened here")),
});

const KNOWN = [
  benchmark("domain/start", [1, 100, 10_000]),
  benchmark("domain/halt", [0, 1, 100]),
  benchmark("domain/turns", [1], ["turns"]),
  benchmark("lane/submit", [1, 1000]),
];

const adapter = (name: string, profile: "domain" | "lane" = "domain", turns = false): CheckableAdapter => ({
  profile,
  name,
  capabilities: { turns },
  create: () => ({}),
});

const ALL: GateRequest = { adapters: [], benchmarks: [], sizes: [], limits: { all: 0.05, byBenchmark: {} } };

const measured = (
  base: readonly CheckableAdapter[],
  head: readonly CheckableAdapter[],
  request: Partial<GateRequest> = {},
): readonly string[] =>
  gateCases(base, head, KNOWN, { ...ALL, ...request }).cases.map(
    ({ one: { benchmark: id, size, limit }, pair }) => `${pair.base}>${pair.head} ${id} ${size} ${limit}`,
  );

test.each([
  [
    [1, 100, 10_000],
    [1, 100],
  ],
  [
    [0, 1, 100],
    [1, 100],
  ],
  [
    [0, 1, 10, 1000, 2000],
    [1, 1000],
  ],
  [[1], [1]],
  [[50_000, 100_000], [50_000]],
])("of the sizes %j a gate measures %j", (sizes, expected) => {
  expect(gateSizes(benchmark("domain/x", sizes))).toEqual(expected);
});

test("without options every benchmark of the profile is measured, at two sizes", () => {
  expect(measured([adapter("a")], [adapter("a")])).toEqual([
    "a>a domain/start 1 0.05",
    "a>a domain/start 100 0.05",
    "a>a domain/halt 1 0.05",
    "a>a domain/halt 100 0.05",
  ]);
});

test("a capability counts where both declare it", () => {
  const one = { benchmarks: ["domain/turns"] };
  expect(measured([adapter("a", "domain", true)], [adapter("a", "domain", true)], one)).toHaveLength(1);
});

describe("a benchmark that one side lost", () => {
  const [able, unable] = [[adapter("a", "domain", true)], [adapter("a")]];

  test.each([
    ["head", able, unable, "head does not declare turns"],
    ["base", unable, able, "base does not declare turns"],
    ["both", unable, unable, "neither base nor head declares turns"],
  ])("is told where nobody named it: %s", (_, base, head, why) => {
    const { cases, notCompared } = gateCases(base, head, KNOWN, ALL);
    expect(notCompared).toEqual([{ adapter: "a", benchmark: "domain/turns", why }]);
    expect(cases).toHaveLength(4);
  });

  test.each([
    ["it is named", { benchmarks: ["domain/start", "domain/turns"] }],
    ["it is named alone", { benchmarks: ["domain/turns"] }],
    ["it has a limit", { limits: { all: 0.05, byBenchmark: { "domain/turns": 0.1 } } }],
  ])("is refused where %s", (_, request) => {
    expect(() => measured(able, unable, request)).toThrow(
      "Cannot compare domain/turns of a: head does not declare turns; choose others",
    );
  });

  test("is refused where nothing else is left", () => {
    const onlyTurns = KNOWN.filter(({ id }) => id === "domain/turns");
    expect(() => gateCases(able, unable, onlyTurns, ALL)).toThrow("head does not declare turns");
  });
});

test("an adapter that is named twice is measured once", () => {
  const one = { benchmarks: ["domain/start"], sizes: [1], adapters: ["a", "a"] };
  expect(measured([adapter("a")], [adapter("a")], one)).toHaveLength(1);
});

test("benchmarks, sizes and limits can be chosen", () => {
  const request = {
    benchmarks: ["domain/halt"],
    sizes: [0, 7],
    limits: { all: 0.05, byBenchmark: { "domain/halt": 0.1 } },
  };
  expect(measured([adapter("a")], [adapter("a")], request)).toEqual(["a>a domain/halt 0 0.1", "a>a domain/halt 7 0.1"]);
});

describe("adapters are paired", () => {
  const one = { benchmarks: ["domain/start"], sizes: [1] };

  test("whatever they are called where there is one of each", () => {
    expect(measured([adapter("old")], [adapter("new")], one)).toEqual(["old>new domain/start 1 0.05"]);
  });

  test("by their names where there are more", () => {
    const both = [adapter("a"), adapter("b")];
    expect(measured(both, both.toReversed(), one)).toEqual(["a>a domain/start 1 0.05", "b>b domain/start 1 0.05"]);
    expect(measured(both, both, { ...one, adapters: ["b"] })).toEqual(["b>b domain/start 1 0.05"]);
  });

  test("and one that only one side has is told, until a choice is made", () => {
    const [less, more] = [[adapter("a")], [adapter("a"), adapter("b")]];
    expect(() => measured(less, more, one)).toThrow('Expected an adapter "b" in base, got only a: choose');
    expect(() => measured(more, less, one)).toThrow('Expected an adapter "b" in head, got only a: choose');
    expect(measured(less, more, { ...one, adapters: ["a"] })).toHaveLength(1);
  });
});

test.each([
  [
    "an unknown benchmark",
    { benchmarks: ["domain/strat"] },
    'Unknown benchmark "domain/strat": did you mean domain/start?',
  ],
  [
    "a limit of an unknown benchmark",
    { limits: { all: 1, byBenchmark: { nothing: 1 } } },
    'Unknown benchmark "nothing"',
  ],
  [
    "a benchmark of another profile",
    { benchmarks: ["lane/submit"] },
    "Cannot compare lane/submit: no adapter is of its profile",
  ],
  [
    "a limit that nothing is held against",
    { benchmarks: ["domain/start"], limits: { all: 1, byBenchmark: { "domain/halt": 1 } } },
    "Cannot compare domain/halt: it has a limit, and is not among those chosen",
  ],
  [
    "a size below the smallest",
    { benchmarks: ["domain/start"], sizes: [0] },
    "Expected a size from 1 on for domain/start",
  ],
  ["an unknown adapter", { adapters: ["b"] }, 'Expected an adapter "b" in base'],
])("%s is refused", (_, request, message) => {
  expect(() => measured([adapter("a")], [adapter("a")], request)).toThrow(message);
});

test("executors of two profiles are not compared", () => {
  expect(() => measured([adapter("a")], [adapter("a", "lane")])).toThrow("got a of domain and a of lane");
});
