import type { Report } from "../contract/verdict.ts";
import type { ProfileLookup } from "./format.ts";
import { renderOverview, renderResult, type ResultRendering } from "./result.ts";

/** A whole report for a terminal, as `check` shows it: its results, and an overview where there are several. */
export function renderReport(
  { results }: Report,
  profileOf: ProfileLookup,
  rendering: Omit<ResultRendering, "compact"> = {},
): readonly string[] {
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) {
    return renderResult(only, profileOf(only.adapter.profile), rendering);
  }
  return [
    ...results.flatMap((result) => [
      ...renderResult(result, profileOf(result.adapter.profile), { ...rendering, compact: true }),
      "",
    ]),
    ...renderOverview(results, rendering),
  ];
}
