import { stat } from "node:fs/promises";
import { firstDifference } from "../explore/audit.ts";
import { readCorpusFile } from "../explore/corpus.ts";
import type { StoredCounterexample } from "../explore/counterexampleFile.ts";
import { nearest } from "../explore/nearest.ts";
import { withRules, type Replay } from "../explore/replay.ts";
import { selectRules } from "../explore/selectRules.ts";
import { UsageError } from "../explore/usageError.ts";
import type { Trace } from "../contract/trace.ts";
import type { AdapterFacts } from "../profiles/index.ts";
import { renderFailure } from "../report/failure.ts";
import { visible } from "../report/text.ts";
import type { AnyRecord } from "../run/runner.ts";
import { KIT } from "../version.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import { openModule } from "../supervise/adapterModule.ts";
import { everyRule, select, type Selected } from "./selection.ts";
import { modulePath } from "./modulePath.ts";
import { replayKept } from "./replayKept.ts";
import type { Session } from "./session.ts";
import { shownAgain } from "./shownAgain.ts";
import { moduleOf, shellQuoted } from "./storedFailures.ts";

interface ReplayOptions {
  readonly inProcess?: boolean;
  /** A trace that moved leaves open whether the rule holds. */
  readonly strict?: boolean;
}

export const addReplay: AddCommand = (program, session, onDone) => {
  program
    .command("replay")
    .description("run a stored counterexample, or a kept scenario, again")
    .argument("<counterexample.json>", "a file that check has stored, or one of the same folder with a scenario")
    .argument("[adapter module]", "where the adapter is now")
    .option("--in-process", "run the executor in this thread, for a debugger")
    .option("--strict", "a run that leaves another trace says nothing, and ends with 4")
    .action(async (path: string, given: string | undefined, options: ReplayOptions) => {
      const module = given === undefined ? undefined : await modulePath(given);
      onDone(await replay(path, module, options, session));
    });
};

/**
 * Runs a stored counterexample again and shows it.
 *
 * @param module where the adapter is; absent: where it was when the counterexample was stored.
 * Steps that are not enabled any more are skipped, and it is said from where on the trace is another one.
 *
 * @returns 1 if its rule fails again, 0 if it does not.
 */
async function replay(
  path: string,
  module: string | undefined,
  options: ReplayOptions,
  session: Session,
): Promise<ExitCode> {
  const { counterexample: stored, kept } = await readCorpusFile(path);
  if (kept !== undefined) return replayKept(kept, path, module, options, session);
  selectRules(everyRule(), [stored.rule]);
  const from = module ?? moduleOf(stored, path);
  if (module === undefined) await assertStillThere(from, path);
  const opened = await openModule(from, { workers: 1, inProcess: options.inProcess === true }, session.containment);
  const adapter = adapterOf(stored, opened.adapters, module !== undefined);
  const [selected] = select([adapter], { profile: stored.profile, adapters: [], rules: [stored.rule] });
  if (selected === undefined) throw new UsageError(`Nothing to replay in ${path}`);
  const { data, output } = await opened.replay(adapter, stored.scenario);
  await opened.close();
  const again = withRules(data, everyRule());
  const command = `npx ${KIT.name} replay ${[path, ...(module === undefined ? [] : [module])].map(shellQuoted).join(" ")}`;
  const shown = show(stored, selected, again, command, session);
  session.terminal.write([...shown.lines, ...describeOutput(output)]);
  if (shown.fails) return 1;
  if (options.strict === true && again.traceHash !== stored.traceHash) return 4;
  // A run that never met the rule's condition has not shown that it holds.
  return again.exercised.includes(stored.rule) ? 0 : 4;
}

/** Where a counterexample was found stands in it, as a path from its own place. */
async function assertStillThere(module: string, path: string): Promise<void> {
  if ((await stat(module).catch(() => undefined)) !== undefined) return;
  throw new UsageError(
    `Expected the adapter module of ${path} at ${module}, where the file says it is, got nothing: ` +
      "name the module as the second argument",
  );
}

