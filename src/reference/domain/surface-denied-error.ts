/**
 * A tool needed a user and the domain was assembled without one.
 *
 * Rule `domain/denied-surface-denies-all`: a denial is explicit, it never looks like success.
 *
 * @example
 * ```ts
 * try {
 *   domain.requireUserFacing("openInteraction");
 * } catch (error) {
 *   if (error instanceof SurfaceDeniedError) console.log(error.capability, error.reason);
 * }
 * ```
 */
export class SurfaceDeniedError extends Error {
  override readonly name = "SurfaceDeniedError";
  /** What the tool wanted to do. */
  readonly capability: string;
  /** Why there is no user, as given when the domain was assembled. */
  readonly reason: string;

  constructor(capability: string, reason: string) {
    super(`"${capability}" needs a user-facing surface, which is denied: ${reason}`);
    this.capability = capability;
    this.reason = reason;
  }
}
