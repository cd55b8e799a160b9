import type { ProfileName } from "../contract/adapter.ts";
import type { AdapterResult, Report, RuleResult, RuleVerdict } from "../contract/verdict.ts";
import { escapeMarkdown } from "./markdownText.ts";

/** Whether an executor's own documentation promises what a rule asks for; looked up by hand, beside the adapter. */
export interface PromiseNote {
  readonly promised: boolean;
  readonly why: string;
  readonly documentation: string;
}

/** One executor of the matrix. */
export interface MatrixEntry {
  /** The adapter's module, relative to where the matrix was made. */
  readonly module: string;
  readonly result: AdapterResult;
  /** By rule id. */
  readonly promises: Readonly<Record<string, PromiseNote>>;
}

/** Executors by rules (`reports/matrix.json`). */
export interface Matrix {
  readonly schemaVersion: 1;
  readonly kit: Report["kit"];
  readonly requirementSet: Report["requirementSet"];
  /** The day it was made, as in 2026-11-30. */
  readonly date: string;
  readonly seed: number;
  readonly entries: readonly MatrixEntry[];
}

const CELLS: Readonly<Record<RuleVerdict, string>> = {
  pass: "✓",
  fail: "✗",
  "not-applicable": "–",
  "not-exercised": "?",
  inconclusive: "?",
  "known-failure": "k",
  error: "!",
};

/**
 * The matrix as Markdown: for each profile a table of rules by executors, and for each red cell what was seen, whether the
 * executor's documentation promises it, and the command that shows it.
 */
export function renderMatrix({ kit, requirementSet, date, seed, entries }: Matrix): string {
  const profiles = [...new Set(entries.map(({ result }) => result.adapter.profile))];
  return [
    "# Conformance matrix",
    "",
    `Made on ${date} with ${kit.name} ${kit.version}, requirement set ${requirementSet.id} (${requirementSet.hash}), seed ${seed}.`,
    "",
    "✓ pass, ✗ fail, – not applicable (the executor does not offer what the rule is about), ? never exercised, ! error.",
    "A red cell says that the rule was broken, not that somebody promised it: what each is worth stands below the table.",
    ...profiles.flatMap((profile) =>
      section(
        profile,
        entries.filter(({ result }) => result.adapter.profile === profile),
        seed,
      ),
    ),
    "",
  ].join("\n");
}

function section(profile: ProfileName, entries: readonly MatrixEntry[], seed: number): string[] {
  const rules = entries[0]?.result.rules ?? [];
  return [
    "",
    `## Profile \`${profile}\``,
    "",
    `| rule | ${entries.map(({ result }) => escapeMarkdown(result.adapter.name)).join(" | ")} |`,
    `|---|${entries.map(() => ":-:|").join("")}`,
    ...rules.map(({ id, level }) => {
      const cells = entries.map(({ result }) => CELLS[verdictOf(result, id)]);
      return `| \`${id}\`${level === "SHOULD" ? " (SHOULD)" : ""} | ${cells.join(" | ")} |`;
    }),
    `| **verdict** | ${entries.map(({ result }) => result.verdict).join(" | ")} |`,
    ...entries.flatMap((entry) => redCells(entry, seed)),
  ];
}

function verdictOf({ rules }: AdapterResult, id: string): RuleVerdict {
  return rules.find((rule) => rule.id === id)?.verdict ?? "error";
}

function redCells(entry: MatrixEntry, seed: number): string[] {
  const { result } = entry;
  const red = result.rules.filter(({ verdict }) => verdict === "fail");
  const broken = result.verdict === "error" ? result.reasons : [];
  if (red.length === 0 && broken.length === 0) return [];
  return [
    "",
    `### ${escapeMarkdown(result.adapter.name)}`,
    "",
    ...broken.map((reason) => `- ${escapeMarkdown(reason)}`),
    ...red.flatMap((rule) => redCell(rule, entry, seed)),
  ];
}

function redCell(
  { id, level, message, counterexample }: RuleResult,
  { module, result, promises }: MatrixEntry,
  seed: number,
): string[] {
  const steps = counterexample === undefined ? "" : ` (${counterexample.steps} steps)`;
  const flaky = counterexample?.deterministic === false ? ", not every time" : "";
  const note = promises[id];
  const promised =
    note === undefined
      ? "Whether its documentation promises this has not been looked up."
      : `${note.promised ? "Promised" : "Not promised"}: ${noteText(note.why)} [documentation](${note.documentation})`;
  const name = JSON.stringify(result.adapter.name);
  return [
    `- ${level} \`${id}\`: ${escapeMarkdown(message ?? "")}${steps}${flaky}.`,
    `  ${promised}`,
    `  \`npx executor-conformance check ${module} --adapter ${name} --rule ${id} --seed ${seed}\``,
  ];
}

/** A note of the author of an adapter, who marks names as code. */
function noteText(text: string): string {
  return escapeMarkdown(text).replaceAll("\\`", "`");
}
