import type { ProfileName } from "../contract/adapter.ts";
import type { AdapterResult, Verdict } from "../contract/verdict.ts";
import { campaign, RUNS_DEFAULT, STEPS_DEFAULT, type CampaignOptions } from "../explore/campaign.ts";
import { readCorpus, type CorpusEntry } from "../explore/corpus.ts";
import { selectRules } from "../explore/selectRules.ts";
import { createReport } from "../report/report.ts";
import { renderOverview, renderResult } from "../report/result.ts";
import type { Scope } from "../scenario/space.ts";
import { KIT } from "../version.ts";
import type { AddCommand } from "./command.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import { loadDefaultExport } from "./loadModule.ts";
import { collect, profileName, anySeed, RUNS_MAX, scope, seconds, wholeNumber } from "./options.ts";
import { ProgressLine } from "./progressLine.ts";
import { readAdapters } from "../explore/readAdapters.ts";
import { publishReport } from "./publishReport.ts";
import { assertWritable, reportTarget, type ReportTarget } from "./reportTarget.ts";
import { everyRule, select, type Selected } from "./selection.ts";
import type { Session } from "./session.ts";
import { StoredFailures } from "./storedFailures.ts";

/** The options of `check`, as they are parsed. */
interface CheckOptions {
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
  readonly strict?: boolean;
  readonly report?: readonly ReportTarget[];
}

const STEPS_MAX = 1000;

export const addCheck: AddCommand = (program, session, onDone) => {
  program
    .command("check")
    .description("check the adapters of a module")
    .argument("<adapter module>", "a module in TypeScript or JavaScript; its default export is an adapter, or an array")
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
    .option("--corpus <DIR>", "where counterexamples are stored and replayed from", ".conformance")
    .option("--strict", "a violated SHOULD counts like a MUST")
    .option("--report <FORMAT=PATH>", "write a report, as in json=report.json; may be repeated", reportTarget)
    .action(async (path: string, options: CheckOptions) => onDone(await check(path, options, session)));
};

/**
 * Checks the adapters of a module and says what was found.
 *
 * Whatever can be refused is refused before anything runs: options first, then files, then the module.
 */
async function check(path: string, options: CheckOptions, session: Session): Promise<ExitCode> {
  const { adapter: names = [], rule: ids = [], report = [] } = options;
  if (ids.length > 0) selectRules(everyRule(), ids);
  await assertWritable(report);
  const corpus = await readCorpus(options.corpus);
  const adapters = readAdapters(await loadDefaultExport(path, session.containment), path);
  const selected = select(adapters, { ...options, adapters: names, rules: ids });
  const results: AdapterResult[] = [];
  for (const one of selected) {
    const stored = new StoredFailures(options.corpus, corpus, one.adapter, path);
    results.push(await checkOne(one, stored, options, { ...session, isOnly: selected.length === 1 }));
  }
  if (results.length > 1) session.terminal.write(renderOverview(results, session.terminal));
  await publishReport(createReport(KIT, everyRule(), results), report, session);
  return combineExitCodes(results.map(({ verdict }) => EXIT_CODES[verdict]));
}

const EXIT_CODES: Readonly<Record<Verdict, ExitCode>> = {
  conformant: 0,
  "not conformant": 1,
  error: 3,
  inconclusive: 4,
};

async function checkOne(
  { adapter, profile, rules }: Selected,
  stored: StoredFailures,
  options: CheckOptions,
  { terminal, isOnly }: Session & { readonly isOnly: boolean },
): Promise<AdapterResult> {
  const progress = new ProgressLine(terminal, adapter.name);
  const done = await campaign(adapter, {
    ...campaignOptions(options, stored.entries),
    ...(rules === undefined ? {} : { rules }),
    onProgress: (now) => progress.show(now),
    replayCommand: (rule) => stored.replayCommand(rule),
  });
  progress.clear();
  const problems = await stored.save(done.failures, done.result.seed);
  const { width, paint } = terminal;
  terminal.write([
    ...renderResult(done.result, profile, { width, paint, compact: !isOnly }),
    ...stored.passingNow(done),
    ...problems,
    ...(options.timeBudget === undefined ? [] : ["  ! with --time-budget equal seeds need not give equal results"]),
    ...(isOnly ? [] : [""]),
  ]);
  return done.result;
}

function campaignOptions(options: CheckOptions, corpus: readonly CorpusEntry[]): CampaignOptions {
  const { runs, seed, maxSteps, timeBudget, exhaustive, strict } = options;
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxSteps === undefined ? {} : { stepsMax: maxSteps }),
    ...(timeBudget === undefined ? {} : { timeBudgetMs: timeBudget * 1000 }),
    ...(exhaustive === undefined ? {} : { scope: exhaustive }),
    ...(strict === undefined ? {} : { strict }),
    corpus: corpus.map(({ counterexample }) => counterexample.scenario),
  };
}
