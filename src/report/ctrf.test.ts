import { expect, test } from "vitest";
import { conformant, everyVerdict, reportOf, shownProfile } from "./fixtures/everyVerdict.ts";
import { renderCtrf } from "./ctrf.ts";

const document = JSON.parse(renderCtrf(reportOf(everyVerdict, conformant("other")), () => shownProfile)) as {
  readonly reportFormat: string;
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly Readonly<Record<string, unknown>>[];
  };
};

test("it calls itself what it is, and its summary counts its tests", () => {
  expect(document.reportFormat).toBe("CTRF");
  expect(document.results.summary).toEqual({
    tests: 13,
    passed: 4,
    failed: 6,
    skipped: 3,
    pending: 0,
    other: 0,
    suites: 2,
    start: 0,
    stop: 2468,
  });
  expect(document.results.tests).toHaveLength(13);
});

test("each rule has its status, the verdict it comes from and what there is to see", () => {
  const [first] = document.results.tests.filter(({ name }) => name === "domain/must");
  expect(first).toMatchObject({
    suite: ["domain", "mine"],
    status: "failed",
    rawStatus: "fail",
    message: "emitted too late",
    tags: ["MUST"],
  });
  expect(first?.["trace"]).toMatch(/✗ +2 +│<─+┤ +emitted too late/);
  const warned = document.results.tests.find(({ name }) => name === "domain/should");
  expect(warned).toMatchObject({ status: "passed", rawStatus: "fail", tags: ["SHOULD", "warning"] });
});

test("a test has the fields of the format and no others", () => {
  const allowed = ["name", "status", "duration", "suite", "rawStatus", "message", "trace", "tags"];
  for (const one of document.results.tests) {
    expect(Object.keys(one).filter((key) => !allowed.includes(key))).toEqual([]);
    expect(one).toMatchObject({ name: expect.any(String), status: expect.any(String), duration: 0 });
  }
});
