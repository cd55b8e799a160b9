import { plain, type Rendering } from "../../src/report/paint.ts";
import { fit, visible } from "../../src/report/text.ts";
import { WHAT } from "../counters/hooks.ts";
import type { Outcome } from "../counters/outcome.ts";

/** One executor, and what became of counting its operation. */
export interface CountedRow {
  readonly name: string;
  readonly outcome: Outcome;
}

const COLUMN_WIDTH = 11;
const NAME_WIDTH_MAX = 32;

/** One benchmark as lines: what an operation of each executor makes. */
export function renderCounts(id: string, rows: readonly CountedRow[], { paint = plain }: Rendering): readonly string[] {
  const width = Math.min(NAME_WIDTH_MAX, Math.max(id.length - 2, ...rows.map(({ name }) => name.length)));
  return [
    `${paint("bold", fit(id, width + 2))}${WHAT.map((what) => what.padStart(COLUMN_WIDTH)).join("")}`,
    ...rows.map(({ name, outcome }) => `  ${fit(visible(name), width)}${describe(outcome)}`),
  ];
}

function describe(outcome: Outcome): string {
  switch (outcome.state) {
    case "counted":
      return WHAT.map((what) => String(outcome.counts[what]).padStart(COLUMN_WIDTH)).join("");
    case "uncountable":
    case "not-applicable":
      return `  not counted: ${visible(outcome.why)}`;
    case "error":
      return `  error: ${visible(outcome.why)}`;
  }
}
