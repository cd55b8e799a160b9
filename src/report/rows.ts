import type { Gap } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import type { BrokenRun } from "../contract/verdict.ts";
import type { AnyProfile, Drawing } from "../profiles/index.ts";
import { visible } from "./text.ts";

/** One line of a diagram. */
export interface Row {
  /** Number of the step that begins here, and how it reads. */
  readonly number?: number;
  readonly step?: string;
  /** Absent: nothing passes between the lanes. */
  readonly drawing?: Drawing;
  /** One visible line. */
  readonly text: string;
  /** A quiescent point, a tight gap between two steps, or the end of the scenario; drawn faintly. */
  readonly between?: "rest" | "gap" | "granted";
  /** Sequence number of the record it was made from. */
  readonly record?: number;
  /** The violation shows here. */
  readonly broken?: boolean;
}

const REST = "rest";

/** The place of whatever comes first in a diagram. */
const FIRST = "host";

/** What happened in a run, from top to bottom: arrows, marks, steps that drew nothing, and what lay between the steps. */
export function rowsOf(shown: BrokenRun, profile: AnyProfile): readonly Row[] {
  return new Rows(shown, profile).all();
}

/** The lanes that rows need, the host first, then in the order of their appearance. */
export function laneNames(rows: readonly Row[]): readonly string[] {
  const names = new Set<string>();
  for (const { drawing } of rows) {
    if (drawing === undefined) continue;
    names.add(drawing.from);
    if (drawing.to !== undefined) names.add(drawing.to);
  }
  return names.delete(FIRST) ? [FIRST, ...names] : [...names];
}

/** How the gap after a step reads. */
export function describeGap(gap: Gap | undefined): string {
  if (gap === undefined) return REST;
  if (gap === "turn") return "same turn";
  return gap === 1 ? "1 microtask hop" : `${gap} microtask hops`;
}

type Recorded = RecordBase & { readonly type: string };

/** Makes the rows of a diagram from the records of a trace. */
class Rows {
  readonly #shown: BrokenRun;
  readonly #profile: AnyProfile;
  readonly #rows: Row[] = [];
  /** A step that has begun and has no row yet. */
  #begun: { readonly number: number; readonly step: string; readonly record: number } | undefined;
  #isGranting = false;

  constructor(shown: BrokenRun, profile: AnyProfile) {
    this.#shown = shown;
    this.#profile = profile;
  }

  all(): readonly Row[] {
    const { trace, at } = this.#shown;
    for (const [index, record] of trace.records.entries()) this.#add(record as Recorded, index, index === at);
    this.#settleStep();
    return this.#rows;
  }

  #add(record: Recorded, index: number, broken: boolean): void {
    switch (record.type) {
      case "step":
        this.#begin(record.step, index);
        if (broken) this.#settleStep(broken);
        break;
      case "skip":
        // One without a step of its own is a call from inside a callback.
        this.#push({
          text: `${this.#begun?.step ?? "a call from inside"}: skipped, it is not enabled`,
          record: index,
          broken,
        });
        break;
      case "quiet":
        this.#settleStep();
        if (broken || this.#rows.at(-1)?.between !== "rest") {
          this.#push({ text: REST, between: "rest", record: index, broken });
        }
        break;
      default:
        this.#draw(record, index, broken);
    }
  }

  #draw(record: Recorded, index: number, broken: boolean): void {
    const { scenario, trace } = this.#shown;
    const drawing: Drawing | undefined = this.#profile.draw(record, trace);
    if (drawing === undefined && !broken) return;
    if (record.step >= scenario.steps.length && !this.#isGranting) {
      this.#settleStep();
      this.#isGranting = true;
      this.#push({ text: "what is left is granted", between: "granted" });
    }
    const begun = scenario.steps[(this.#begun?.number ?? 0) - 1];
    if (begun !== undefined && this.#profile.silentSteps.has(begun.op)) this.#settleStep();
    const shown =
      drawing === undefined ? { text: "the rule is broken here" } : { drawing, text: visible(drawing.label) };
    this.#push({ ...shown, record: index, broken });
  }

  #begin(step: number, record: number): void {
    this.#settleStep();
    const { steps } = this.#shown.scenario;
    const gap = steps[step - 1]?.gap;
    if (gap !== undefined) this.#push({ text: describeGap(gap), between: "gap" });
    const begun = steps[step];
    if (begun === undefined) return;
    this.#begun = { number: step + 1, step: visible(this.#profile.describeStep(begun)), record };
  }

  /** A step that drew nothing gets a row that says what it was. */
  #settleStep(broken = false): void {
    if (this.#begun !== undefined) this.#push({ text: this.#begun.step, record: this.#begun.record, broken });
  }

  #push(row: Row): void {
    if (this.#begun === undefined) this.#rows.push(row);
    else this.#rows.push({ ...row, number: this.#begun.number, step: this.#begun.step });
    this.#begun = undefined;
  }
}
