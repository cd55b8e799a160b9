import { expect, test } from "vitest";
import { renderAnnotations } from "./annotations.ts";
import { conformant, everyVerdict, HOSTILE, reportOf, shownProfile } from "./fixtures/everyVerdict.ts";

const annotate = (results = [everyVerdict], module = "adapters/mine.ts"): readonly string[] =>
  renderAnnotations(reportOf(...results), () => shownProfile, module);

test("a violated MUST is an error, a violated SHOULD a warning, and what is not known one error", () => {
  expect(annotate([{ ...everyVerdict, rules: everyVerdict.rules.filter(({ id }) => id !== "acme/own") }])).toEqual([
    "::error file=adapters/mine.ts,title=MUST domain/must%3A mine::emitted too late%0ALook at: Where to look for domain/must.%0AReplay: npx executor-conformance replay .conformance/a.json",
    "::error file=adapters/mine.ts,title=not conformant%3A mine::domain/never was never exercised: raise --runs, or do not declare what it needs%0Adomain/cut had not been exercised when the budget ended%0Athe adapter or the kit broke%0Ain 3 runs the executor acted after the end of the run",
    "::warning file=adapters/mine.ts,title=SHOULD domain/should%3A mine::a timer is left%0ALook at: Where to look for domain/should.%0AReplay: npx executor-conformance replay .conformance/a.json",
  ]);
  expect(annotate([conformant("mine")])).toEqual([]);
  const [first] = renderAnnotations(reportOf(everyVerdict), () => shownProfile);
  expect(first).toMatch(/^::error title=MUST domain\/must%3A mine::/);
});

test("no name and no message can end a command, add a property or start another command", () => {
  const hostile = { ...everyVerdict, adapter: { ...everyVerdict.adapter, name: HOSTILE } };
  for (const line of annotate([hostile], `a,title=x::b\n::error::c%0A`)) {
    expect(line).toMatch(
      /^::(error|warning) file=a%2Ctitle=x%3A%3Ab\\n%3A%3Aerror%3A%3Ac%250A,title=[^,:\r\n]+::[^\r\n]+$/,
    );
    expect(line).not.toContain("\u001b");
  }
});

test("where there are more than GitHub shows, the last one says how many", () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...everyVerdict,
    adapter: { ...everyVerdict.adapter, name: `n${index}` },
  }));
  const lines = annotate(many);
  const errors = lines.filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toContain("title=27 more::27 more are in the job summary");
  expect(lines.filter((line) => line.startsWith("::warning")).at(-1)).toContain("title=3 more::");
});
