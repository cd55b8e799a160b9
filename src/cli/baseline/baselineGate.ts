import { dirname, relative, resolve } from "node:path";
import type { Baseline, ExecutorBaseline } from "../../contract/baseline.ts";
import type { Rule } from "../../contract/rule.ts";
import type { AdapterResult } from "../../contract/verdict.ts";
import { UsageError } from "../../explore/usageError.ts";
import { applyBaseline } from "../../judge/knownFailures.ts";
import type { AdapterFacts } from "../../profiles/index.ts";
import { visible } from "../../report/text.ts";
import { assertBaselineWritable, readBaseline, writeBaseline } from "./baselineStore.ts";
import { updateBaseline, type UpdatedBaseline } from "./updateBaseline.ts";

/** Where the baseline is, and what is to be done with it. */
export interface BaselineOptions {
  /** Path of the file; absent: nothing is known. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}

/** What stands between what the executors of a check break and the exit code: what they are known to break. */
export class BaselineGate {
  /** Absent: there is none, and every failure counts. */
  readonly #path: string | undefined;
  readonly #updates: boolean;
  readonly #today: string;
  /** By the name of the executor, in the order of the file. */
  readonly #executors: Map<string, ExecutorBaseline>;
  readonly #rest: Omit<Baseline, "executors">;
  readonly #changes: string[] = [];

  private constructor(path: string | undefined, updates: boolean, { executors, ...rest }: Baseline) {
    this.#path = path;
    this.#updates = updates;
    // Before anything runs: under test the clock is not the real one.
    this.#today = new Date().toISOString().slice(0, 10);
    this.#executors = new Map(executors.map((executor) => [executor.name, executor]));
    this.#rest = rest;
  }

  /**
   * Reads the baseline that is asked for. To update one that is not there yet makes one.
   *
   * @throws UsageError when an update is asked for without a file, or the file cannot be written.
   * @throws UnreadableFileError when the file cannot be read or is no baseline.
   */
  static async open(
    { baseline: path, updateBaseline: updates = false }: BaselineOptions,
    rules: readonly Rule<never>[],
  ): Promise<BaselineGate> {
    if (path !== undefined) {
      if (updates) await assertBaselineWritable(path);
      return new BaselineGate(path, updates, await readBaseline(path, rules, updates ? EMPTY : undefined));
    }
    if (!updates) return new BaselineGate(path, updates, EMPTY);
    throw new UsageError("Expected --baseline FILE beside --update-baseline, got none: name the file to update");
  }

  /** @throws UsageError when an entry of one of these executors names a rule of another profile. */
  assertProfiles(adapters: readonly AdapterFacts[]): void {
    for (const { name, profile } of adapters) {
      const { failures = [], flaky = [] } = this.#executors.get(name) ?? {};
      const foreign = [...failures, ...flaky].find(({ rule }) => !rule.startsWith(`${profile}/`));
      if (foreign === undefined) continue;
      throw new UsageError(
        `Expected rules of the profile ${profile} for the executor ${JSON.stringify(name)} in ${this.#path}, got ${foreign.rule}: take that entry out`,
      );
    }
  }

  /**
   * A result as it counts beside the baseline; with an update, beside what the baseline becomes.
   *
   * @param linkTo path of what shows the failure of a rule.
   */
  judge(result: AdapterResult, linkTo: (rule: string) => string): AdapterResult {
    const { name } = result.adapter;
    const listed = this.#executors.get(name) ?? { name, failures: [], flaky: [] };
    if (!this.#updates) return applyBaseline(result, listed, this.#today);
    const folder = dirname(resolve(this.#path ?? ""));
    const updated = updateBaseline(listed, result, this.#today, (rule) =>
      relative(folder, resolve(linkTo(rule))).replaceAll("\\", "/"),
    );
    this.#executors.set(name, updated.baseline);
    this.#changes.push(...describeUpdate(name, updated));
    return applyBaseline(result, updated.baseline, this.#today);
  }

  /**
   * Writes the baseline where an update was asked for.
   *
   * @returns what was changed, one line each.
   * @throws UsageError when it cannot be written after all.
   */
  async close(): Promise<readonly string[]> {
    if (!this.#updates || this.#path === undefined) return [];
    const executors = [...this.#executors.values()].filter(({ failures, flaky }) => failures.length + flaky.length > 0);
    await writeBaseline(this.#path, { ...this.#rest, executors });
    const path = visible(this.#path);
    return this.#changes.length === 0 ? [`${path}: nothing to change`] : [`${path}:`, ...this.#changes];
  }
}

const EMPTY: Baseline = { schemaVersion: 1, executors: [] };

function describeUpdate(name: string, { added, removed, left }: UpdatedBaseline): readonly string[] {
  const who = visible(name);
  return [
    ...added.map((rule) => `  + ${rule} of ${who}`),
    ...removed.map((rule) => `  - ${rule} of ${who}, which passes`),
    ...left.map((rule) => `  ! ${rule} of ${who} fails now and then: list it as flaky by hand, with a rateMax`),
  ];
}
