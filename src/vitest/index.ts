import { beforeAll, describe, test, type TestContext } from "vitest";
import type { Rule } from "../contract/rule.ts";
import type { RuleResult } from "../contract/verdict.ts";
import { campaign, type CampaignOptions, type CampaignResult } from "../explore/campaign.ts";
import { profileOfAdapter } from "../explore/readAdapters.ts";
import { assertCampaignOptions } from "../explore/readOptions.ts";
import { withOwnRules } from "../explore/ownRules.ts";
import { selectRules } from "../explore/selectRules.ts";
import { isApplicable } from "../judge/applicable.ts";
import type { AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import { renderFailure } from "../report/failure.ts";
import { declaredCapabilities } from "../run/runner.ts";

/** A campaign's options, and how long, in ms, it may take in a test suite; ten minutes unless set. */
export interface DescribeConformanceOptions extends Omit<CampaignOptions, "onProgress" | "replayCommand"> {
  readonly timeoutMs?: number;
}

/** Only ends a campaign that hangs; how long one takes depends on the machine. */
const TIMEOUT_MS = 600_000;

/**
 * Declares one vitest test for each rule of the adapter's profile, named by the rule's id, over one campaign that runs in
 * `beforeAll`.
 *
 * A rule that does not apply is skipped with the capability it asks for; a rule that fails carries the smallest
 * interleaving as a diagram; a SHOULD that fails is a warning and a skipped test with its message, or fails with `strict`. A rule that no run
 * ever exercised fails: it has proved nothing.
 *
 * A test report comes from vitest itself (`--reporter=junit`). Vitest leaves the reason of a skipped test out of its JUnit
 * file: which capability is missing, and what a SHOULD was violated by, only its other reporters say. The JUnit file of
 * `executor-conformance check --report junit=PATH` has both.
 *
 * @throws UsageError when the adapter is none, an option is not what it must be, or a rule id is unknown.
 * @example
 * ```ts
 * import { describeConformance } from "executor-conformance/vitest";
 * import adapter from "./my-adapter.js";
 *
 * describeConformance(adapter, { seed: 1, runs: 2000 });
 * ```
 */
export function describeConformance(adapter: CheckableAdapter, options: DescribeConformanceOptions = {}): void {
  const profile = profileOfAdapter(adapter);
  assertCampaignOptions(options, profile.name);
  const { timeoutMs = TIMEOUT_MS, ...campaignOptions } = options;
  const rules = selectRules(withOwnRules(profile, options.extraRules), options.rules);
  const declared = declaredCapabilities(adapter);
  describe(`${adapter.name} conforms to the profile ${profile.name}`, () => {
    let done: CampaignResult | undefined;
    beforeAll(async () => {
      done = await campaign(adapter, campaignOptions);
    }, timeoutMs);
    for (const rule of rules) {
      test(rule.id, (context) => {
        if (!isApplicable(rule, declared)) context.skip(notApplicable(rule, declared));
        judge(rule, done, profile, context, options.strict === true);
      });
    }
    test("the campaign is conclusive", () => {
      const gaps = done?.result.reasons.filter((reason) => !rules.some(({ id }) => reason.includes(id))) ?? [];
      if (gaps.length > 0) throw new Error(gaps.join("\n"));
    });
  });
}

function notApplicable({ capabilities = [] }: Rule<never>, declared: readonly string[]): string {
  const missing = capabilities.filter((capability) => !declared.includes(capability));
  return `not applicable: the adapter does not declare ${missing.join(", ")}`;
}

function judge(
  rule: Rule<never>,
  done: CampaignResult | undefined,
  profile: AnyProfile,
  context: TestContext,
  strict: boolean,
): void {
  const result = done?.result.rules.find(({ id }) => id === rule.id);
  if (done === undefined || result === undefined) throw new Error(`The campaign has not judged ${rule.id}`);
  if (result.verdict === "pass") return;
  const failure = done.failures.find((candidate) => candidate.rule.id === rule.id);
  const isRequired = result.notRequired !== true;
  if (failure === undefined) {
    if (isRequired) throw new Error(why(result, done));
    context.skip(`not in the requirement set: ${result.verdict}`);
  }
  const text = renderFailure(failure, profile).join("\n");
  if (isRequired && (result.level === "MUST" || strict)) throw new Error(text);
  console.warn(text);
  const which = isRequired ? "SHOULD" : "not in the requirement set, and";
  context.skip(`${which} violated: ${failure.counterexample.message}`);
}

function why({ id, verdict }: RuleResult, { result }: CampaignResult): string {
  return result.reasons.find((reason) => reason.includes(id)) ?? result.reasons[0] ?? `${id}: ${verdict}`;
}
