import type { ToolDomainSurface, UserFacingSurface } from "executor-conformance";
import type { Faults } from "./faults/index.ts";

export class SurfaceDeniedError extends Error {
  override readonly name = "SurfaceDeniedError";
  readonly capability: string | undefined;
  readonly reason: string | undefined;

  constructor(capability: string | undefined, reason: string | undefined) {
    super(`${capability} is denied: ${reason}`);
    this.capability = capability;
    this.reason = reason;
  }
}

const LISTED = ["ask", "say", "openInteraction", "diff"];

/** The surface, where there is a user to reach. @throws SurfaceDeniedError where there is none. */
export function userSurface(surface: ToolDomainSurface, capability: string, has: Faults): UserFacingSurface {
  if (surface.kind === "user_facing") {
    if (has("user-denied-as-well")) throw new SurfaceDeniedError(capability, "no surface");
    return has("surface-copied") ? { ...surface } : surface;
  }
  if (has("denied-by-a-list") && !LISTED.includes(capability)) return surface as unknown as UserFacingSurface;
  throw new SurfaceDeniedError(
    has("denial-without-capability") ? undefined : capability,
    has("denial-without-reason") ? undefined : surface.reason,
  );
}
