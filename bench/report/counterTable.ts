import { plain, type Rendering } from "../../src/report/paint.ts";
import { fit, visible } from "../../src/report/text.ts";
import { WHAT, type Counts } from "../counters/hooks.ts";

/** One executor whose operation was counted, or why it was not. */
export interface CountedRow {
  readonly name: string;
  readonly counts: Counts | { readonly why: string };
}

const COLUMN_WIDTH = 11;
const NAME_WIDTH_MAX = 32;

/** One benchmark as lines: what an operation of each executor makes. */
export function renderCounts(id: string, rows: readonly CountedRow[], { paint = plain }: Rendering): readonly string[] {
  const width = Math.min(NAME_WIDTH_MAX, Math.max(id.length - 2, ...rows.map(({ name }) => name.length)));
  return [
    `${paint("bold", fit(id, width + 2))}${WHAT.map((what) => what.padStart(COLUMN_WIDTH)).join("")}`,
    ...rows.map(({ name, counts }) => `  ${fit(visible(name), width)}${describe(counts)}`),
  ];
}

function describe(counts: CountedRow["counts"]): string {
  if ("why" in counts) return `  not counted: ${visible(counts.why)}`;
  return WHAT.map((what) => String(counts[what]).padStart(COLUMN_WIDTH)).join("");
}
