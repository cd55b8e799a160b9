import type { ToolRunCommand } from "../../contract/domain.ts";
import { MissingAdmissionRecordError } from "./missing-admission-record-error.ts";

/**
 * What was prepared for each block at its admission, its input above all: commands carry identities only, and whoever
 * runs one looks the rest up by `dlineTid`. Document "Tool Execution Domain", The command.
 *
 * A record is used up by the run it was prepared for, so that nothing is kept of a block that has run.
 *
 * @example
 * ```ts
 * const records = new AdmissionRecords<{ path: string }>();
 * records.prepare("t1", { path: "notes.md" });
 * const runBlock = async (command: ToolRunCommand) => readFile(records.take(command).path);
 * ```
 */
export class AdmissionRecords<Admission extends object> {
  readonly #records = new Map<string, Admission>();

  /** Keeps `admission` for the next run of `dlineTid`, in place of one that is still there. */
  prepare(dlineTid: string, admission: Admission): void {
    this.#records.set(dlineTid, admission);
  }

  /** Forgets what was prepared for a block that will not run. */
  discard(dlineTid: string): void {
    this.#records.delete(dlineTid);
  }

  /** @throws MissingAdmissionRecordError if nothing is prepared for the block of this command. */
  take({ dlineTid }: ToolRunCommand): Admission {
    const admission = this.#records.get(dlineTid);
    if (admission === undefined) throw new MissingAdmissionRecordError(dlineTid);
    this.#records.delete(dlineTid);
    return admission;
  }
}
