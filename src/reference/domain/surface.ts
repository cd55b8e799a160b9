import type { ToolDomainSurface, UserFacingSurface } from "../../contract/domain.ts";
import { SurfaceDeniedError } from "./surface-denied-error.ts";

/**
 * The way from a tool to its user, where the domain was assembled with one.
 *
 * The whole surface is granted or denied: there is no list of capabilities to keep complete, so a capability that is
 * added later is denied as well. Document "Tool Execution Domain", Capability by assembly; rules
 * `domain/denied-surface-denies-all` and `domain/user-surface-granted`.
 *
 * @param capability What the tool wanted to do; used only to name it in the error.
 * @throws SurfaceDeniedError if there is no user-facing surface.
 * @example
 * ```ts
 * const answer = await requireUserFacing(surface, "ask").ask("Overwrite the file?");
 * ```
 */
export function requireUserFacing(surface: ToolDomainSurface, capability: string): UserFacingSurface {
  if (surface.kind === "user_facing") return surface;
  throw new SurfaceDeniedError(capability, surface.reason);
}
