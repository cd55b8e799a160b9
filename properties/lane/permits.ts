import type { BatchFact, LaneFacts, RestFact, Seq, Unusual } from "./facts.ts";

/** Something that shows, and what an implementer is told about it. */
export interface Sign {
  readonly at: Seq;
  readonly message: string;
}

/** Somebody waits for a permit although fewer bodies run than there are permits, and no timer could change that. */
export function isHeldUp({ waiting, timers, overlaps, busy, adrift, width }: RestFact): boolean {
  return waiting.length > 0 && !timers && !overlaps && busy + adrift < width;
}

/** What is missing from `at` on may be due to a host that threw before. */
export function isAfterHostFault(facts: LaneFacts, at: Seq): boolean {
  return facts.hostFaultAt < at;
}

/** The first sign that the lane has fewer or more permits than it should. */
export function permitTrouble(facts: LaneFacts): Sign | undefined {
  const rest = facts.rests.find(isHeldUp);
  if (rest !== undefined) return { at: rest.at, message: heldUpMessage(rest) };
  const { probe } = facts;
  return probe === undefined || probe.most === probe.width ? undefined : probeSign(facts);
}

/**
 * A sign of trouble with the permits that only one kind of event can have caused: nothing else in the run is unusual, and
 * before the first of these events a quiescent point showed that the permits were right.
 */
export function troubleBy(facts: LaneFacts, suspect: Unusual, ...companions: readonly Unusual[]): Sign | undefined {
  const { unusual } = facts;
  const since = unusual.get(suspect);
  if (since === undefined) return undefined;
  for (const other of unusual.keys()) if (other !== suspect && !companions.includes(other)) return undefined;
  if (!facts.rests.some((rest) => rest.at < since && areAllInUse(rest))) return undefined;
  const trouble = permitTrouble(facts);
  return trouble !== undefined && trouble.at > since ? trouble : undefined;
}

/** As many bodies run as there are permits, and somebody waits who would run if there were more. */
function areAllInUse({ waiting, timers, overlaps, adrift, busy, width }: RestFact): boolean {
  return waiting.length > 0 && !timers && !overlaps && adrift === 0 && busy === width;
}

export function heldUpMessage({ waiting, busy, width }: RestFact): string {
  return `everything is at rest and ${names(waiting.map(({ batch }) => batch))} ${
    waiting.length === 1 ? "waits" : "wait"
  }, although only ${busy} of ${width} permits ${width === 1 ? "is" : "are"} used by bodies that run`;
}

/** What the probe of an idle lane showed. */
export function probeSign({ probe }: LaneFacts): Sign | undefined {
  if (probe === undefined) return undefined;
  const { most, width } = probe;
  const verdict = most < width ? "a permit was lost" : "a permit was invented";
  return { at: probe.mostAt, message: `the idle lane ran ${most} fresh batches at once, not ${width}: ${verdict}` };
}

export function names(batches: readonly BatchFact[]): string {
  return batches.map(({ name }) => label(name)).join(", ");
}

/** Ids that are plain words stand as they are; every other one in quotes. */
export function label(id: string): string {
  return /^[a-z0-9][\w-]*$/i.test(id) ? id : JSON.stringify(id);
}
