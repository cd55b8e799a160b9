import { readFile } from "node:fs/promises";
import { UnreadableFileError } from "../contract/storedFile.ts";
import { judgeStored, type BrokenInTrace, type JudgedTrace } from "../explore/judgeStored.ts";
import { plain, type Rendering } from "../report/paint.ts";
import { countVerdicts, renderRuleTable } from "../report/ruleTable.ts";
import { counted, visible, wrap } from "../report/text.ts";
import type { StoredTrace } from "../trace/read.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";

interface JudgeOptions {
  readonly strict?: boolean;
}

export const addJudge: AddCommand = (program, session, onDone) => {
  program
    .command("judge")
    .description("judge a recorded trace; no executor is needed")
    .argument("<trace.jsonl>", "a trace that recordTrace has written")
    .option("--strict", "a violated SHOULD counts like a MUST")
    .action(async (path: string, options: JudgeOptions) => onDone(await judge(path, options, session)));
};

/** Violations of one rule that are shown; one cause often shows many times. */
const SHOWN_MAX = 5;

/**
 * Judges a trace and says what it shows.
 *
 * @returns 1 where a rule is violated, 4 where no rule was exercised, else 0.
 */
async function judge(path: string, { strict }: JudgeOptions, { terminal }: Session): Promise<ExitCode> {
  const { lineOf, parseTrace } = await import("../trace/read.ts");
  const stored = parseTrace(await read(path), path);
  const judged = judgeStored(stored);
  const code = exitCodeOf(judged, strict === true);
  terminal.write([
    terminal.paint(code === 0 ? ["green", "bold"] : [code === 1 ? "red" : "yellow", "bold"], VERDICTS[code]) +
      `: ${visible(path)} (${describeTrace(stored)})`,
    ...notes(stored, judged).flatMap((note) => wrapped(note, terminal)),
    ...judged.broken.flatMap((broken) => renderBroken(broken, lineOf, terminal)),
    "",
    ...renderRuleTable(judged.rules, terminal),
    "",
    countVerdicts(judged.rules),
  ]);
  return code;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UnreadableFileError(path, "a trace", `no readable file: ${(error as Error).message}`);
  }
}

const VERDICTS = { 0: "no violation", 1: "not conformant", 4: "inconclusive" } as const;

function exitCodeOf({ broken, rules }: JudgedTrace, strict: boolean): keyof typeof VERDICTS {
  if (broken.some(({ rule }) => rule.level === "MUST" || strict)) return 1;
  return rules.some(({ exercised }) => exercised > 0) ? 0 : 4;
}

function describeTrace({ trace, source }: StoredTrace): string {
  const quiet = trace.records.filter(({ type }) => type === "quiet").length;
  const of = source === "recorded" ? "recorded at work" : "a run of the kit";
  return `${trace.profile}, ${of}: ${counted(trace.records.length, "records")}, ${counted(quiet, "quiescent points")}`;
}

function notes({ trace, undecided }: StoredTrace, { rules, unseen }: JudgedTrace): readonly string[] {
  return [
    ...(undecided === undefined ? [] : [`judged up to record ${undecided.seq}: from there on ${undecided.why}`]),
    ...(trace.records.some(({ type }) => type === "quiet")
      ? []
      : ["no quiescent point: what an executor owes is judged at those only"]),
    ...(unseen.length === 0 ? [] : [`a trace recorded at work cannot show ${unseen.join(", ")}`]),
    ...(rules.some(({ exercised }) => exercised > 0) ? [] : ["no rule was exercised, so nothing was judged"]),
  ];
}

function wrapped(note: string, { width = 80, paint = plain }: Rendering): readonly string[] {
  return wrap(visible(note), width - 4).map((line, at) => `${at === 0 ? paint("yellow", "  ! ") : "    "}${line}`);
}

function renderBroken(
  { rule, violations }: BrokenInTrace,
  lineOf: (seq: number) => number,
  { width = 80, paint = plain }: Rendering,
): readonly string[] {
  const more = violations.length - SHOWN_MAX;
  return [
    "",
    paint(["red", "bold"], `✗ ${rule.level} ${rule.id}`),
    ...wrap(rule.sentence, width - 2).map((line) => `  ${line}`),
    ...violations.slice(0, SHOWN_MAX).flatMap(({ at, message }) => {
      return wrap(visible(`line ${lineOf(at)} (record ${at}): ${message}`), width - 2).map((line) => `  ${line}`);
    }),
    ...(more > 0 ? [`  and ${counted(more, "times")} more`] : []),
    ...wrap(`Look at: ${rule.lookAt}`, width - 2).map((line) => `  ${line}`),
  ];
}
