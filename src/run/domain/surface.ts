import type { AskAnswer } from "../../contract/domain-trace.ts";
import type { DomainExecutor, ToolDomainSurface, UserFacingSurface } from "../../contract/domain.ts";

/** The surface of a run without a user. */
export const DENIED_SURFACE: ToolDomainSurface = { kind: "denied", reason: "this run has no user" };

/** The surface of a run with a user, who answers nothing. */
export const USER_SURFACE: ToolDomainSurface = {
  kind: "user_facing",
  ask: () => Promise.resolve(undefined),
  say: () => Promise.resolve(),
  openInteraction: () => Promise.resolve(undefined),
  diff: () => undefined,
};

/** Asks for a capability; `thrown` is what asking threw. */
export function askFor(
  executor: DomainExecutor,
  capability: string,
  surface: ToolDomainSurface,
): { readonly answer: AskAnswer; readonly thrown?: unknown } {
  let given: UserFacingSurface | undefined;
  try {
    given = executor.requireUserFacing?.(capability);
  } catch (thrown) {
    return { answer: describeDenial(thrown, surface), thrown };
  }
  return { answer: { gave: Object.is(given, surface) ? "host-surface" : "something-else" } };
}

/** What asking threw, as far as a rule looks at it. */
export function describeDenial(thrown: unknown, surface: ToolDomainSurface): AskAnswer {
  const denial = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Partial<
    Record<"name" | "capability" | "reason", unknown>
  >;
  return {
    threw: true,
    name: String(denial.name),
    capability: typeof denial.capability === "string" ? denial.capability : undefined,
    hasReason: surface.kind === "denied" && denial.reason === surface.reason,
  };
}
