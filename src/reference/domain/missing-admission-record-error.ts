/**
 * A command names a block for which nothing was prepared. Thrown where its record is taken, so it makes the block a
 * failed one.
 *
 * @example
 * ```ts
 * new AdmissionRecords().take({ commandId: "c1", dlineTid: "t1" }); // throws MissingAdmissionRecordError
 * ```
 */
export class MissingAdmissionRecordError extends Error {
  override readonly name = "MissingAdmissionRecordError";
  readonly dlineTid: string;

  constructor(dlineTid: string) {
    super(`No admission record was prepared for "${dlineTid}".`);
    this.dlineTid = dlineTid;
  }
}
