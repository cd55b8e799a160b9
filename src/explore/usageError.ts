/** A request that cannot be fulfilled: an unknown rule, a profile this kit does not have, an empty selection. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
