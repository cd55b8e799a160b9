import type { AdapterResult, RuleVerdict, Verdict } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { failuresOf, renderFailure, type FailureRendering } from "./failure.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { countVerdicts, renderRuleTable } from "./ruleTable.ts";
import { describeSearch } from "./scope.ts";
import { renderSituationTable } from "./situationTable.ts";
import { counted, fit, truncate, visible, wrap } from "./text.ts";

/** More skipped steps than this, in percent, are a warning: what was written is then not what was run. */
const SKIPPED_PERCENT_MAX = 20;

const STYLES: Readonly<Record<Verdict, Parameters<Paint>[0]>> = {
  conformant: ["green", "bold"],
  "not conformant": ["red", "bold"],
  inconclusive: ["yellow", "bold"],
  error: ["red", "bold"],
};

export interface ResultRendering extends FailureRendering {
  /** The rules of a conformant adapter are counted, and not listed. */
  readonly compact?: boolean;
}

/**
 * What a campaign found out about one adapter: verdict and scope first and last, between them what failed and the table
 * of rules.
 *
 * @returns lines of at most `width` columns, commands and code excepted.
 */
export function renderResult(
  result: AdapterResult,
  profile: AnyProfile,
  rendering: ResultRendering = {},
): readonly string[] {
  const conclusion = renderConclusion(result, profile, rendering);
  const notes = renderNotes(result, rendering);
  const failures = failuresOf(result, profile);
  if (rendering.compact === true && result.verdict === "conformant" && failures.length === 0) {
    return [...conclusion, `  ${countVerdicts(result.rules)}`, ...notes];
  }
  return [
    ...conclusion,
    ...notes,
    ...failures.flatMap((failure) => ["", ...renderFailure(failure, profile, rendering)]),
    "",
    ...(failures.length === 0 ? [] : [...renderLegend(rendering), ""]),
    ...renderRuleTable(result.rules, rendering),
    "",
    ...(result.situations.length === 0 ? [] : [...renderSituationTable(result.situations, rendering), ""]),
    countVerdicts(result.rules),
    ...conclusion,
  ];
}

/** What the words in a picture mean. */
const LEGEND =
  "In the pictures time runs downwards, and ✗ marks where the rule is broken. At a rest nothing more happens by itself; after " +
  "the last step whatever is still asked of the kit is granted.";

function renderLegend({ width = 80, paint = plain }: Rendering): readonly string[] {
  return wrap(LEGEND, width).map((line) => paint("dim", line));
}

/** The verdict, and what it was come to by. */
function renderConclusion(
  result: AdapterResult,
  profile: AnyProfile,
  { width = 80, paint = plain }: Rendering,
): readonly string[] {
  const { name, version } = result.adapter;
  const who = visible(`${name}${version === undefined ? "" : ` ${version}`}`);
  return [
    `${paint(STYLES[result.verdict], result.verdict)}${describeReserve(result)}: ${who} (${profile.name}${describeShare(result)})`,
    ...wrap(describeSearch(result, profile.scopeNames).join("; "), width - 2).map((line) => `  ${line}`),
  ];
}

/** What fails without changing the verdict, is known to fail, or is wrongly listed as known; a clause after the verdict. */
export function describeReserve({ verdict, rules, stale = [] }: AdapterResult): string {
  const count = (of: RuleVerdict): number => rules.filter((rule) => rule.verdict === of).length;
  const [warnings, known] = [verdict === "conformant" ? count("fail") : 0, count("known-failure")];
  const reserves = [
    ...(known > 0 ? [counted(known, "known failures")] : []),
    ...(known === 0 && warnings > 0 ? [counted(warnings, "warnings")] : []),
    ...(stale.length > 0 ? [`${counted(stale.length, "rules")} that the baseline still lists`] : []),
  ];
  return reserves.length === 0 ? "" : `, with ${reserves.join(" and ")}`;
}

