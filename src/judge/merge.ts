import type { RequirementSet } from "../contract/requirements.ts";
import type { Rule } from "../contract/rule.ts";
import type { AdapterResult, Counterexample, DeterminismResult, Report, RuleResult } from "../contract/verdict.ts";
import { assess } from "./assess.ts";

/** Reports that are no parts of one campaign: which one does not fit, and why. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}

/** A stored report, and what names it in errors. */
export interface NamedReport {
  readonly path: string;
  readonly report: Report;
}

/**
 * Joins the reports of all shards of a campaign: counts are added up, and what is judged is judged over all of them.
 *
 * @param rules the rules of this kit, which must be that of the reports.
 * @throws MergeError when one does not fit the others, comes twice, or is missing.
 * @example
 * ```ts
 * const whole = mergeReports([{ path: "1.json", report: one }, { path: "2.json", report: two }], kit, rules, sets);
 * ```
 */
export function mergeReports(
  reports: readonly NamedReport[],
  kit: Report["kit"],
  rules: readonly Rule<never>[],
  sets: readonly RequirementSet[],
): Report {
  const [first] = reports;
  if (first === undefined) throw new MergeError("Expected reports to merge, got none");
  const { requirementSet } = first.report;
  for (const other of reports) {
    assertEqual(other, "kit", first, describeKit(first.report.kit), describeKit(other.report.kit));
    assertEqual(other, "requirement set", first, setOf(first.report), setOf(other.report));
    assertEqual(other, "list of executors", first, namesOf(first.report), namesOf(other.report));
  }
  if (describeKit(first.report.kit) !== describeKit(kit)) {
    throw new MergeError(
      `${first.path} was written by ${describeKit(first.report.kit)}, and this is ${describeKit(kit)}: merge it there`,
    );
  }
  const requirements = sets.find(({ hash }) => hash === requirementSet.hash);
  const results = first.report.results.map((_, index) =>
    mergeResults(
      reports.map(({ path, report }) => ({ path, result: report.results[index] as AdapterResult })),
      rules,
      requirements,
    ),
  );
  return { schemaVersion: 1, kit, requirementSet, results };
}

/** The result of one shard. */
interface Part {
  readonly path: string;
  readonly result: AdapterResult;
}

