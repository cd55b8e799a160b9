import { createHash } from "node:crypto";
import type { Rule } from "../contract/rule.ts";
import type { Report } from "../contract/verdict.ts";

/**
 * Names the set of requirements that an executor was held to: the minor version of the kit, and a digest of the ids,
 * levels and sentences. Two reports with equal hashes asked for the same.
 *
 * @param version the version of the kit, as in "0.1.3".
 */
export function requirementSet(rules: readonly Rule<never>[], version: string): Report["requirementSet"] {
  const texts = rules.map(({ id, level, sentence }) => JSON.stringify([id, level, sentence])).toSorted();
  const hash = createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);
  return { id: version.split(".").slice(0, 2).join("."), hash };
}
