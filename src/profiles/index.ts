import type { ProfileName } from "../contract/adapter.ts";
import { domainProfile } from "./domain/profile.ts";
import type { AnyProfile } from "./profile.ts";

/** The profiles this kit can judge, by name. */
export const profiles: Readonly<Partial<Record<ProfileName, AnyProfile>>> = { domain: domainProfile };

/** The profile of that name, if this kit can judge it. */
export function profileOf(name: ProfileName): AnyProfile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

export { domainProfile } from "./domain/profile.ts";
export type { AnyProfile, CheckableAdapter, Drawing, Profile } from "./profile.ts";
