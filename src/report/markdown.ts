import type { AdapterResult, Report, Verdict } from "../contract/verdict.ts";
import { isViolation } from "../judge/assess.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { drawDiagram } from "./diagram.ts";
import { describeSetup, failuresOf, type ShownFailure } from "./failure.ts";
import type { ProfileLookup, ReportFormat } from "./format.ts";
import { codeBlock, escapeMarkdown, inlineCode, proseMarkdown } from "./markdownText.ts";
import { drawSequence } from "./mermaid.ts";
import { countVerdicts } from "./ruleTable.ts";
import { describeReserve, notesOf } from "./result.ts";
import { describeSituations } from "./situationTable.ts";
import { describeSearch } from "./scope.ts";
import { counted, grouped, visible } from "./text.ts";

const MARKS: Readonly<Record<Verdict, string>> = {
  conformant: "✅",
  "not conformant": "❌",
  inconclusive: "⚠️",
  error: "💥",
};

/**
 * Markdown in GitHub's dialect, for a job summary or a comment: the verdict of each executor with what it was come to by;
 * each failure with its sentence, what was seen, where to look, the interleaving as a Mermaid diagram and the command that
 * replays it; and the table of rules, folded.
 */
export const renderMarkdown: ReportFormat = (report, profileOf) => blocksOf(report, profileOf).join("\n");

const CUT = "\n**The rest does not fit here.** The other reports of this run hold all of it.\n";

/**
 * {@link renderMarkdown}, of at most so many bytes: whole parts are left out at the end, and the last line says so.
 *
 * @param bytesMax in UTF-8.
 */
export function renderShortMarkdown(report: Report, profileOf: ProfileLookup, bytesMax: number): string {
  const whole = renderMarkdown(report, profileOf);
  if (Buffer.byteLength(whole) <= bytesMax) return whole;
  let text = "";
  let room = bytesMax - Buffer.byteLength(CUT);
  for (const block of blocksOf(report, profileOf)) {
    room -= Buffer.byteLength(block) + 1;
    if (room < 0) break;
    text += `${block}\n`;
  }
  return Buffer.byteLength(CUT) > bytesMax ? "" : text + CUT;
}

/** Parts that each are sound Markdown. */
function blocksOf(report: Report, profileOf: ProfileLookup): readonly string[] {
  const { kit, requirementSet, results } = report;
  const set = `requirement set ${escapeMarkdown(requirementSet.id)} (${inlineCode(requirementSet.hash)})`;
  return [
    "# Conformance\n",
    ...(results.length > 1 ? [overview(results)] : []),
    ...results.flatMap((result) => resultBlocks(result, profileOf(result.adapter.profile))),
    `Checked with ${escapeMarkdown(kit.name)} ${escapeMarkdown(kit.version)}, ${set}.\n`,
  ];
}

function overview(results: readonly AdapterResult[]): string {
  return table(
    ["executor", "profile", "verdict", "rules"],
    results.map(({ adapter, verdict, rules }) => [
      escapeMarkdown(adapter.name),
      adapter.profile,
      `${MARKS[verdict]} ${verdict}`,
      countVerdicts(rules),
    ]),
  );
}

function resultBlocks(result: AdapterResult, profile: AnyProfile): readonly string[] {
  const { adapter, verdict, rules } = result;
  const name = escapeMarkdown(`${adapter.name}${adapter.version === undefined ? "" : ` ${adapter.version}`}`);
  const head = [
    `## ${MARKS[verdict]} ${name}: ${verdict}${describeReserve(result)}\n`,
    `Profile ${adapter.profile}; ${escapeMarkdown(describeSearch(result, profile.scopeNames).join("; "))}.\n`,
    ...notesOf(result).map((note) => `- ⚠️ ${escapeMarkdown(note)}`),
    ...(notesOf(result).length === 0 ? [] : [""]),
  ];
  const counting = new Set(rules.filter((rule) => isViolation(rule, result.strict === true)).map(({ id }) => id));
  const rows = rules.map(({ id, level, verdict: of, exercised }) => [
    of.replace("-", " "),
    level,
    inlineCode(id).replaceAll("|", "\\|"),
    grouped(exercised),
  ]);
  return [
    head.join("\n"),
    ...failuresOf(result, profile).map((failure) => failureBlock(failure, profile, counting.has(failure.rule.id))),
    folded(countVerdicts(rules), table(["verdict", "level", "rule", "exercised"], rows)),
    ...situationBlocks(result),
  ];
}

function situationBlocks({ situations }: AdapterResult): readonly string[] {
  if (situations.length === 0) return [];
  const rows = situations.map(({ text, runs }) => [escapeMarkdown(text), runs === 0 ? "**never**" : grouped(runs)]);
  return [folded(describeSituations(situations), table(["situation", "runs"], rows))];
}

function folded(summary: string, content: string): string {
  return [`<details><summary>${summary}</summary>\n`, content, "</details>\n"].join("\n");
}

function failureBlock({ rule, counterexample }: ShownFailure, profile: AnyProfile, counts: boolean): string {
  const { scenario, message, replay, deterministic } = counterexample;
  const setup = escapeMarkdown(describeSetup(scenario));
  const mark = counts ? "❌" : "⚠️";
  const sequence = drawSequence(counterexample, profile);
  return [
    `### ${mark} ${rule.level} ${inlineCode(rule.id)}${deterministic ? "" : " (flaky: not the same again when it was run again)"}\n`,
    ...(rule.sentence === undefined ? [] : [`> ${proseMarkdown(rule.sentence)}\n`]),
    `- **Seen**: ${proseMarkdown(message)}`,
    ...(rule.lookAt === undefined ? [] : [`- **Look at**: ${proseMarkdown(rule.lookAt)}`]),
    `- **Smallest scenario found**: ${counted(scenario.steps.length, "steps")}${setup}\n`,
    ...(sequence === undefined
      ? codeBlock("text", drawDiagram(counterexample, profile).join("\n"))
      : codeBlock("mermaid", sequence)),
    "",
    ...codeBlock("sh", visible(replay)),
    "",
  ].join("\n");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}
