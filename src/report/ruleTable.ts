import type { RuleResult, RuleVerdict } from "../contract/verdict.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { counted, displayWidth, fit, grouped, visible } from "./text.ts";

/** How each verdict looks: only `pass` is green. */
const LOOKS: Readonly<Record<RuleVerdict, { readonly mark: string; readonly style: Parameters<Paint>[0] }>> = {
  pass: { mark: "✓", style: "green" },
  fail: { mark: "✗", style: "red" },
  error: { mark: "✗", style: "red" },
  "known-failure": { mark: "!", style: "yellow" },
  "not-exercised": { mark: "?", style: "yellow" },
  inconclusive: { mark: "?", style: "yellow" },
  "not-applicable": { mark: "-", style: "dim" },
};

const VERDICT_WIDTH = 14;
const LEVEL_WIDTH = 6;
const COUNT_WIDTH = 11;

/** The table of rules: verdict, level, id, and how often each was exercised. */
export function renderRuleTable(
  rules: readonly RuleResult[],
  { width = 80, paint = plain }: Rendering = {},
): readonly string[] {
  const idRoom = width - 2 - VERDICT_WIDTH - 1 - LEVEL_WIDTH - 1 - COUNT_WIDTH - 1;
  const idWidth = Math.max(8, Math.min(idRoom, Math.max(...rules.map(({ id }) => displayWidth(visible(id))))));
  const header = `  ${fit("verdict", VERDICT_WIDTH)} ${fit("level", LEVEL_WIDTH)} ${fit("rule", idWidth)} ${"exercised".padStart(COUNT_WIDTH)}`;
  return [
    paint("bold", header),
    ...rules.map(({ id, level, verdict, exercised }) => {
      const { mark, style } = LOOKS[verdict];
      const words = paint(style, `${mark} ${fit(verdict.replace("-", " "), VERDICT_WIDTH)}`);
      return `${words} ${fit(level, LEVEL_WIDTH)} ${fit(visible(id), idWidth)} ${grouped(exercised).padStart(COUNT_WIDTH)}`;
    }),
  ];
}

/** "51 rules: 49 pass, 2 fail": they sum to the number of rules. */
export function countVerdicts(rules: readonly RuleResult[]): string {
  const verdicts = Object.keys(LOOKS) as RuleVerdict[];
  const counts = verdicts
    .map((verdict) => [rules.filter((rule) => rule.verdict === verdict).length, verdict.replace("-", " ")] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`);
  return `${counted(rules.length, "rules")}: ${counts.join(", ")}`;
}
