import { Option } from "commander";
import { availableParallelism } from "node:os";
import { requirementSets } from "../../properties/requirements/index.ts";
import type { ProfileName } from "../contract/adapter.ts";
import type { RequirementSet } from "../contract/requirements.ts";
import type { AdapterResult } from "../contract/verdict.ts";
import {
  campaignOn,
  RUNS_DEFAULT,
  STEPS_DEFAULT,
  type CampaignOptions,
  type Failure,
  type Progress,
} from "../explore/campaign.ts";
import type { Shard } from "../explore/chunk.ts";
import { readCorpus, type CorpusEntry } from "../explore/corpus.ts";
import { selectRules } from "../explore/selectRules.ts";
import { UsageError } from "../explore/usageError.ts";
import { createReport } from "../report/report.ts";
import type { PastedAdapter } from "../report/pasteTest.ts";
import { renderOverview, renderResult } from "../report/result.ts";
import { wrap } from "../report/text.ts";
import type { Scope } from "../scenario/space.ts";
import { openModule, type AdapterModule, type OpenOptions } from "../supervise/adapterModule.ts";
import type { Thread } from "../supervise/thread.ts";
import { KIT } from "../version.ts";
import { BaselineGate, type BaselineOptions } from "./baseline/baselineGate.ts";
import type { AddCommand } from "./command.ts";
import { combineExitCodes, exitCodesOf, type ExitCode } from "./exitCode.ts";
import {
  anySeed,
  collect,
  profileName,
  requirementSet,
  RUNS_MAX,
  scope,
  seconds,
  shard,
  wholeNumber,
} from "./options.ts";
import { pastedFrom } from "./pasted.ts";
import { modulePath } from "./modulePath.ts";
import { ProgressLine } from "./progressLine.ts";
import { publishReport } from "./publishReport.ts";
import { reportTarget, type ReportTarget } from "./reportTarget.ts";
import { everyRule, select, type Selected } from "./selection.ts";
import type { Session } from "./session.ts";
import { StoredFailures } from "./storedFailures.ts";
import { quickLook } from "./watch/quickLook.ts";
import { standBy } from "./watch/standby.ts";
import { watchModule } from "./watch/watch.ts";
import { assertWritable } from "./writable.ts";

/** The options of `check`, as they are parsed. */
interface CheckOptions extends BaselineOptions {
  readonly profile?: ProfileName;
  readonly adapter?: readonly string[];
  readonly rule?: readonly string[];
  readonly runs?: number;
  readonly seed?: number;
  readonly maxSteps?: number;
  /** In seconds. */
  readonly timeBudget?: number;
  readonly exhaustive?: Scope;
  readonly corpus: string;
  /** Absent: every rule decides, and that is the newest set. */
  readonly requirements?: RequirementSet;
  readonly workers?: number;
  readonly inProcess?: boolean;
  readonly shard?: Shard;
  readonly strict?: boolean;
  readonly report?: readonly ReportTarget[];
  readonly watch?: boolean;
  /** The first look of a watch. */
  readonly quick?: boolean;
}

const STEPS_MAX = 1000;
const WORKERS_MAX = 256;

export const addCheck: AddCommand = (program, session, onDone) => {
  program
    .command("check")
    .description("check the adapters of a module")
    .argument(
      "<adapter module>",
      "a module in TypeScript or JavaScript, or the entry of a package; its default export is an adapter, or an array",
    )
    .option("--profile <P>", "only adapters of this profile", profileName)
    .option("--adapter <NAME>", "only this adapter; may be repeated", collect)
    .option("--rule <ID>", "only this rule; may be repeated", collect)
    .option("--runs <N>", `random runs (${RUNS_DEFAULT}; in real time 100)`, wholeNumber(0, RUNS_MAX))
    .option("--seed <S>", "seed of the random runs", anySeed)
    .option("--max-steps <K>", `longest random scenario, in steps (${STEPS_DEFAULT})`, wholeNumber(1, STEPS_MAX))
    .option(
      "--exhaustive <CxK[/G]>",
      "search this completely first: commands, controls, tight gaps (the small scope of the profile)",
      scope,
    )
    .option("--time-budget <SECONDS>", "end after so long; equal seeds then give different runs", seconds)
    .option("--workers <N>", "threads that run executors at once (all cores)", wholeNumber(1, WORKERS_MAX))
    .option("--in-process", "run executors in this thread, for a debugger: one that loops then hangs it")
    .option("--shard <I/N>", "only this part of the campaign, as in 1/4; `merge` joins the reports", shard)
    .option("--corpus <DIR>", "where counterexamples are stored and replayed from", ".conformance")
    .option("--baseline <FILE>", "failures that are known: they run, and do not make the check fail")
    .option("--update-baseline", "write what fails now to the baseline, and take out what passes")
    .option("--requirements <ID>", "hold it to the rules of this requirement set (the newest)", requirementSet)
    .option("--strict", "a violated SHOULD counts like a MUST")
    .option("--report <FORMAT=PATH>", "write a report, as in json=report.json; may be repeated", reportTarget)
    .option("--watch", "check again whenever the module, or what it imports, changes")
    .addOption(new Option("--quick").hideHelp())
    .action(async (given: string, options: CheckOptions) => {
      onDone(await modeOf(options)(await modulePath(given), options, session));
    });
};

