import type { ProfileName } from "../contract/adapter.ts";
import type { Rule } from "../contract/rule.ts";
import { nearest } from "../explore/nearest.ts";
import { selectRules } from "../explore/selectRules.ts";
import { UsageError } from "../explore/usageError.ts";
import { isApplicable } from "../judge/applicable.ts";
import { profileOf, profiles, type AnyProfile, type AdapterFacts } from "../profiles/index.ts";
import { declaredCapabilities } from "../run/runner.ts";

/** One adapter and what it is to be judged by. */
export interface Selected {
  readonly adapter: AdapterFacts;
  readonly profile: AnyProfile;
  /** Absent: by every rule of its profile. */
  readonly rules?: readonly string[];
}

export interface Selection {
  readonly profile?: ProfileName;
  /** Names of adapters; none: all. */
  readonly adapters: readonly string[];
  /** Ids of rules; none: all. */
  readonly rules: readonly string[];
}

/** Every rule of every profile of this kit. */
export function everyRule(): readonly Rule<never>[] {
  return Object.values(profiles).flatMap(({ rules }) => rules as readonly Rule<never>[]);
}

/**
 * The adapters to check, each with its rules.
 *
 * @throws UsageError when a name is unknown, or for an adapter nothing is left to judge: a filter that matches nothing
 * must not look like a pass.
 */
export function select(adapters: readonly AdapterFacts[], selection: Selection): readonly Selected[] {
  return selectAdapters(adapters, selection).map((adapter) => {
    const profile = profileOf(adapter.profile);
    if (profile === undefined) throw new UsageError(`This kit has no profile ${adapter.profile}`);
    return { adapter, profile, ...rulesOf(adapter, profile, selection.rules) };
  });
}

function selectAdapters(
  adapters: readonly AdapterFacts[],
  { profile, adapters: names }: Selection,
): readonly AdapterFacts[] {
  const known = adapters.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    const hint = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
    throw new UsageError(`Unknown adapter ${JSON.stringify(unknown)}: ${hint}`);
  }
  const named = names.length === 0 ? adapters : adapters.filter(({ name }) => names.includes(name));
  const selected = profile === undefined ? named : named.filter((adapter) => adapter.profile === profile);
  if (selected.length === 0) {
    const got = [...new Set(named.map((adapter) => adapter.profile))].join(", ");
    throw new UsageError(`Expected an adapter of the profile ${profile}, got only ${got}: leave out --profile`);
  }
  return selected;
}

function rulesOf(
  adapter: AdapterFacts,
  profile: AnyProfile,
  ids: readonly string[],
): { readonly rules?: readonly string[] } {
  if (ids.length === 0) return {};
  const rules = selectRules(everyRule(), ids);
  const own = rules.filter((rule) => rule.profile === profile.name);
  const who = `the adapter ${JSON.stringify(adapter.name)}`;
  if (own.length === 0) {
    throw new UsageError(
      `Nothing to judge for ${who}: --rule selects no rule of its profile ${profile.name}; leave the adapter out with --adapter or --profile`,
    );
  }
  const declared = declaredCapabilities(adapter);
  if (!own.some((rule) => isApplicable(rule, declared))) {
    const missing = (own[0]?.capabilities ?? []).filter((capability) => !declared.includes(capability));
    throw new UsageError(
      `Nothing to judge for ${who}: ${own[0]?.id} applies only with ${missing.join(", ")}, which it does not declare`,
    );
  }
  return { rules: own.map(({ id }) => id) };
}
