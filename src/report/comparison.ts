import type { Report } from "../contract/verdict.ts";
import type { Change, Comparison } from "../judge/compare.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { counted, visible, wrap } from "./text.ts";

const LOOKS: Readonly<Record<Change["kind"], { readonly mark: string; readonly style: Parameters<Paint>[0] }>> = {
  worse: { mark: "✗", style: "red" },
  better: { mark: "✓", style: "green" },
  other: { mark: "·", style: "dim" },
};

/** What changed between two reports, by executor, and what each executor comes to now; the conclusion stands last. */
export function renderComparison(
  { changes, isWorse }: Comparison,
  { results }: Report,
  { width = 80, paint = plain }: Rendering = {},
): readonly string[] {
  const labels = new Set(changes.map(({ adapter }) => label(adapter)));
  const verdicts = new Map(results.map(({ adapter, verdict }) => [label(adapter), verdict]));
  const sections = [...labels].flatMap((name) => [
    ...(name === "" ? [] : [paint("bold", `${visible(name)}: now ${verdicts.get(name) ?? "not checked"}`)]),
    ...changes.filter(({ adapter }) => label(adapter) === name).flatMap((change) => renderChange(change, width, paint)),
    "",
  ]);
  const unchanged = [...verdicts].filter(([name]) => !labels.has(name));
  return [
    ...sections,
    ...unchanged.map(([name, verdict]) => `${visible(name)}: ${verdict}, as before`),
    ...(unchanged.length === 0 ? [] : [""]),
    paint(isWorse ? ["red", "bold"] : "bold", conclude(changes)),
  ];
}

/** Empty for what is about the whole report. */
function label(executor: Change["adapter"]): string {
  return executor === undefined ? "" : `${executor.name} (${executor.profile})`;
}

function renderChange({ kind, rule, text }: Change, width: number, paint: Paint): readonly string[] {
  const { mark, style } = LOOKS[kind];
  const what = visible(`${rule === undefined ? "" : `${rule}: `}${text}`);
  return wrap(what, width - 4).map((line, index) => `  ${index === 0 ? paint(style, mark) : " "} ${line}`);
}

function conclude(changes: readonly Change[]): string {
  if (changes.length === 0) return "nothing changed";
  const count = (kind: Change["kind"]): number => changes.filter((change) => change.kind === kind).length;
  const [worse, better] = [count("worse"), count("better")];
  return `${counted(changes.length, "changes")}: ${worse} for the worse, ${better} for the better`;
}