/** The adapter a counterexample was found with; a module that was named may hold a single one of another name. */
function adapterOf(
  { profile, adapter: { name } }: StoredCounterexample,
  adapters: readonly AdapterFacts[],
  wasNamed: boolean,
): AdapterFacts {
  const [first, second] = adapters;
  const same =
    adapters.find((adapter) => adapter.name === name) ?? (wasNamed && second === undefined ? first : undefined);
  if (same !== undefined && same.profile !== profile) {
    throw new UsageError(
      `The counterexample is of the profile ${profile}, and the adapter ${JSON.stringify(same.name)} of ${same.profile}`,
    );
  }
  if (same !== undefined) return same;
  const names = adapters.map((adapter) => adapter.name);
  const meant = nearest(name, names);
  throw new UsageError(
    `The counterexample is of the adapter ${JSON.stringify(name)}, and the module has ${names.join(", ")}` +
      (meant === undefined ? "" : `; the nearest is ${meant}`),
  );
}

function show(
  stored: StoredCounterexample,
  { profile }: Selected,
  done: Replay,
  command: string,
  { terminal: { width, paint } }: Session,
): { readonly fails: boolean; readonly lines: readonly string[] } {
  const { trace, traceHash, exercised, broken } = done;
  const hash = [...describeTrace(stored, trace, traceHash), ...describeSkips(stored, trace)];
  const others = broken.flatMap(({ rule }) => (rule.id === stored.rule ? [] : [rule.id]));
  const also = others.length === 0 ? [] : [`The same run also breaks ${others.join(", ")}`];
  const again = broken.find(({ rule }) => rule.id === stored.rule);
  const violation = again?.violations[0];
  if (again === undefined || violation === undefined) {
    const [rule] = selectRules(profile.rules, [stored.rule]);
    const why = exercised.includes(stored.rule)
      ? "does not fail on this scenario any more"
      : "was not exercised by this scenario";
    return { fails: false, lines: [`${rule?.id} ${why}`, ...hash, ...also] };
  }
  const failure = shownAgain(stored.scenario, done, { rule: again.rule, violation }, command);
  return {
    fails: true,
    lines: [...renderFailure(failure, profile, { width, paint, isReplay: true }), "", ...hash, ...also],
  };
}

/** Whether the run left the trace that was stored, and where it moved if not. */
function describeTrace(
  { traceHash: before, records, scenario: { steps } }: StoredCounterexample,
  trace: Trace,
  now: string,
): readonly string[] {
  if (now === before) return [`The trace is the same: ${now}`];
  const moved = records === undefined ? undefined : firstDifference(records, trace.records as readonly AnyRecord[]);
  const line = `The trace is another one: ${now}, and not ${visible(before)}`;
  if (moved === undefined) return [line];
  const where = moved.step < steps.length ? `in the wake of step ${moved.step + 1}` : "after the last step";
  const [was, is] = moved.records.map((record) => (record === null ? "nothing more" : visible(record)));
  return [`${line}. It moved ${where}:`, `  was  ${was}`, `  is   ${is}`];
}

/** The steps that the executor had no use for: a smaller scenario does the same. */
function describeSkips({ scenario }: StoredCounterexample, trace: Trace): readonly string[] {
  const skipped = (trace.records as readonly AnyRecord[]).flatMap(({ type, step }) =>
    type === "skip" ? [step + 1] : [],
  );
  if (skipped.length === 0) return [];
  return [`Skipped, because they were not enabled: step ${skipped.join(", ")} of ${scenario.steps.length}`];
}

/** What the executor wrote, line by line, each made harmless. */
function describeOutput(output: string): readonly string[] {
  if (output === "") return [];
  const lines = output.replace(/\n$/, "").split("\n");
  return ["", "What the executor wrote:", ...lines.map((line) => `  | ${visible(line.replace(/\r$/, ""))}`)];
}