/** How many rules apply, where not all do: a verdict is worth no more than what was asked. */
function describeShare({ rules }: AdapterResult): string {
  const applying = rules.filter(({ verdict }) => verdict !== "not-applicable").length;
  return applying === rules.length ? "" : `, ${applying} of ${counted(rules.length, "rules")} apply`;
}

/** Whatever a reader must know besides failures: why a run is not conclusive, and what weakens it. */
export function notesOf(result: AdapterResult): readonly string[] {
  return [...reasonsOf(result), ...notRequiredNote(result), ...determinismNote(result), ...skippedNote(result)];
}

function renderNotes(result: AdapterResult, { width = 80, paint = plain }: Rendering): readonly string[] {
  return notesOf(result).flatMap((note) =>
    wrap(visible(note), width - 4).map((line, index) => `${index === 0 ? paint("yellow", "  ! ") : "    "}${line}`),
  );
}

/** The reasons that nothing else shows: failures are drawn, and the table names the rules that were never exercised. */
function reasonsOf({ reasons, rules }: AdapterResult): readonly string[] {
  const failed = rules.filter(({ verdict }) => verdict === "fail").length;
  const unexercised = rules
    .filter(({ verdict, notRequired }) => isUnexercised(verdict) && notRequired !== true)
    .map(({ id }) => id);
  const refused = rules.flatMap(({ id, baseline }) =>
    baseline?.refused === undefined ? [] : [`the baseline entry for ${id} ${baseline.refused}`],
  );
  const others = [
    ...refused,
    ...reasons.slice(failed).filter((reason) => !unexercised.some((id) => reason.startsWith(`${id} `))),
  ];
  if (unexercised.length === 0) return others;
  const isCutShort = rules.some(({ verdict }) => verdict === "inconclusive");
  const advice = isCutShort ? "the campaign ended before" : "raise --runs, or do not declare what it takes";
  return [...others, `${counted(unexercised.length, "rules")} never exercised, marked ? below: ${advice}`];
}

function isUnexercised(verdict: RuleVerdict): boolean {
  return verdict === "not-exercised" || verdict === "inconclusive";
}

function notRequiredNote({ rules }: AdapterResult): readonly string[] {
  const ids = rules.filter(({ notRequired }) => notRequired === true).map(({ id }) => id);
  return ids.length === 0 ? [] : [`not in the requirement set, and without a say in the verdict: ${ids.join(", ")}`];
}

function determinismNote({ determinism }: AdapterResult): readonly string[] {
  if (determinism === undefined || determinism.differing === 0) return [];
  const { audited, differing, example } = determinism;
  const first = example === undefined ? "" : `, the first one from step ${example.step + 1} on`;
  return [
    `not deterministic: of ${counted(audited, "runs")} that were executed twice, ${differing} left another trace${first}`,
  ];
}

function skippedNote({ skippedSteps: { skipped, total } }: AdapterResult): readonly string[] {
  const percent = total === 0 ? 0 : (100 * skipped) / total;
  if (percent <= SKIPPED_PERCENT_MAX) return [];
  return [
    `${percent.toFixed(0)} % of the steps were skipped: they were not enabled when their turn came, so less was tried than it seems`,
  ];
}

/** One line for each adapter of a module, and how many came to which verdict. */
export function renderOverview(
  results: readonly AdapterResult[],
  { width = 80, paint = plain }: Rendering = {},
): readonly string[] {
  const widest = Math.max(...results.map(({ verdict }) => verdict.length));
  const verdicts = Object.keys(STYLES) as Verdict[];
  const counts = verdicts
    .map((verdict) => [results.filter((result) => result.verdict === verdict).length, verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`);
  return [
    ...results.map(({ adapter, verdict, rules }) => {
      const broken = rules.filter((rule) => rule.verdict === "fail").map(({ id }) => visible(id));
      const detail = broken.length === 0 ? "" : `: ${broken.join(", ")}`;
      const line = truncate(`${visible(adapter.name)}${detail}`, width - widest - 2);
      return `${paint(STYLES[verdict], fit(verdict, widest))}  ${line}`;
    }),
    `${counted(results.length, "adapters")}: ${counts.join(", ")}`,
  ];
}
