import type { AdapterResult, Report, RuleResult } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { failuresOf, renderFailure } from "./failure.ts";
import type { ReportFormat } from "./format.ts";
import { CAMPAIGN_CASE, campaignOutcome, outcomeOf, type Outcome } from "./outcome.ts";
import { describeSearch } from "./scope.ts";
import { xmlDocument, type Element } from "./xml.ts";

/**
 * JUnit XML, in the dialect that Jenkins, GitLab and GitHub's reporters read: one `testsuite` for each executor, one
 * `testcase` for each rule. Its `name` is the rule's id and its `classname` the executor's name, so that a history over
 * many runs holds together.
 *
 * The suite is red exactly where the exit code is: a violated MUST is a `failure` with the diagram; what is not known
 * (`not-exercised`, `inconclusive`, `error`) is an `error`; a rule that does not apply, and a failure that the baseline
 * knows, are `skipped` with the reason; a violated SHOULD passes with the diagram as `system-out`, unless the run was
 * `--strict`. What keeps a run from a verdict and shows at no rule is an `error` of the case "the campaign is conclusive".
 *
 * Times are those of the suites; a campaign judges every rule on every run, so that a rule has none of its own.
 */
export const renderJunit: ReportFormat = (report, profileOf) => {
  const suites = report.results.map((result) => suite(report, result, profileOf(result.adapter.profile)));
  return xmlDocument({
    name: "testsuites",
    attributes: { name: report.kit.name, ...sum(suites.map(({ counts }) => counts)) },
    content: suites.map(({ element }) => element),
  });
};

/** The numbers that a suite and the whole carry; `time` is in seconds. */
interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly time: string;
}

interface Suite {
  readonly counts: Counts;
  readonly element: Element;
}

function suite(report: Report, result: AdapterResult, profile: AnyProfile): Suite {
  const texts = new Map(
    failuresOf(result, profile).map((failure) => [failure.rule.id, renderFailure(failure, profile).join("\n")]),
  );
  const cases = [
    ...result.rules.map((rule) => ({ rule, name: rule.id, outcome: outcomeOf(rule, result, profile) })),
    { rule: undefined, name: CAMPAIGN_CASE, outcome: campaignOutcome(result, profile) },
  ];
  const { name } = result.adapter;
  const counts = count(
    cases.map(({ outcome }) => outcome),
    result.durationMs,
  );
  const elements = cases.map((one): Element => {
    const inside = describe(one.outcome, one.rule, texts.get(one.name));
    return { name: "testcase", attributes: { name: one.name, classname: name }, content: inside };
  });
  const properties = { name: "properties", attributes: {}, content: propertiesOf(report, result, profile) };
  return {
    counts,
    element: { name: "testsuite", attributes: { name, ...counts }, content: [properties, ...elements] },
  };
}

function describe(outcome: Outcome, rule: RuleResult | undefined, text: string | undefined): readonly Element[] {
  switch (outcome.kind) {
    case "passed":
      return [];
    case "warned":
      return [{ name: "system-out", attributes: {}, content: text ?? outcome.message }];
    case "failed": {
      const attributes = { message: outcome.message, type: rule?.level ?? "MUST" };
      return [{ name: "failure", attributes, content: text ?? outcome.message }];
    }
    case "broken": {
      const attributes = { message: outcome.message, type: rule?.verdict ?? "inconclusive" };
      return [{ name: "error", attributes, content: outcome.message }];
    }
    case "skipped":
      return [{ name: "skipped", attributes: { message: outcome.message } }];
  }
}

function propertiesOf({ kit, requirementSet }: Report, result: AdapterResult, profile: AnyProfile): readonly Element[] {
  const { name, version, profile: profileName, capabilities } = result.adapter;
  const properties = {
    kit: `${kit.name} ${kit.version}`,
    requirementSet: `${requirementSet.id} (${requirementSet.hash})`,
    adapter: version === undefined ? name : `${name} ${version}`,
    profile: profileName,
    capabilities: capabilities.join(", "),
    verdict: result.verdict,
    seed: String(result.seed),
    runs: String(result.runs),
    search: describeSearch(result, profile.scopeNames).join("; "),
  };
  return Object.entries(properties).map(([key, value]) => ({ name: "property", attributes: { name: key, value } }));
}

function count(outcomes: readonly Outcome[], durationMs: number): Counts {
  const of = (kind: Outcome["kind"]): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    tests: outcomes.length,
    failures: of("failed"),
    errors: of("broken"),
    skipped: of("skipped"),
    time: (durationMs / 1000).toFixed(3),
  };
}

function sum(all: readonly Counts[]): Counts {
  const total = (key: keyof Counts): number => all.reduce((before, counts) => before + Number(counts[key]), 0);
  return {
    tests: total("tests"),
    failures: total("failures"),
    errors: total("errors"),
    skipped: total("skipped"),
    time: total("time").toFixed(3),
  };
}