function modeOf({ watch, quick }: CheckOptions): typeof check {
  if (watch === true) return watchCheck;
  return quick === true ? quickCheck : check;
}

function watchCheck(path: string, { updateBaseline }: CheckOptions, session: Session): Promise<ExitCode> {
  if (updateBaseline === true) throw new UsageError("--update-baseline records one check: leave out --watch");
  const args = process.argv.slice(2).filter((arg) => arg !== "--watch");
  return watchModule(path, args, session);
}

/** The first look of a watch: a check that is ready before it is wanted. */
async function quickCheck(path: string, options: CheckOptions, session: Session): Promise<ExitCode> {
  const { thread, wanted } = standBy(path);
  try {
    return (await wanted) ? await check(path, options, session, thread) : 4;
  } finally {
    await thread.end();
  }
}

/**
 * Checks the adapters of a module and says what was found.
 *
 * Whatever can be refused is refused before anything runs: options first, then files, then the module.
 */
async function check(path: string, options: CheckOptions, session: Session, standby?: Thread): Promise<ExitCode> {
  const { adapter: names = [], rule: ids = [], report = [] } = options;
  if (ids.length > 0) selectRules(everyRule(), ids);
  await assertWritable(report, [path, ...(options.baseline === undefined ? [] : [options.baseline])]);
  const corpus = await readCorpus(options.corpus);
  const gate = await BaselineGate.open(options, everyRule());
  const module = await openModule(path, openOptions(options, standby), session.containment);
  const results: AdapterResult[] = [];
  try {
    const selected = select(module.adapters, { ...options, adapters: names, rules: ids });
    gate.assertProfiles(selected.map(({ adapter }) => adapter));
    for (const one of selected) {
      const stored = new StoredFailures(options.corpus, corpus, one.adapter, path);
      const pasted = selected.length === 1 ? pastedFrom(path, one.adapter) : undefined;
      results.push(await checkOne(module, one, stored, options, { ...session, gate, pasted }));
    }
  } finally {
    await module.close();
  }
  if (results.length > 1) session.terminal.write(renderOverview(results, session.terminal));
  const changes = await gate.close();
  if (changes.length > 0) session.terminal.write(changes);
  const set = options.requirements ?? requirementSets[0];
  await publishReport(createReport(KIT, set, results), { targets: report, module: path }, session);
  return combineExitCodes(results.flatMap(exitCodesOf));
}

/** Where executors run; all cores are used where nothing else is said. A quick look is over before a second thread is up. */
function openOptions({ workers, inProcess }: CheckOptions, standby: Thread | undefined): OpenOptions {
  const usual = standby === undefined ? availableParallelism() : 1;
  return {
    workers: workers ?? usual,
    inProcess: inProcess === true,
    ...(standby === undefined ? {} : { standby }),
  };
}

async function checkOne(
  module: AdapterModule,
  { adapter, profile, rules }: Selected,
  stored: StoredFailures,
  options: CheckOptions,
  { terminal, gate, pasted }: Session & { readonly gate: BaselineGate; readonly pasted: PastedAdapter | undefined },
): Promise<AdapterResult> {
  const isOnly = pasted !== undefined;
  const progress = new ProgressLine(terminal, adapter.name);
  const wanted = {
    ...(options.quick === true ? quickLook(adapter) : {}),
    ...campaignOptions(options, stored.entries),
    ...(rules === undefined ? {} : { rules }),
    onProgress: (now: Progress) => progress.show(now),
    // Once more at the end, where what cannot be stored is said.
    onFailure: async (failure: Failure, seed: number) => void (await stored.save([failure], seed)),
    replayCommand: (rule: string) => stored.replayCommand(rule),
  };
  const { maxSteps: stepsMax = STEPS_DEFAULT } = options;
  const pool = module.pool(adapter, { stepsMax, ...(rules === undefined ? {} : { rules }) });
  const done = await campaignOn(pool, profile, adapter, wanted);
  progress.clear();
  const problems = await stored.save(done.failures, done.result.seed);
  const result = gate.judge(done.result, (rule) => stored.pathOf(rule));
  const { width, paint } = terminal;
  terminal.write([
    ...renderResult(result, profile, {
      width,
      paint,
      compact: !isOnly || options.quick === true,
      ...(isOnly ? { pasted } : {}),
    }),
    ...wrap(stored.passingNow(done) ?? "", width - 2).flatMap((line) => (line === "" ? [] : [`  ${line}`])),
    ...problems,
    ...(options.timeBudget === undefined ? [] : ["  ! with --time-budget equal seeds need not give equal results"]),
    ...(isOnly ? [] : [""]),
  ]);
  return result;
}

function campaignOptions(options: CheckOptions, corpus: readonly CorpusEntry[]): CampaignOptions {
  const { runs, seed, maxSteps, timeBudget, exhaustive, shard: part, requirements, strict } = options;
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxSteps === undefined ? {} : { stepsMax: maxSteps }),
    ...(timeBudget === undefined ? {} : { timeBudgetMs: timeBudget * 1000 }),
    ...(exhaustive === undefined ? {} : { scope: exhaustive }),
    ...(requirements === undefined ? {} : { requirements }),
    ...(part === undefined ? {} : { shard: part }),
    ...(strict === undefined ? {} : { strict }),
    corpus: corpus.map(({ counterexample, kept }) => (counterexample ?? kept).scenario),
  };
}
