import type { AdapterResult, Report } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { failuresOf } from "./failure.ts";
import type { ProfileLookup } from "./format.ts";
import { campaignOutcome, outcomeOf } from "./outcome.ts";
import { visible } from "./text.ts";

/** What GitHub shows of each kind for one step; further ones it drops without a word. */
const SHOWN_MAX = 10;

interface Annotation {
  readonly kind: "error" | "warning";
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Annotations as GitHub's workflow commands, one a line: an error for each violated rule and for whatever keeps a run from
 * a verdict, a warning for each violated SHOULD. Where there are more than GitHub shows, the last one says so.
 *
 * @param module path of the adapters' module, which the annotations are attached to; absent: to none.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function renderAnnotations({ results }: Report, profileOf: ProfileLookup, module?: string): readonly string[] {
  const all = results.flatMap((result) => annotationsOf(result, profileOf(result.adapter.profile)));
  return (["error", "warning"] as const).flatMap((kind) =>
    shown(
      kind,
      all.filter((annotation) => annotation.kind === kind),
    ).map((annotation) => command(annotation, module)),
  );
}

function annotationsOf(result: AdapterResult, profile: AnyProfile): readonly Annotation[] {
  const { name } = result.adapter;
  const failures = failuresOf(result, profile);
  const rules = result.rules.flatMap((rule): Annotation[] => {
    const outcome = outcomeOf(rule, result, profile);
    if (outcome.kind !== "failed" && outcome.kind !== "warned") return [];
    const failure = failures.find((candidate) => candidate.rule.id === rule.id);
    const [lookAt, replay] = [failure?.rule.lookAt, failure?.counterexample.replay];
    const lines = [
      outcome.message,
      ...(lookAt === undefined ? [] : [`Look at: ${lookAt}`]),
      ...(replay === undefined ? [] : [`Replay: ${replay}`]),
    ];
    return [
      { kind: outcome.kind === "failed" ? "error" : "warning", title: `${rule.level} ${rule.id}: ${name}`, lines },
    ];
  });
  return [...rules, ...unknown(result, profile)];
}

/** One annotation for all that is not known: why, it is said of each rule in the summary. */
function unknown(result: AdapterResult, profile: AnyProfile): readonly Annotation[] {
  const outcomes = [...result.rules.map((rule) => outcomeOf(rule, result, profile)), campaignOutcome(result, profile)];
  const lines = new Set(outcomes.flatMap((outcome) => (outcome.kind === "broken" ? outcome.message.split("\n") : [])));
  if (lines.size === 0) return [];
  const verdict = result.besidesKnown ?? result.verdict;
  const why = verdict === "conformant" && result.stale !== undefined ? "stale baseline" : verdict;
  return [{ kind: "error", title: `${why}: ${result.adapter.name}`, lines: [...lines] }];
}

function shown(kind: Annotation["kind"], all: readonly Annotation[]): readonly Annotation[] {
  if (all.length <= SHOWN_MAX) return all;
  const kept = all.slice(0, SHOWN_MAX - 1);
  const rest = all.length - kept.length;
  return [...kept, { kind, title: `${rest} more`, lines: [`${rest} more are in the job summary and in the reports.`] }];
}

function command({ kind, title, lines }: Annotation, module: string | undefined): string {
  const file = module === undefined ? "" : `file=${escapeProperty(visible(module))},`;
  const text = lines.map(visible).join("\n");
  return `::${kind} ${file}title=${escapeProperty(visible(title))}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
