/**
 * Thrown by `submit` on a lane that is closing or closed (rule `lane/closed-lane-refuses`).
 *
 * @example
 * ```ts
 * try {
 *   lane.submit(job);
 * } catch (error) {
 *   if (!(error instanceof LaneClosedError)) throw error;
 *   console.log(`not accepted: ${error.batchId}`);
 * }
 * ```
 */
export class LaneClosedError extends Error {
  override readonly name = "LaneClosedError";
  /** The batch that was not accepted. */
  readonly batchId: string;

  constructor(batchId: string) {
    super(`the tool lane is closed: batch ${JSON.stringify(batchId)} was not accepted`);
    this.batchId = batchId;
  }
}
