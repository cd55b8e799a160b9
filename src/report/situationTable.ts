import type { SituationResult } from "../contract/verdict.ts";
import { plain, type Rendering } from "./paint.ts";
import { counted, displayWidth, fit, grouped, visible } from "./text.ts";

const MARK_WIDTH = 2;
const COUNT_WIDTH = 8;
/** Columns between two situations beside each other. */
const GUTTER = "  ";

/** The situations of a campaign by their ids, as many beside each other as fit; those that never occurred are marked. */
export function renderSituationTable(
  situations: readonly SituationResult[],
  { width = 80, paint = plain }: Rendering = {},
): readonly string[] {
  if (situations.length === 0) return [];
  const widest = Math.max(...situations.map(({ id }) => displayWidth(visible(id))));
  const idWidth = Math.max(1, Math.min(widest, width - MARK_WIDTH - 1 - COUNT_WIDTH));
  const cellWidth = MARK_WIDTH + idWidth + 1 + COUNT_WIDTH;
  const perLine = Math.max(1, Math.floor((width + GUTTER.length) / (cellWidth + GUTTER.length)));
  const lines = Math.ceil(situations.length / perLine);
  const cells = situations.map(({ id, runs }) => {
    const count = (runs === 0 ? "never" : grouped(runs)).padStart(COUNT_WIDTH);
    const text = `${fit(visible(id), idWidth)} ${count}`;
    return runs === 0 ? paint("yellow", `? ${text}`) : `${paint("green", "✓")} ${text}`;
  });
  return [
    paint("bold", `  ${describeSituations(situations)}; how many runs met each`),
    // Down the columns, so that situations that belong together stand below each other.
    ...Array.from({ length: lines }, (_, line) => cells.filter((_cell, index) => index % lines === line).join(GUTTER)),
  ];
}

/** "45 situations, 2 never met": what a line of a summary has room for. */
export function describeSituations(situations: readonly SituationResult[]): string {
  const never = situations.filter(({ runs }) => runs === 0).length;
  return `${counted(situations.length, "situations")}, ${never === 0 ? "each met" : `${never} never met`}`;
}
