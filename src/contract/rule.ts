import type { ProfileName } from "./adapter.ts";
import { describeValue } from "./describeValue.ts";

/** MUST: a violation is non-conformance. SHOULD: a violation is a warning. */
export type Level = "MUST" | "SHOULD";

/** One broken sentence in one run. */
export interface Violation {
  /** What was seen and what was expected, for the implementer. */
  readonly message: string;
  /** Sequence number of the record at which it shows. */
  readonly at: number;
}

/** Anything a violation can be about: a command, a stop, a batch, a job. */
export interface Subject {
  /** The call that brought it into being came from inside a callback of the host. */
  readonly reentrant?: boolean;
}

/** What a rule tells the judge about one run. */
export interface Findings {
  /** The condition of the rule was met. A rule that is never exercised has proved nothing. */
  readonly exercised: () => void;
  /** The sentence was broken at the record `at`; `about` names what it concerns. */
  readonly violated: (at: number, message: string, ...about: Subject[]) => void;
}

/**
 * One sentence of the contract, and its check over the facts of one run.
 *
 * Reports, `explain`, the README's table and `properties/CONTRACT.md` all come from this object.
 */
export interface Rule<Facts = unknown> {
  /** Public and stable: `profile/kebab-case`, or a prefix of the user's own. */
  readonly id: string;
  readonly profile: ProfileName;
  readonly level: Level;
  /** Applies only where the adapter declares all of these. */
  readonly capabilities?: readonly string[];
  /** The sentence of the contract. */
  readonly sentence: string;
  /** How the check decides. */
  readonly checks: string;
  /** When it says nothing, beyond a missing capability. */
  readonly silentWhen?: string;
  /** Where an implementer should look when it fails. */
  readonly lookAt: string;
  check(facts: Facts, findings: Findings): void;
}

const RULE_ID = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/**
 * Defines a rule. A rule of one's own runs, reports and shrinks like those of the contract.
 *
 * @throws TypeError when the id is not `prefix/kebab-case`, the level is none, there is no check, or a text is empty.
 * @example
 * ```ts
 * const quick = defineRule<DomainFacts>({
 *   id: "acme/three-tools-at-most",
 *   profile: "domain",
 *   level: "SHOULD",
 *   sentence: "A run starts three tools at most.",
 *   checks: "Counts the calls of runBlock.",
 *   lookAt: "Whoever calls handle.",
 *   check(facts, findings) {
 *     findings.exercised();
 *     if (facts.runs.length > 3) findings.violated(facts.runs[3]!.at, "a fourth tool was started");
 *   },
 * });
 * ```
 */
export function defineRule<Facts>(rule: Rule<Facts>): Rule<Facts> {
  const problem = problemOfRule(rule);
  if (problem !== undefined) throw new TypeError(problem);
  return Object.freeze({ ...rule });
}

/** What keeps a value from being a rule, in a sentence; nothing where it is one. */
export function problemOfRule(value: unknown): string | undefined {
  const { id, level, check, ...texts } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || !RULE_ID.test(id)) {
    return `Expected a rule id like "acme/short-name", got ${describeValue(id)}`;
  }
  if (level !== "MUST" && level !== "SHOULD") {
    return `Expected "MUST" or "SHOULD" as "level" of the rule ${id}, got ${describeValue(level)}`;
  }
  if (typeof check !== "function") {
    return `Expected a function "check" in the rule ${id}, got ${describeValue(check)}`;
  }
  const missing = ["sentence", "checks", "lookAt"].find((name) => isBlank(texts[name]));
  return missing === undefined ? undefined : `Expected a text in "${missing}" of the rule ${id}, got none`;
}

function isBlank(text: unknown): boolean {
  return typeof text !== "string" || text.trim() === "";
}
