import type { ProfileName } from "../contract/adapter.ts";
import { domainProfile } from "./domain/profile.ts";
import { jobProfile } from "./job/profile.ts";
import { laneProfile } from "./lane/profile.ts";
import type { AnyProfile } from "./profile.ts";

/** The profiles this kit can judge, by name. */
export const profiles: Readonly<Partial<Record<ProfileName, AnyProfile>>> = {
  domain: domainProfile,
  job: jobProfile,
  lane: laneProfile,
};

/** The profile of that name, if this kit can judge it. */
export function profileOf(name: ProfileName): AnyProfile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

export { domainProfile } from "./domain/profile.ts";
export { jobProfile } from "./job/profile.ts";
export { laneProfile } from "./lane/profile.ts";
export type { AdapterFacts, AnyProfile, CheckableAdapter, Drawing, Profile } from "./profile.ts";
