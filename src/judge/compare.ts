import type { AdapterResult, Counterexample, Report, RuleResult, RuleVerdict, Verdict } from "../contract/verdict.ts";

/** What an executor is known by in a report. */
type Executor = Pick<AdapterResult["adapter"], "name" | "profile">;

/** One thing that is not as it was. */
export interface Change {
  readonly kind: "worse" | "better" | "other";
  /** The executor; absent where it is about the whole report. */
  readonly adapter?: Executor;
  readonly rule?: string;
  /** What changed: "pass -> fail". */
  readonly text: string;
}

/** What changed between two reports, in the order of the later one; what is only in the earlier one comes last. */
export interface Comparison {
  readonly changes: readonly Change[];
  /** Whether anything is worse. */
  readonly isWorse: boolean;
}

/**
 * Compares two reports: two runs, or two versions of an executor.
 *
 * Executors are the same by profile and name. Where each report has only one, and both are of one profile, they are
 * compared whatever they are called. Whatever was judged and is no longer is worse: less is known of it.
 */
export function compareReports(before: Report, after: Report): Comparison {
  const pairs = pair(before, after);
  const changes = [
    ...compareConditions(before, after),
    ...pairs.flatMap(({ earlier, later }) => compareExecutors(earlier, later)),
  ];
  return { changes, isWorse: changes.some(({ kind }) => kind === "worse") };
}

/** The two results of one executor; one that is absent is not in that report. */
interface Pair {
  readonly earlier: AdapterResult | undefined;
  readonly later: AdapterResult | undefined;
}

function pair({ results: before }: Report, { results: after }: Report): readonly Pair[] {
  const [[one, ...others], [two, ...more]] = [before, after];
  const isOnly = others.length === 0 && more.length === 0;
  if (isOnly && one?.adapter.profile === two?.adapter.profile) return [{ earlier: one, later: two }];
  return [
    ...after.map((later) => ({ earlier: before.find((candidate) => isSame(candidate, later)), later })),
    ...before
      .filter((earlier) => !after.some((candidate) => isSame(candidate, earlier)))
      .map((earlier) => ({ earlier, later: undefined })),
  ];
}

function isSame({ adapter: one }: AdapterResult, { adapter: two }: AdapterResult): boolean {
  return one.name === two.name && one.profile === two.profile;
}

/** What was asked: two verdicts are worth the same only where it is the same. */
function compareConditions(before: Report, after: Report): readonly Change[] {
  const [one, two] = [before.requirementSet, after.requirementSet];
  return [
    ...other("kit", `${before.kit.name} ${before.kit.version}`, `${after.kit.name} ${after.kit.version}`),
    ...other("requirement set", `${one.id} (${one.hash})`, `${two.id} (${two.hash})`),
  ].map((text) => ({ kind: "other", text }));
}

function compareExecutors(earlier: AdapterResult | undefined, later: AdapterResult | undefined): readonly Change[] {
  if (later === undefined) {
    if (earlier === undefined) return [];
    return [{ kind: "worse", adapter: executorOf(earlier), text: `no longer checked; it was ${earlier.verdict}` }];
  }
  const adapter = executorOf(later);
  if (earlier === undefined) {
    const kind = later.verdict === "conformant" ? "other" : "worse";
    return [{ kind, adapter, text: `checked for the first time: ${later.verdict}` }];
  }
  const changes: readonly Omit<Change, "adapter">[] = [
    ...verdictChange(earlier.verdict, later.verdict),
    ...settingChanges(earlier, later),
    ...ruleChanges(earlier.rules, later.rules),
  ];
  return changes.map((change) => ({ ...change, adapter }));
}

function executorOf({ adapter: { name, profile } }: AdapterResult): Executor {
  return { name, profile };
}

function verdictChange(before: Verdict, after: Verdict): readonly Change[] {
  if (before === after) return [];
  const isBad = before === "conformant" || after === "not conformant" || after === "error";
  const kind = after === "conformant" ? "better" : isBad ? "worse" : "other";
  return [{ kind, text: `${before} -> ${after}` }];
}

function settingChanges(before: AdapterResult, after: AdapterResult): readonly Change[] {
  return [
    ...other("name", before.adapter.name, after.adapter.name),
    ...other("version", before.adapter.version ?? "none", after.adapter.version ?? "none"),
    ...other("capabilities", list(before.adapter.capabilities), list(after.adapter.capabilities)),
    ...other("seed", String(before.seed), String(after.seed)),
    ...other("runs", String(before.runs), String(after.runs)),
    ...other("small scope", small(before), small(after)),
    ...other("shard", shard(before), shard(after)),
    ...other("strict", String(before.strict === true), String(after.strict === true)),
  ].map((text) => ({ kind: "other", text }));
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "none" : items.join(", ");
}

function shard(result: AdapterResult): string {
  return result.shard === undefined ? "none" : `${result.shard.index}/${result.shard.count}`;
}

function small({ scope }: AdapterResult): string {
  if (scope === undefined) return "none";
  return `${scope.subjects}x${scope.controls}/${scope.tightGaps}${scope.complete ? "" : ", not complete"}`;
}

function other(what: string, before: string, after: string): readonly string[] {
  return before === after ? [] : [`${what}: ${before} -> ${after}`];
}

function ruleChanges(before: readonly RuleResult[], after: readonly RuleResult[]): readonly Change[] {
  const judgedBefore = new Map(before.map((rule) => [rule.id, rule]));
  const ids = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((rule) => {
      const earlier = judgedBefore.get(rule.id);
      return earlier === undefined ? newRule(rule) : ruleChange(earlier, rule);
    }),
    ...before
      .filter(({ id }) => !ids.has(id))
      .map(({ id, verdict }): Change => ({ kind: "worse", rule: id, text: `no longer judged; it was ${verdict}` })),
  ];
}

/** A rule that is not in the requirement set is new because the kit is, and says nothing about the executor. */
function newRule({ id: rule, verdict, message, notRequired }: RuleResult): readonly Change[] {
  const kind = isRed(verdict) && notRequired !== true ? "worse" : "other";
  return [{ kind, rule, text: `judged for the first time: ${verdict}${because(message)}` }];
}

/** A failure is mended only by passing; whatever else became of it, nobody has seen the rule hold. */
function ruleChange(before: RuleResult, after: RuleResult): readonly Change[] {
  const rule = after.id;
  const level = other("level", before.level, after.level).map((text): Change => ({ kind: "other", rule, text }));
  if (before.verdict === after.verdict) return [...level, ...counterexampleChanges(before, after)];
  const isWorse = before.verdict === "pass" || isRed(after.verdict);
  const kind = after.verdict === "pass" ? "better" : isWorse ? "worse" : "other";
  const text = `${before.verdict} -> ${after.verdict}${because(isRed(after.verdict) ? after.message : undefined)}`;
  return [...level, { kind, rule, text }];
}

function isRed(verdict: RuleVerdict): boolean {
  return verdict === "fail" || verdict === "error";
}

function because(message: string | undefined): string {
  return message === undefined ? "" : `: ${message}`;
}

function counterexampleChanges(before: RuleResult, after: RuleResult): readonly Change[] {
  const [one, two] = [before.counterexample, after.counterexample];
  if (one === undefined || two === undefined) return [];
  return [
    ...other("counterexample, in steps", String(one.steps), String(two.steps)),
    ...other("fails", steadiness(one), steadiness(two)),
    ...other("seen", one.message, two.message),
  ].map((text) => ({ kind: "other", rule: after.id, text }));
}

function steadiness({ deterministic }: Counterexample): string {
  return deterministic ? "every time" : "not every time";
}
