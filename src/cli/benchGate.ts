import { realpath, rm } from "node:fs/promises";
import { gateCases, type Limits } from "../../bench/gate/cases.ts";
import { judgeCase, type GatePlan } from "../../bench/gate/gate.ts";
import { measureInProcess } from "../../bench/gate/measuringProcess.ts";
import { renderGate } from "../../bench/gate/render.ts";
import type { GateEntry, GateOutcome, GateResult } from "../../bench/gate/result.ts";
import { resolveTarget } from "../../bench/gate/target.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { UsageError } from "../explore/usageError.ts";
import type { AdapterFacts } from "../profiles/index.ts";
import { openModule } from "../supervise/adapterModule.ts";
import { KIT } from "../version.ts";
import { GATE_MS_MAX, GATE_MS_MIN, type Limit } from "./benchOptions.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import { TYPESCRIPT } from "../supervise/loadModule.ts";
import type { Session } from "./session.ts";
import { StatusLine } from "./statusLine.ts";

/** The options of the gate, as they are parsed. */
export interface GateOptions {
  readonly base: string;
  readonly head: string;
  readonly adapter?: readonly string[];
  readonly benchmark?: readonly string[];
  readonly size?: readonly number[];
  readonly limit?: readonly Limit[];
  /** Milliseconds. */
  readonly time: number;
  readonly processes: number;
  readonly seed: number;
}

/** Of head over base, from which head counts as regressed. */
const LIMIT_DEFAULT = 0.05;

/** While an interval is too wide, processes are added up to so many times what a set begins with. */
const SETS_MAX = 3;

/**
 * Compares head with base, and says whether head is slower.
 *
 * @throws UsageError when there is nothing to compare: before anything is measured.
 */
export async function gate(options: GateOptions, session: Session): Promise<GateResult> {
  if (options.time < GATE_MS_MIN || options.time > GATE_MS_MAX) {
    throw new UsageError(
      `Expected --time from ${GATE_MS_MIN} to ${GATE_MS_MAX} ms with --base and --head, got ${options.time}`,
    );
  }
  const targets = [await resolveTarget(options.base, options.head)];
  try {
    targets.push(await resolveTarget(options.head, options.base));
    const [base = "", head = ""] = targets.map(({ module }) => module);
    return await compare(base, head, options, session);
  } finally {
    for (const { temporary } of targets) if (temporary !== undefined) await rm(temporary, { recursive: true });
  }
}

/** What the process says about a gate. */
export function gateExitCode({ entries }: GateResult): ExitCode {
  return combineExitCodes(entries.map(({ outcome }) => exitCodeOf(outcome)));
}

function exitCodeOf(outcome: GateOutcome): ExitCode {
  if (outcome.kind === "error") return 3;
  switch (outcome.verdict) {
    case "not regressed":
      return 0;
    case "regressed":
      return 1;
    case "inconclusive":
    case "untrusted":
      return 4;
  }
}

async function compare(base: string, head: string, options: GateOptions, session: Session): Promise<GateResult> {
  const { adapter = [], benchmark = [], size = [], limit = [], time, processes, seed } = options;
  await assertDifferent(base, head);
  const { cases, notCompared } = gateCases(
    await adaptersOf(base, session),
    await adaptersOf(head, session),
    benchmarks,
    { adapters: adapter, benchmarks: benchmark, sizes: size, limits: limitsOf(limit) },
  );
  assertLoadedAlike(base, head, options);
  const line = new StatusLine(session.terminal);
  const plan = {
    base,
    head,
    timeMs: time,
    seed,
    processes,
    processesMax: SETS_MAX * processes,
    measure: measureInWorker,
  };
  const entries: GateEntry[] = [];
  for (const [index, { one, pair }] of cases.entries()) {
    const onProgress: GatePlan["onProgress"] = (now) =>
      line.show(() => {
        const what = now.isConfirming ? ", confirming a slowdown" : "";
        const where = `${one.benchmark} at ${one.size}`;
        return `${index + 1} of ${cases.length}: ${where}, ${now.processes} of ${now.processesPlanned} processes${what}`;
      });
    entries.push({ ...one, outcome: await judgeCase(one, pair, { ...plan, onProgress }) });
  }
  line.clear();
  const { base: askedBase, head: askedHead } = options;
  const result = { schemaVersion: 1, kit: KIT, base: askedBase, head: askedHead, seed, entries, notCompared } as const;
  session.terminal.write(renderGate(result, session.terminal));
  return result;
}

const measureInWorker: GatePlan["measure"] = (job) =>
  measureInProcess(new URL("./benchWorker.js", import.meta.url), job);

/** Read in a thread: what a module does to its globals must not reach whoever decides. */
async function adaptersOf(path: string, { containment }: Session): Promise<readonly AdapterFacts[]> {
  const module = await openModule(path, { workers: 1, inProcess: false }, containment);
  await module.close();
  return module.adapters;
}

/** A path that was typed twice compares nothing, and would pass. */
async function assertDifferent(base: string, head: string): Promise<void> {
  const [one, other] = await Promise.all([base, head].map((path) => realpath(path).catch(() => undefined)));
  if (one === undefined || one !== other) return;
  throw new UsageError(`Expected two versions, got ${one} as --base and as --head: copy it to compare it with itself`);
}

/** One that is compiled while it is loaded runs otherwise than one that a compiler wrote: that would be measured, not the change. */
function assertLoadedAlike(base: string, head: string, asked: GateOptions): void {
  const [isBaseCompiled, isHeadCompiled] = [TYPESCRIPT.test(base), TYPESCRIPT.test(head)];
  if (isBaseCompiled === isHeadCompiled) return;
  const [script, other] = isBaseCompiled ? [asked.base, asked.head] : [asked.head, asked.base];
  throw new UsageError(
    `Expected base and head in one language, got TypeScript in ${script} and JavaScript in ${other}: ` +
      "give the built module of both, or they differ by how they are compiled",
  );
}

/** The last limit that was given counts. */
function limitsOf(limits: readonly Limit[]): Limits {
  return {
    all: limits.findLast(({ benchmark }) => benchmark === undefined)?.share ?? LIMIT_DEFAULT,
    byBenchmark: Object.fromEntries(
      limits.flatMap(({ benchmark, share }) => (benchmark === undefined ? [] : [[benchmark, share]])),
    ),
  };
}