function mergeResults(
  given: readonly Part[],
  rules: readonly Rule<never>[],
  requirements: RequirementSet | undefined,
): AdapterResult {
  const parts = inOrder(given);
  const [first] = parts as readonly [Part, ...Part[]];
  const results = parts.map(({ result }) => result);
  const sum = (of: (result: AdapterResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const runs = sum((result) => result.runs);
  const notRun = sum((result) => result.notRun);
  const lateRuns = sum((result) => result.lateRuns);
  const strict = first.result.strict === true;
  const { adapter, seed } = first.result;
  const situations = first.result.situations.map((situation) => ({
    ...situation,
    runs: sum((result) => result.situations.find(({ id }) => id === situation.id)?.runs ?? 0),
  }));
  const { rules: judged, ...conclusion } = assess({
    rules: first.result.rules.map(({ id, level }) => ({ ...ruleOf(rules, id, first.path), level })),
    declared: adapter.capabilities,
    exercised: new Map(first.result.rules.map(({ id }) => [id, sum((result) => find(result, id)?.exercised ?? 0)])),
    counterexamples: counterexamplesOf(results),
    situations,
    error: results.find(({ error }) => error !== undefined)?.error,
    cutShort: results.some((result) => result.rules.some(({ verdict }) => verdict === "inconclusive")),
    runs,
    notRun,
    lateRuns,
    strict,
    ...(requirements === undefined ? {} : { requirements }),
  });
  return {
    adapter,
    ...conclusion,
    ...(strict ? { strict } : {}),
    seed,
    runs,
    ...scopeOf(results),
    schedules: {
      corpus: sum(({ schedules }) => schedules.corpus),
      exhaustive: sum(({ schedules }) => schedules.exhaustive),
      random: sum(({ schedules }) => schedules.random),
    },
    strategies: strategiesOf(results, judged),
    situations,
    ...determinismOf(results),
    notRun,
    skippedSteps: {
      skipped: sum(({ skippedSteps }) => skippedSteps.skipped),
      total: sum(({ skippedSteps }) => skippedSteps.total),
    },
    lateRuns,
    durationMs: Math.max(...results.map(({ durationMs }) => durationMs)),
    rules: judged,
  };
}

/** The parts from the first shard to the last. @throws MergeError when they are not all shards of one campaign. */
function inOrder(parts: readonly Part[]): readonly Part[] {
  const [first] = parts as readonly [Part, ...Part[]];
  const seen = new Map<number, Part>();
  for (const part of parts) {
    const { shard } = part.result;
    if (shard === undefined)
      throw new MergeError(`${part.path} is the report of a whole campaign, and no shard of one`);
    if (part.result.besidesKnown !== undefined || part.result.stale !== undefined) {
      throw new MergeError(`${part.path} was judged with a baseline: leave it out of the shards, and give it to merge`);
    }
    assertEqual(part, "seed", first, String(first.result.seed), String(part.result.seed));
    assertEqual(part, "number of shards", first, String(first.result.shard?.count), String(shard.count));
    assertEqual(part, "plan", first, first.result.shard?.plan ?? "", shard.plan);
    assertEqual(part, "adapter", first, describeAdapter(first.result), describeAdapter(part.result));
    const twin = seen.get(shard.index);
    if (twin !== undefined) throw new MergeError(`${part.path} and ${twin.path} are the same shard ${shard.index}`);
    seen.set(shard.index, part);
  }
  const count = first.result.shard?.count ?? 0;
  const indices = Array.from({ length: count }, (_, index) => index + 1);
  const missing = indices.filter((index) => !seen.has(index));
  if (missing.length > 0)
    throw new MergeError(`Expected ${count} shards, got none with the number ${missing.join(", ")}`);
  return indices.map((index) => seen.get(index) as Part);
}

function assertEqual(
  { path }: { readonly path: string },
  what: string,
  first: { readonly path: string },
  expected: string,
  got: string,
): void {
  if (expected === got) return;
  throw new MergeError(`Expected the same ${what} in ${path} as in ${first.path}, ${expected}, got ${got}`);
}

function describeKit({ name, version }: Report["kit"]): string {
  return `${name} ${version}`;
}

function setOf({ requirementSet: { id, hash } }: Report): string {
  return `${id} (${hash})`;
}

function namesOf({ results }: Report): string {
  return results.map(({ adapter }) => adapter.name).join(", ");
}

function describeAdapter({ adapter, strict }: AdapterResult): string {
  return JSON.stringify([adapter.profile, adapter.version ?? null, adapter.capabilities, strict === true]);
}

function ruleOf(rules: readonly Rule<never>[], id: string, path: string): Rule<never> {
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new MergeError(`${path} has the rule ${id}, which this kit does not know`);
  return rule;
}

function find({ rules }: AdapterResult, id: string): RuleResult | undefined {
  return rules.find((rule) => rule.id === id);
}

/** Of each rule the shortest; of equally short ones that of the first shard. */
function counterexamplesOf(results: readonly AdapterResult[]): ReadonlyMap<string, Counterexample> {
  const shortest = new Map<string, Counterexample>();
  for (const { id, counterexample } of results.flatMap(({ rules }) => rules)) {
    const before = shortest.get(id);
    if (counterexample !== undefined && (before === undefined || counterexample.steps < before.steps)) {
      shortest.set(id, counterexample);
    }
  }
  return shortest;
}

function scopeOf(results: readonly AdapterResult[]): Pick<AdapterResult, "scope"> {
  const scopes = results.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
  const [first] = scopes;
  if (first === undefined) return {};
  const schedules = scopes.reduce((total, scope) => total + scope.schedules, 0);
  return { scope: { ...first, schedules, complete: scopes.every(({ complete }) => complete) } };
}

function strategiesOf(results: readonly AdapterResult[], rules: readonly RuleResult[]): AdapterResult["strategies"] {
  const runs = new Map<string, number>();
  for (const { name, runs: more } of results.flatMap(({ strategies }) => strategies)) {
    runs.set(name, (runs.get(name) ?? 0) + more);
  }
  return Array.from(runs, ([name, count]) => {
    const found = rules.filter(({ counterexample }) => counterexample?.foundBy === name).map(({ id }) => id);
    return { name, runs: count, found };
  });
}

function determinismOf(results: readonly AdapterResult[]): Pick<AdapterResult, "determinism"> {
  const audits = results.flatMap(({ determinism }) => (determinism === undefined ? [] : [determinism]));
  if (audits.length === 0) return {};
  const example = audits.find((audit) => audit.example !== undefined)?.example;
  const determinism: DeterminismResult = {
    audited: audits.reduce((total, { audited }) => total + audited, 0),
    differing: audits.reduce((total, { differing }) => total + differing, 0),
    ...(example === undefined ? {} : { example }),
  };
  return { determinism };
}
