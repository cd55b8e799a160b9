import { dirname, join, relative, resolve } from "node:path";
import type { CampaignResult, Failure } from "../explore/campaign.ts";
import { fileName, writeCounterexample, type CorpusEntry } from "../explore/corpus.ts";
import type { StoredCounterexample } from "../explore/counterexampleFile.ts";
import type { AdapterFacts } from "../profiles/index.ts";
import { counted, visible } from "../report/text.ts";
import type { AnyRecord } from "../run/runner.ts";
import { describeThrown } from "../run/values.ts";
import { KIT } from "../version.ts";

/** The counterexamples of one adapter in a folder: what failed before, and what fails now. */
export class StoredFailures {
  /** Those that were there before the run, and the scenarios that are kept for its profile. */
  readonly entries: readonly CorpusEntry[];
  readonly #folder: string;
  readonly #adapter: AdapterFacts;
  /** Path of the adapter's module. */
  readonly #module: string;

  constructor(folder: string, corpus: readonly CorpusEntry[], adapter: AdapterFacts, module: string) {
    this.#folder = folder;
    this.#adapter = adapter;
    this.#module = module;
    this.entries = corpus.filter(({ counterexample, kept }) =>
      counterexample === undefined
        ? kept.profile === adapter.profile
        : counterexample.profile === adapter.profile && counterexample.adapter.name === adapter.name,
    );
  }

  /** The command that replays the failure of a rule. */
  replayCommand(rule: string): string {
    return `npx ${KIT.name} replay ${shellQuoted(this.pathOf(rule))}`;
  }

  /** The stored counterexamples whose rules were judged and fail no more, in one sentence; nothing where there are none. */
  passingNow({ result }: CampaignResult): string | undefined {
    const mended = this.entries.flatMap(({ counterexample }) => {
      const verdict = result.rules.find(({ id }) => id === counterexample?.rule)?.verdict;
      return verdict === "pass" ? [counterexample?.rule] : [];
    });
    if (mended.length === 0) return undefined;
    return `${counted(mended.length, "stored counterexamples")} in ${visible(this.#folder)} no longer fail: ${mended.join(", ")}`;
  }

  /**
   * Stores every failure, each in place of an older one of its rule. One that is there already stays untouched.
   *
   * @returns one line for each that cannot be stored.
   */
  async save(failures: readonly Failure[], seed: number): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const failure of failures) {
      const stored = this.#stored(failure, seed);
      if (this.#isThere(stored)) continue;
      try {
        await writeCounterexample(this.#folder, stored);
      } catch (error) {
        problems.push(`  ! cannot store ${visible(this.pathOf(failure.rule.id))}: ${describeThrown(error)}`);
      }
    }
    return problems;
  }

  #stored({ rule, counterexample: { scenario, traceHash, trace } }: Failure, seed: number): StoredCounterexample {
    const { name, profile } = this.#adapter;
    const module = relative(resolve(this.#folder), resolve(this.#module)).replaceAll("\\", "/");
    return {
      schemaVersion: 1,
      kit: KIT,
      profile,
      adapter: { name, module },
      rule: rule.id,
      scenario,
      seed,
      traceHash,
      // In real time no two traces are the same, and where they part says nothing.
      ...(this.#adapter.realTime === true ? {} : { records: trace.records as readonly AnyRecord[] }),
    };
  }

  #isThere({ adapter, rule, scenario, traceHash }: StoredCounterexample): boolean {
    const [path, text] = [this.pathOf(rule), JSON.stringify([adapter, scenario, traceHash])];
    return this.entries.some(
      ({ path: at, counterexample: there }) =>
        at === path && there !== undefined && text === JSON.stringify([there.adapter, there.scenario, there.traceHash]),
    );
  }

  /** Where the failure of a rule is stored. */
  pathOf(rule: string): string {
    return join(this.#folder, fileName({ adapter: { name: this.#adapter.name, module: this.#module }, rule }));
  }
}

/** Where the module of a stored counterexample lies. */
export function moduleOf({ adapter }: StoredCounterexample, path: string): string {
  return relative("", join(dirname(resolve(path)), adapter.module));
}

/** A word that a POSIX shell reads as it stands. */
export function shellQuoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
