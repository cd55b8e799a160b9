import { createHash } from "node:crypto";
import type { FrozenRule, RequirementSet } from "../../src/contract/requirements.ts";
import type { Rule } from "../../src/contract/rule.ts";

/**
 * The requirement set that these rules are at a release.
 *
 * @param version the version of the kit, as in "0.1.3": a set belongs to a minor version.
 * @example
 * ```ts
 * const { id, hash } = freezeRequirements(allRules, "0.1.0");
 * ```
 */
export function freezeRequirements(rules: readonly Rule<never>[], version: string): RequirementSet {
  const frozen = rules.map(({ id, level, sentence }): FrozenRule => [id, level, digest(sentence)]);
  return { id: version.split(".").slice(0, 2).join("."), hash: requirementHash(frozen), rules: frozen };
}

/** The digest of a set, whatever the order of its rules. */
export function requirementHash(rules: readonly FrozenRule[]): string {
  return digest(
    rules
      .map((rule) => JSON.stringify(rule))
      .toSorted()
      .join("\n"),
  );
}

const DIGEST_LENGTH = 16;

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
}
