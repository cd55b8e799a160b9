import { requirementSets } from "../../properties/requirements/index.ts";
import type { ProfileName } from "../contract/adapter.ts";
import type { Rule } from "../contract/rule.ts";
import { selectRules } from "../explore/selectRules.ts";
import { renderRule } from "../report/ruleText.ts";
import { fit } from "../report/text.ts";
import { KIT } from "../version.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import { profileName } from "./options.ts";
import { everyRule } from "./selection.ts";
import type { Session } from "./session.ts";

export const addRules: AddCommand = (program, session, onDone) => {
  program
    .command("rules")
    .description("list the rules")
    .option("--profile <P>", "only those of this profile", profileName)
    .option("--json", "as JSON")
    .action((options: Parameters<typeof rules>[0]) => onDone(rules(options, session)));
};

export const addExplain: AddCommand = (program, session, onDone) => {
  program
    .command("explain")
    .description("say everything about a rule")
    .argument("<rule id>", "as in domain/one-outcome-per-command")
    .action((id: string) => onDone(explain(id, session)));
};

/** Lists the rules, for people or as JSON. */
function rules(
  { profile, json }: { readonly profile?: ProfileName; readonly json?: boolean },
  { terminal }: Session,
): ExitCode {
  const all = everyRule();
  const listed = profile === undefined ? all : all.filter((rule) => rule.profile === profile);
  if (json === true) {
    const [{ id, hash }] = requirementSets;
    const document = {
      schemaVersion: 1,
      kit: KIT,
      requirementSet: { id, hash },
      rules: listed.map(({ id: rule, profile: of, level, capabilities = [], sentence }) => {
        return { id: rule, profile: of, level, capabilities, sentence };
      }),
    };
    terminal.write([JSON.stringify(document, undefined, 2)]);
    return 0;
  }
  const width = Math.max(...listed.map(({ id }) => id.length));
  terminal.write(listed.map((rule) => describeRule(rule, width)));
  return 0;
}

function describeRule({ id, level, capabilities }: Rule<never>, width: number): string {
  const where = capabilities === undefined ? "" : `[${capabilities.join(", ")}]`;
  return `${fit(level, 6)} ${fit(id, width)} ${where}`.trimEnd();
}

/** Says everything about one rule. */
function explain(id: string, { terminal }: Session): ExitCode {
  for (const rule of selectRules(everyRule(), [id])) terminal.write(renderRule(rule, terminal));
  return 0;
}
