import { InvalidArgumentError } from "commander";
import { requirementSets } from "../../properties/requirements/index.ts";
import type { ProfileName } from "../contract/adapter.ts";
import type { RequirementSet } from "../contract/requirements.ts";
import type { Shard } from "../explore/chunk.ts";
import { nearest } from "../explore/nearest.ts";
import { profileOf, profiles } from "../profiles/index.ts";
import type { Scope } from "../scenario/space.ts";

/** A parser of an option that takes a whole number between both, inclusive. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** The most random runs that can be asked for. */
export const RUNS_MAX = 1_000_000_000;

/** Parses the seed of the random runs: a whole number of 32 bits. */
export const anySeed = wholeNumber(-(2 ** 31), 2 ** 31 - 1);

/** Parses a number of seconds, fractions included. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("Expected a number of seconds above 0.");
}

/** With more of either, or more tight gaps, no machine comes to the end. */
const SIZE_MAX = 4;

/** Tight gaps of a scope that names none. */
const TIGHT_GAPS_DEFAULT = 1;

/** Parses `COMMANDSxCONTROLS` or `COMMANDSxCONTROLS/TIGHTGAPS`. */
export function scope(text: string): Scope {
  const [, subjects, controls, tightGaps = String(TIGHT_GAPS_DEFAULT)] = /^(\d+)x(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  const sizes = [subjects, controls, tightGaps].map(Number);
  if (subjects !== undefined && sizes.every((size) => size <= SIZE_MAX)) {
    return { subjects: Number(subjects), controls: Number(controls), tightGaps: Number(tightGaps) };
  }
  throw new InvalidArgumentError(
    `Expected COMMANDSxCONTROLS or COMMANDSxCONTROLS/TIGHTGAPS, each up to ${SIZE_MAX}, as in 2x2/1.`,
  );
}

const SHARDS_MAX = 10_000;

/** Parses `I/N`, a part of a campaign. */
export function shard(text: string): Shard {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= SHARDS_MAX) {
    return { index, count };
  }
  throw new InvalidArgumentError("Expected I/N, the part I of N, as in 1/4.");
}

/** Parses the name of a profile that this version can judge. */
export function profileName(text: string): ProfileName {
  const profile = profileOf(text as ProfileName);
  if (profile !== undefined) return profile.name;
  const known = Object.keys(profiles);
  const meant = nearest(text, known);
  throw new InvalidArgumentError(
    `Expected one of ${known.join(", ")}${meant === undefined ? "." : `; did you mean ${meant}?`}`,
  );
}

/** Parses the id of a requirement set. */
export function requirementSet(text: string): RequirementSet {
  const set = requirementSets.find(({ id }) => id === text);
  if (set !== undefined) return set;
  throw new InvalidArgumentError(`Expected one of ${requirementSets.map(({ id }) => id).join(", ")}.`);
}

/** Collects an option that may be given several times. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
