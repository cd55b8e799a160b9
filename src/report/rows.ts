import type { Gap } from "../contract/scenario.ts";
import type { Trace } from "../contract/trace.ts";
import type { BrokenRun } from "../contract/verdict.ts";
import type { AnyProfile, Drawing } from "../profiles/index.ts";
import { visible } from "./text.ts";

/** One line of a diagram. */
export interface Row {
  /** Number of the step that begins here. */
  readonly number?: number;
  /** Absent: nothing passes between the lanes. */
  readonly drawing?: Drawing;
  /** One visible line. */
  readonly text: string;
  /** A quiescent point or a gap between two steps; drawn faintly. */
  readonly between?: boolean;
  /** The violation shows here. */
  readonly broken?: boolean;
}

const REST = "rest";

/** What happened in a run, from top to bottom: arrows, marks, steps that drew nothing, and what lay between the steps. */
export function rowsOf(shown: BrokenRun, profile: AnyProfile): readonly Row[] {
  return new Rows(shown, profile).all();
}

/** How the gap after a step reads. */
export function describeGap(gap: Gap | undefined): string {
  if (gap === undefined) return REST;
  if (gap === "turn") return "same turn";
  return gap === 1 ? "1 microtask hop" : `${gap} microtask hops`;
}

/** Makes the rows of a diagram from the records of a trace. */
class Rows {
  readonly #shown: BrokenRun;
  readonly #profile: AnyProfile;
  readonly #rows: Row[] = [];
  /** A step that has begun and has no row yet. */
  #begun: { readonly number: number; readonly text: string } | undefined;
  #isGranting = false;

  constructor(shown: BrokenRun, profile: AnyProfile) {
    this.#shown = shown;
    this.#profile = profile;
  }

  all(): readonly Row[] {
    const { trace, at } = this.#shown;
    for (const [index, record] of trace.records.entries()) {
      this.#add(record as Trace["records"][number] & { readonly type: string }, index === at);
    }
    this.#settleStep();
    return this.#rows;
  }

  #add(record: Trace["records"][number] & { readonly type: string }, broken: boolean): void {
    const { scenario, trace } = this.#shown;
    if (record.type === "step") {
      this.#begin(record.step);
      if (broken) this.#settleStep(broken);
      return;
    }
    if (record.type === "skip") {
      const text = `${this.#begun?.text ?? ""}: skipped, it is not enabled`;
      this.#push({ text, broken });
      return;
    }
    if (record.type === "quiet") {
      this.#settleStep();
      if (broken || this.#rows.at(-1)?.text !== REST) this.#push({ text: REST, between: true, broken });
      return;
    }
    const drawing: Drawing | undefined = this.#profile.draw(record, trace);
    if (drawing === undefined && !broken) return;
    if (record.step >= scenario.steps.length && !this.#isGranting) {
      this.#settleStep();
      this.#isGranting = true;
      this.#push({ text: "what is left is granted", between: true });
    }
    this.#push(drawing === undefined ? { text: "the rule is broken here", broken } : { ...shownAs(drawing), broken });
  }

  #begin(step: number): void {
    this.#settleStep();
    const { steps } = this.#shown.scenario;
    const gap = steps[step - 1]?.gap;
    if (gap !== undefined) this.#push({ text: describeGap(gap), between: true });
    const begun = steps[step];
    if (begun === undefined) return;
    this.#begun = { number: step + 1, text: visible(this.#profile.describeStep(begun)) };
  }

  /** A step that drew nothing gets a row that says what it was. */
  #settleStep(broken = false): void {
    if (this.#begun !== undefined) this.#push({ text: this.#begun.text, broken });
  }

  #push(row: Row): void {
    this.#rows.push(this.#begun === undefined ? row : { ...row, number: this.#begun.number });
    this.#begun = undefined;
  }
}

function shownAs(drawing: Drawing): Pick<Row, "drawing" | "text"> {
  return { drawing, text: visible(drawing.label) };
}
