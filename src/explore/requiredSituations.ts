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
 * Marks the situations that a campaign need not meet to prove enough.
 *
 * In real time, where there is time for a hundred runs, only those are required that are certain to occur in them: they
 * are in the scope of one subject and one control. A campaign for chosen rules requires none: how often each of those was
 * exercised says enough.
 */
export function requiredSituations(
  { situations }: AnySituationTable,
  results: readonly SituationResult[],
  { realTime, isNarrowed }: Asked,
): readonly SituationResult[] {
  const basic = new Set(situations.flatMap((situation) => (situation.basic === true ? [situation.id] : [])));
  return results.map((result) => {
    const isRequired = !isNarrowed && (!realTime || basic.has(result.id));
    return isRequired ? result : { ...result, notRequired: true };
  });
}
