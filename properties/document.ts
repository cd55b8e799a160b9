import type { ProfileName } from "../src/contract/adapter.ts";
import type { Rule } from "../src/contract/rule.ts";

const SYSTEMS: Readonly<Record<ProfileName, string>> = {
  domain: "a tool execution domain: handle, halt, rearm, events, owned resources, surface",
  lane: "a tool lane: a semaphore that bridges a tick loop to asynchronous tools",
  job: "a generic runtime for long-running tools: ids, owner tokens, output, cancel, notices",
};

/**
 * The contract as a Markdown document, made from the rule objects alone.
 *
 * @example
 * ```ts
 * contractDocument([...domainRules, ...laneRules]);
 * ```
 */
export function contractDocument(rules: readonly Rule<never>[]): string {
  const profiles = [...new Set(rules.map(({ profile }) => profile))];
  return [
    "# The contract",
    "",
    "Generated from the rule objects in this folder; do not edit. A violation of a MUST is non-conformance, of a SHOULD a",
    "warning. A rule with capabilities applies where the adapter declares them all; otherwise it is not applicable.",
    ...profiles.flatMap((profile) =>
      section(
        profile,
        rules.filter((rule) => rule.profile === profile),
      ),
    ),
    "",
  ].join("\n");
}

function section(profile: ProfileName, rules: readonly Rule<never>[]): string[] {
  return ["", `## Profile \`${profile}\``, "", `Of ${SYSTEMS[profile]}.`, ...rules.flatMap(entry)];
}

function entry({ id, level, capabilities, sentence, checks, silentWhen, lookAt }: Rule<never>): string[] {
  const where = capabilities === undefined ? "" : ` [${capabilities.join(", ")}]`;
  return [
    "",
    `### \`${id}\``,
    "",
    `**${level}${where}**: ${sentence}`,
    "",
    `- Checked: ${checks}`,
    ...(silentWhen === undefined ? [] : [`- Says nothing when: ${silentWhen}`]),
    `- When it fails, look at: ${lookAt}`,
  ];
}

/** The rules as a Markdown table, for a README. */
export function ruleTable(rules: readonly Rule<never>[]): string {
  return [
    "| rule | level | sentence |",
    "|---|---|---|",
    ...rules.map(({ id, level, capabilities, sentence }) => {
      const where = capabilities === undefined ? "" : ` [${capabilities.join(", ")}]`;
      return `| \`${id}\` | ${level}${where} | ${sentence.replaceAll("|", "\\|")} |`;
    }),
  ].join("\n");
}
