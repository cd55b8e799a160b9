import type { Scenario } from "../contract/scenario.ts";
import type { Rule } from "../contract/rule.ts";
import type { AdapterResult, Counterexample } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { drawDiagram } from "./diagram.ts";
import { plain, type Paint, type Rendering } from "./paint.ts";
import { renderPasteTest, type PastedAdapter } from "./pasteTest.ts";
import { describeGap } from "./rows.ts";
import { counted, displayWidth, fit, truncate, visible, wrap } from "./text.ts";

const INDENT = "  ";

/** Columns of the words before what they name: "Look at   ...". */
const NAME_WIDTH = 10;

export interface FailureRendering extends Rendering {
  /** It was run again as it is: its whole run is drawn, and nothing is said of a search. */
  readonly isReplay?: boolean;
  /** Absent: no test to paste. */
  readonly pasted?: PastedAdapter;
}

/** What is said of a rule that failed; a stored report has no more than id and level of a rule that this kit does not know. */
export type RuleText = Pick<Rule<never>, "id" | "level"> & Partial<Pick<Rule<never>, "sentence" | "lookAt">>;

/** A failure as it is shown: where it was found does not matter. */
export interface ShownFailure {
  readonly rule: RuleText;
  readonly counterexample: Omit<Counterexample, "found" | "foundBy">;
}

/** The failures of a result in the order of its rules, each with the texts of its rule. */
export function failuresOf({ rules }: AdapterResult, profile: AnyProfile): readonly ShownFailure[] {
  return rules.flatMap(({ id, level, verdict, counterexample }) =>
    verdict === "fail" && counterexample !== undefined
      ? [{ rule: ruleText(profile, { id, level }), counterexample }]
      : [],
  );
}

/** The texts of a rule, as far as the profile has them. */
export function ruleText({ rules }: AnyProfile, known: Pick<RuleText, "id" | "level">): RuleText {
  return rules.find(({ id }) => id === known.id) ?? known;
}

/**
 * A failed rule for the implementer: the sentence it breaks, what was seen, where to look, the smallest scenario as steps
 * and as lanes over time, the command that shows it again, and a test to paste where it is certain to fail.
 *
 * @returns lines of at most `width` columns, commands and code excepted.
 * @example
 * ```ts
 * const { failures } = await campaign(adapter);
 * for (const failure of failures) console.log(renderFailure(failure, profile).join("\n"));
 * ```
 */
export function renderFailure(
  failure: ShownFailure,
  profile: AnyProfile,
  rendering: FailureRendering = {},
): readonly string[] {
  const { width = 80, paint = plain, isReplay = false, pasted } = rendering;
  const { rule, counterexample } = failure;
  const { scenario, deterministic, message, replay } = counterexample;
  const inner = { width: width - INDENT.length, paint, whole: isReplay };
  const body = [
    ...(rule.sentence === undefined ? [] : [...wrap(visible(rule.sentence), inner.width), ""]),
    ...named("Seen", message, inner.width),
    ...(rule.lookAt === undefined ? [] : named("Look at", rule.lookAt, inner.width)),
    "",
    `${isReplay ? "Scenario" : "Smallest scenario found"}: ${counted(scenario.steps.length, "steps")}${describeSetup(scenario)}`,
    ...listSteps(scenario, profile, inner.width, paint),
    "",
    ...drawDiagram(counterexample, profile, inner),
    "",
    `${"Replay".padEnd(NAME_WIDTH)}${visible(replay)}`,
    ...(pasted !== undefined && failsInTests(counterexample)
      ? ["", "Test to paste", ...renderPasteTest(rule, counterexample, pasted).map(indented)]
      : []),
  ];
  return [
    `${paint(["red", "bold"], `✗ ${rule.level} ${visible(rule.id)}`)}${deterministic ? "" : paint(["yellow", "bold"], describeFlaky(counterexample))}`,
    ...body.map(indented),
  ];
}

/** It is certain to fail, and its run ends in a disposal: one that an executor never came back from would hang a test. */
function failsInTests({ deterministic, trace }: ShownFailure["counterexample"]): boolean {
  return deterministic && trace.records.some((record) => "type" in record && record.type === "dispose");
}

function indented(line: string): string {
  return line === "" ? "" : INDENT + line;
}

function describeFlaky({ rate }: Pick<Counterexample, "rate">): string {
  if (rate === undefined) return "  flaky: not the same again when it was run again";
  return `  flaky: failed ${rate.failures} of ${counted(rate.runs, "times")} when it was run again`;
}

/** A text after the word that names it, its further lines below its first. */
function named(name: string, text: string, width: number): readonly string[] {
  return wrap(visible(text), width - NAME_WIDTH).map(
    (line, index) => (index === 0 ? name : "").padEnd(NAME_WIDTH) + line,
  );
}

/** What the host of a scenario looks like, where it is special: a clause after the number of steps. */
export function describeSetup({ setup }: Scenario): string {
  const settings = Object.entries(setup).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return settings.length === 0 ? "" : `, with ${visible(settings.join(", "))}`;
}

/** Columns of a step's number and the spaces around it, and of the longest gap. */
const NUMBER_WIDTH = 6;
const GAP_WIDTH = 19;

/** The steps by their numbers, each with the gap to the next one. */
function listSteps({ steps }: Scenario, profile: AnyProfile, width: number, paint: Paint): readonly string[] {
  const texts = steps.map((step) => truncate(visible(profile.describeStep(step)), width - NUMBER_WIDTH - GAP_WIDTH));
  const column = Math.max(...texts.map(displayWidth));
  return texts.map((text, index) => {
    const step = `${String(index + 1).padStart(NUMBER_WIDTH - 2)}  `;
    if (index === texts.length - 1) return step + text;
    return `${step}${fit(text, column)}  ${paint("dim", describeGap(steps[index]?.gap))}`;
  });
}
