import type { SituationResult } from "../contract/verdict.ts";
import type { AnySituationTable } from "../scenario/situations.ts";

/** What a campaign was asked for, as far as it matters here. */
interface Asked {
  /** The executor runs in real time. */
  readonly realTime: boolean;
  /** Some rules were chosen, and not all of the profile. */
  readonly isNarrowed: boolean;
}

/**
 * The situations without which a campaign proves too little.
 *
 * In real time, where there is time for a hundred runs, only those count that are certain to occur in them: they are in
 * the scope of one subject and one control. A campaign for chosen rules asks for none: how often each of those was
 * exercised says enough.
 */
export function demandedSituations(
  { situations }: AnySituationTable,
  results: readonly SituationResult[],
  { realTime, isNarrowed }: Asked,
): readonly SituationResult[] {
  if (isNarrowed) return [];
  if (!realTime) return results;
  const basic = new Set(situations.flatMap((situation) => (situation.basic === true ? [situation.id] : [])));
  return results.filter(({ id }) => basic.has(id));
}
