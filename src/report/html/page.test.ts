import { beforeAll, describe, expect, test } from "vitest";
import type { AdapterResult, Counterexample } from "../../contract/verdict.ts";
import { anyProfile, reportOf, resultOf } from "./fixtures/reports.ts";
import { html, prose } from "./markup.ts";
import { renderHtml } from "./page.ts";

let result: AdapterResult;

beforeAll(async () => {
  result = await resultOf("receipt-before-drain");
});

const pageOf = (...results: readonly AdapterResult[]): string => renderHtml(reportOf(...results), anyProfile);

/** The result with one rule whose counterexample is another. */
function withCounterexample(change: Partial<Counterexample>): AdapterResult {
  const rules = result.rules.flatMap((rule) =>
    rule.counterexample === undefined ? [] : [{ ...rule, counterexample: { ...rule.counterexample, ...change } }],
  );
  return { ...result, rules: rules.slice(0, 1) };
}

test("equal reports give equal pages, however long they took", () => {
  expect(pageOf({ ...result, durationMs: 1 })).toBe(pageOf({ ...result, durationMs: 99_999 }));
});

test("a page names no address but places of its own", () => {
  const page = pageOf(result);
  expect([...page.matchAll(/\b(?:href|src)="(?!#)[^"]*"/g)]).toEqual([]);
  expect(page).not.toMatch(/https?:|@import|url\(/);
  expect(page).not.toMatch(/ style="| on\w+="/);
});

test("a rule that this kit does not know is shown without its sentence", () => {
  const rule = { id: "acme/of-my-own", level: "MUST", verdict: "fail", exercised: 1, message: "it broke" } as const;
  const page = pageOf({ ...result, rules: [rule] });
  expect(page).toContain("acme/of-my-own");
  expect(page).toContain("it broke");
  expect(page).toContain("not in this kit");
});

test("records that are not those of the profile give the steps as they are stored", () => {
  const foreign = withCounterexample({
    scenario: { profile: "domain", setup: {}, steps: [{ op: "leap" }] },
    trace: {
      profile: "domain",
      capabilities: [],
      settleMs: 1,
      setup: {},
      records: [{ step: 0, at: 0, type: "step" } as never],
    },
  });
  expect(pageOf(foreign)).toContain("{&quot;op&quot;:&quot;leap&quot;}");
});

test("one that was not the same again is labelled, with its rate", () => {
  expect(pageOf(withCounterexample({ deterministic: false, rate: { failures: 3, runs: 10 } }))).toContain(
    "flaky: failed 3 of 10 times",
  );
});

test("a known failure is shown with what the baseline says, and is no conformance", () => {
  const rules = result.rules.map((rule) =>
    rule.verdict === "fail"
      ? {
          ...rule,
          verdict: "known-failure" as const,
          baseline: { reason: "rewrite <soon>", link: "javascript:0", expires: "2027-01-31" },
        }
      : rule,
  );
  const page = pageOf({ ...result, rules });
  expect(page).toMatch(/, with \d known failures?<\/h1>/);
  expect(page).toContain("rewrite &lt;soon&gt; (javascript:0), until 2027-01-31");
  expect(page).not.toContain('href="javascript:');
});

test("one that could not be made smaller has no second picture", () => {
  const { scenario, trace, at } = withCounterexample({}).rules[0]?.counterexample ?? expect.unreachable();
  const page = pageOf(withCounterexample({ found: { scenario, trace, at } }));
  expect(page).toContain("as it is");
  expect(page).not.toContain("Before minimising");
});

describe("what is empty is left out, and what is there is shown", () => {
  test("strategies, situations and determinism", () => {
    const { determinism, ...undetermined } = result;
    expect(determinism).toBeDefined();
    const bare = pageOf({ ...undetermined, strategies: [], situations: [] });
    for (const title of ["Strategies", "Situations", "Determinism"]) expect(bare).not.toContain(`${title}</h3>`);
    const full = pageOf({
      ...result,
      strategies: [{ name: "uniform", runs: 5000, found: ["domain/receipt-after-drain"] }],
      situations: [{ id: "s", text: "a halt with many commands in flight", runs: 0 }],
      determinism: {
        audited: 100,
        differing: 1,
        example: {
          scenario: { profile: "domain", setup: {}, steps: [{ op: "rearm" }] },
          step: 0,
          records: ["{1}", null],
        },
      },
    });
    for (const text of ["uniform", "5,000", "many commands in flight", "100 runs were", "{1}", "had ended"]) {
      expect(full).toContain(text);
    }
  });
});

describe("markup", () => {
  test("escapes every text, and no markup twice", () => {
    const inner = html`<b>${`<"&'>`}</b>`;
    expect(html`<p title="${`"`}">${inner}${[inner]}</p>`.text).toBe(
      `<p title="&quot;"><b>&lt;&quot;&amp;&#39;&gt;</b><b>&lt;&quot;&amp;&#39;&gt;</b></p>`,
    );
  });

  test("takes backticks for code, and nothing else", () => {
    expect(prose("After `halt`, <b>nothing</b>.").text).toBe("After <code>halt</code>, &lt;b&gt;nothing&lt;/b&gt;.");
  });
});
