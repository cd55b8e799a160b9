import type { Scenario } from "../contract/scenario.ts";
import { judgedRules, type ExplorerSettings } from "../explore/explorer.ts";
import { LocalPool, type Pool } from "../explore/pool.ts";
import { profileOfAdapter, readAdapters } from "../explore/readAdapters.ts";
import { replayOn, type ReplayData } from "../explore/replay.ts";
import { brokenByStuck, stuckRun } from "../explore/stuckRun.ts";
import { traceHash } from "../explore/traceHash.ts";
import { UsageError } from "../explore/usageError.ts";
import { profileOf, type AdapterFacts, type AnyProfile, type CheckableAdapter } from "../profiles/index.ts";
import type { Containment } from "./containment.ts";
import { defaultExportOf, loadExports, looksLikeAdapters } from "./loadModule.ts";
import { ModuleThreads } from "./moduleThreads.ts";
import type { Thread } from "./thread.ts";
import { ThreadPool } from "./threadPool.ts";

/** A module with adapters, wherever their executors are run. */
export interface AdapterModule {
  readonly adapters: readonly AdapterFacts[];
  /** The export `promises`: what the documentation of an executor promises, by rule. */
  readonly promises: unknown;
  /** Runs the pieces of a campaign against one of the adapters. */
  pool(adapter: AdapterFacts, settings: Pick<ExplorerSettings, "rules" | "stepsMax">): Pool;
  /** Runs one scenario, with what the executor wrote meanwhile. */
  replay(adapter: AdapterFacts, scenario: Scenario): Promise<{ readonly data: ReplayData; readonly output: string }>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** How many threads run executors at once. */
  readonly workers: number;
  /** In this thread instead, where a debugger sees them; an executor that loops then hangs it. */
  readonly inProcess: boolean;
  /** A thread for this module that is up already. */
  readonly standby?: Thread;
  /** A module whose default export looks like nothing of the kind is no error. */
  readonly optional?: boolean;
}

/**
 * Loads a module with adapters.
 *
 * @returns undefined only where that is optional.
 * @throws UsageError when there is no such file, or its default export is not adapters.
 * @throws LoadError when it throws, or never comes to an end.
 */
export function openModule(
  path: string,
  options: OpenOptions & { readonly optional: true },
  containment: Containment,
): Promise<AdapterModule | undefined>;
export function openModule(path: string, options: OpenOptions, containment: Containment): Promise<AdapterModule>;
export function openModule(
  path: string,
  options: OpenOptions,
  containment: Containment,
): Promise<AdapterModule | undefined> {
  return options.inProcess ? openHere(path, options, containment) : openInThreads(path, options, containment);
}

async function openHere(
  path: string,
  { optional = false }: OpenOptions,
  containment: Containment,
): Promise<AdapterModule | undefined> {
  const exports = await loadExports(path, containment);
  if (optional && !looksLikeAdapters(exports["default"])) return undefined;
  const adapters = readAdapters(defaultExportOf(exports, path), path);
  const find = ({ name }: AdapterFacts): CheckableAdapter =>
    adapters.find((one) => one.name === name) as CheckableAdapter;
  return {
    adapters,
    promises: exports["promises"],
    pool: (facts, settings) => new LocalPool(profileOfFacts(facts), find(facts), settings),
    async replay(facts, scenario) {
      const adapter = find(facts);
      const data = await replayOn(profileOfAdapter(adapter), adapter, scenario, {});
      return { data, output: containment.output };
    },
    close: async () => {},
  };
}

async function openInThreads(
  path: string,
  { workers, standby, optional = false }: OpenOptions,
  containment: Containment,
): Promise<AdapterModule | undefined> {
  const threads = new ModuleThreads(path, workers, (stray) => containment.noteStray(stray), standby);
  const { adapters, problem, promises } = await threads.load();
  if (adapters === undefined) {
    await threads.close();
    if (optional) return undefined;
    throw new UsageError(problem ?? `Expected adapters in the default export of ${path}`);
  }
  return {
    adapters,
    promises,
    pool: (facts, settings) => new ThreadPool(threads, facts.name, settings, facts.realTime === true ? 1 : workers),
    replay: (facts, scenario) => replayInThread(threads, facts, scenario),
    close: () => threads.close(),
  };
}

async function replayInThread(
  threads: ModuleThreads,
  facts: AdapterFacts,
  scenario: Scenario,
): Promise<{ readonly data: ReplayData; readonly output: string }> {
  const answer = await threads.ask({ type: "replay", adapter: facts.name, scenario });
  if (answer.kind === "done") return answer.value as { readonly data: ReplayData; readonly output: string };
  const { records, stuck = answer.stuck } = await threads.watch(facts.name, scenario);
  const profile = profileOfFacts(facts);
  const run = stuckRun(profile, facts, scenario, records, stuck);
  const broken = brokenByStuck(profile, judgedRules(profile, facts, {}), run).map(({ rule, violation }) => {
    return { rule: rule.id, violations: [violation] };
  });
  const { trace } = run;
  return {
    data: { trace, traceHash: traceHash(trace), exercised: broken.map(({ rule }) => rule), broken },
    output: "",
  };
}

function profileOfFacts({ profile }: AdapterFacts): AnyProfile {
  const known = profileOf(profile);
  if (known === undefined) throw new UsageError(`This kit has no profile ${profile}`);
  return known;
}
