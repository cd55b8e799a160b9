import type { ProfileName } from "../contract/adapter.ts";
import type { DomainExecutor } from "../contract/domain.ts";
import type { JobRuntime } from "../contract/job.ts";
import type { LaneExecutor } from "../contract/lane.ts";
import { AdapterError } from "./world.ts";

/** What the adapters of each profile create. */
export interface Executors {
  readonly domain: DomainExecutor;
  readonly lane: LaneExecutor;
  readonly job: JobRuntime;
}

type MethodOf<Profile extends ProfileName> = keyof Executors[Profile] & string;

/** The methods that every executor of a profile has. */
export const METHODS = {
  domain: ["handle", "halt", "rearm"],
  lane: ["submit"],
  job: ["start", "read", "cancel"],
} as const satisfies { readonly [P in ProfileName]: readonly MethodOf<P>[] };

/** Those that it has with a capability. */
const CAPABILITY_METHODS: {
  readonly [P in ProfileName]: readonly (readonly [capability: string, method: MethodOf<P>])[];
} = {
  domain: [
    ["budget", "haltToolDomain"],
    ["surface", "requireUserFacing"],
    ["turns", "enterTurn"],
  ],
  lane: [
    ["ambientOffLane", "offLane"],
    ["stats", "stats"],
    ["resize", "relieve"],
    ["resize", "narrow"],
    ["close", "close"],
    ["cancelQueued", "cancel"],
    ["cancelRunning", "cancel"],
  ],
  job: [
    ["list", "list"],
    ["get", "get"],
    ["wait", "wait"],
    ["dispose", "dispose"],
    ["disposeOwner", "disposeOwner"],
  ],
};

/**
 * Checks that an executor has the methods of its profile and of the capabilities its adapter declares.
 *
 * @throws AdapterError naming the method and the capability that asks for it.
 */
export function requireMethods<Profile extends ProfileName>(
  profile: Profile,
  executor: unknown,
  declared: object,
): Executors[Profile] {
  if (typeof executor !== "object" || executor === null) {
    throw new AdapterError(`Expected create() to give a ${profile} executor, got ${String(executor)}`);
  }
  const members = executor as Record<string, unknown>;
  for (const method of METHODS[profile]) {
    if (typeof members[method] !== "function") {
      throw new AdapterError(
        `Expected a ${profile} executor with the method ${method}(), got none: add it to what create() returns`,
      );
    }
  }
  for (const [capability, method] of CAPABILITY_METHODS[profile]) {
    if ((declared as Record<string, unknown>)[capability] === true && typeof members[method] !== "function") {
      throw new AdapterError(
        `The adapter declares the capability ${capability}, but its executor has no method ${method}(): ` +
          `add the method, or do not declare ${capability}`,
      );
    }
  }
  return executor as Executors[Profile];
}
