/** What asking for a user gives where there is none. */
export class DeniedError extends Error {
  override readonly name = "SurfaceDeniedError";
  readonly capability: string;
  readonly reason: string;

  constructor(capability: string, reason: string) {
    super(`no ${capability}: ${reason}`);
    this.capability = capability;
    this.reason = reason;
  }
}
