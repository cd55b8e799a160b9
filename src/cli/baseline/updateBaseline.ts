import type { ExecutorBaseline, KnownFailure } from "../../contract/baseline.ts";
import type { AdapterResult, RuleResult } from "../../contract/verdict.ts";
import { isViolation } from "../../judge/assess.ts";

/** What an update made of the entries of one executor. */
export interface UpdatedBaseline {
  readonly baseline: ExecutorBaseline;
  /** Rules that got an entry, and rules whose entry went. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Rules that fail now and then, and get no entry: how often is still right is for a person to say. */
  readonly left: readonly string[];
}

/**
 * The entries of an executor after a check: new ones for violations that had none, none for rules that pass. All others
 * stay as they are, with their reasons, links and dates; an expired one is not renewed.
 *
 * @param result as it is without a baseline.
 * @param linkTo where the failure of a rule can be looked at.
 */
export function updateBaseline(
  before: ExecutorBaseline,
  result: AdapterResult,
  today: string,
  linkTo: (rule: string) => string,
): UpdatedBaseline {
  const verdicts = new Map(result.rules.map(({ id, verdict }) => [id, verdict]));
  // A part of a campaign has not seen what the others break.
  const isStale = ({ rule }: KnownFailure): boolean => result.shard === undefined && verdicts.get(rule) === "pass";
  const listed = new Set([...before.failures, ...before.flaky].map(({ rule }) => rule));
  const unlisted = result.rules.filter((rule) => isViolation(rule, result.strict === true) && !listed.has(rule.id));
  const added = unlisted.filter((rule) => !isUnsteady(rule));
  return {
    baseline: {
      ...before,
      failures: [
        ...before.failures.filter((entry) => !isStale(entry)),
        ...added.map((rule) => recorded(rule, today, linkTo)),
      ],
    },
    added: added.map(({ id }) => id),
    removed: before.failures.filter(isStale).map(({ rule }) => rule),
    left: unlisted.filter(isUnsteady).map(({ id }) => id),
  };
}

/** Whether a failure does not come back every time. */
function isUnsteady({ counterexample }: RuleResult): boolean {
  const rate = counterexample?.rate;
  return rate !== undefined && rate.failures < rate.runs;
}

function recorded({ id, message = "" }: RuleResult, today: string, linkTo: (rule: string) => string): KnownFailure {
  return { rule: id, reason: `recorded by --update-baseline on ${today}: ${message}`, link: linkTo(id) };
}
