import type { AdapterResult, Verdict } from "../contract/verdict.ts";
import type { Failure } from "../explore/campaign.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { renderFailure } from "./failure.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { countVerdicts, renderRuleTable } from "./ruleTable.ts";
import { describeSearch } from "./scope.ts";
import { counted, fit, truncate, visible, wrap } from "./text.ts";

/** More skipped steps than this, in percent, are a warning: what was written is then not what was run. */
const SKIPPED_PERCENT_MAX = 20;

const STYLES: Readonly<Record<Verdict, Parameters<Paint>[0]>> = {
  conformant: ["green", "bold"],
  "not conformant": ["red", "bold"],
  inconclusive: ["yellow", "bold"],
  error: ["red", "bold"],
};

export interface ResultRendering extends Rendering {
  /** The rules of a conformant adapter are counted, and not listed. */
  readonly compact?: boolean;
}

/**
 * What a campaign found out about one adapter: verdict and scope first and last, between them what failed and the table
 * of rules.
 *
 * @returns lines of at most `width` columns, commands excepted.
 */
export function renderResult(
  { result, failures }: { readonly result: AdapterResult; readonly failures: readonly Failure[] },
  profile: AnyProfile,
  rendering: ResultRendering = {},
): readonly string[] {
  const conclusion = renderConclusion(result, profile, rendering);
  const notes = renderNotes(result, rendering);
  if (rendering.compact === true && result.verdict === "conformant" && failures.length === 0) {
    return [...conclusion, `  ${countVerdicts(result.rules)}`, ...notes];
  }
  return [
    ...conclusion,
    ...notes,
    ...failures.flatMap((failure) => ["", ...renderFailure(failure, profile, rendering)]),
    "",
    ...renderRuleTable(result.rules, rendering),
    "",
    countVerdicts(result.rules),
    ...conclusion,
  ];
}

/** The verdict, and what it was come to by. */
function renderConclusion(
  result: AdapterResult,
  profile: AnyProfile,
  { width = 80, paint = plain }: Rendering,
): readonly string[] {
  const { name, version } = result.adapter;
  const who = visible(`${name}${version === undefined ? "" : ` ${version}`}`);
  const warnings =
    result.verdict === "conformant" ? result.rules.filter(({ verdict }) => verdict === "fail").length : 0;
  const but = warnings === 0 ? "" : `, with ${counted(warnings, "warnings")}`;
  return [
    `${paint(STYLES[result.verdict], result.verdict)}${but}: ${who} (${profile.name})`,
    ...wrap(describeSearch(result, profile.scopeNames).join("; "), width - 2).map((line) => `  ${line}`),
  ];
}

/** Whatever a reader must know besides failures: why a run is not conclusive, and what weakens it. */
function renderNotes(result: AdapterResult, { width = 80, paint = plain }: Rendering): readonly string[] {
  const failed = result.rules.filter(({ verdict }) => verdict === "fail").length;
  // The reasons begin with the rules that failed, and those are shown with all they need.
  const notes = result.reasons.slice(failed);
  const { skipped, total } = result.skippedSteps;
  const percent = total === 0 ? 0 : (100 * skipped) / total;
  if (percent > SKIPPED_PERCENT_MAX) {
    notes.push(
      `${percent.toFixed(0)} % of the steps were skipped: they were not enabled when their turn came, so less was tried than it seems`,
    );
  }
  return notes.flatMap((note) =>
    wrap(visible(note), width - 4).map((line, index) => `${index === 0 ? paint("yellow", "  ! ") : "    "}${line}`),
  );
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
      const broken = rules.filter((rule) => rule.verdict === "fail").map(({ id }) => id);
      const detail = broken.length === 0 ? "" : `: ${broken.join(", ")}`;
      const line = truncate(`${visible(adapter.name)}${detail}`, width - widest - 2);
      return `${paint(STYLES[verdict], fit(verdict, widest))}  ${line}`;
    }),
    `${counted(results.length, "adapters")}: ${counts.join(", ")}`,
  ];
}
