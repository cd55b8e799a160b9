import type { AdapterResult, RuleResult } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { failuresOf, renderFailure } from "./failure.ts";
import type { ReportFormat } from "./format.ts";
import { CAMPAIGN_CASE, campaignOutcome, outcomeOf, type Outcome } from "./outcome.ts";

/** The version of the Common Test Report Format that is written. */
const SPEC_VERSION = "0.0.0";

/** A test of the format; the names are the format's. */
interface CtrfTest {
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly message?: string;
  readonly trace?: string;
  readonly tags?: readonly string[];
}

/**
 * The Common Test Report Format (ctrf.io): one test for each rule of each executor, its suite the executor and its profile,
 * its `rawStatus` the verdict. Green, red and skipped are as in JUnit; a violated SHOULD passes with the tag `warning`.
 *
 * A report holds how long a run took and no point in time: every run begins at 0. Times are in milliseconds.
 */
export const renderCtrf: ReportFormat = ({ kit, requirementSet, results }, profileOf) => {
  const tests = results.flatMap((result) => testsOf(result, profileOf(result.adapter.profile)));
  const durationMs = results.reduce((sum, result) => sum + Math.round(result.durationMs), 0);
  const of = (status: CtrfTest["status"]): number => tests.filter((one) => one.status === status).length;
  const document = {
    reportFormat: "CTRF",
    specVersion: SPEC_VERSION,
    generatedBy: kit.name,
    results: {
      tool: { name: kit.name, version: kit.version },
      summary: {
        tests: tests.length,
        passed: of("passed"),
        failed: of("failed"),
        skipped: of("skipped"),
        pending: 0,
        other: 0,
        suites: results.length,
        start: 0,
        stop: durationMs,
      },
      tests,
      extra: {
        requirementSet,
        adapters: results.map(({ adapter, verdict, seed, runs }) => ({ ...adapter, verdict, seed, runs })),
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
};

function testsOf(result: AdapterResult, profile: AnyProfile): readonly CtrfTest[] {
  const suite = [profile.name, result.adapter.name];
  const failures = failuresOf(result, profile);
  const rules = result.rules.map((rule) => {
    const failure = failures.find((candidate) => candidate.rule.id === rule.id);
    const trace = failure === undefined ? undefined : renderFailure(failure, profile).join("\n");
    return { suite, ...testOf(rule, outcomeOf(rule, result, profile), trace) };
  });
  const campaign = { id: CAMPAIGN_CASE, level: undefined, verdict: result.verdict };
  return [...rules, { suite, ...testOf(campaign, campaignOutcome(result, profile), undefined) }];
}

type Judged = Pick<RuleResult, "id"> & { readonly level: string | undefined; readonly verdict: string };

const STATUSES: Readonly<Record<Outcome["kind"], CtrfTest["status"]>> = {
  passed: "passed",
  warned: "passed",
  failed: "failed",
  broken: "failed",
  skipped: "skipped",
};

function testOf({ id, level, verdict }: Judged, outcome: Outcome, trace: string | undefined): Omit<CtrfTest, "suite"> {
  const tags = [...(level === undefined ? [] : [level]), ...(outcome.kind === "warned" ? ["warning"] : [])];
  return {
    name: id,
    status: STATUSES[outcome.kind],
    duration: 0,
    rawStatus: verdict,
    ...(outcome.kind === "passed" ? {} : { message: outcome.message }),
    ...(trace === undefined ? {} : { trace }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
