import { checkoutOf } from "../../bench/history/checkout.ts";
import { describeDrift, driftsOf } from "../../bench/history/drift.ts";
import type { RecordedRun } from "../../bench/history/recordedRun.ts";
import { recordRun } from "../../bench/history/recordRun.ts";
import { seriesOf } from "../../bench/history/series.ts";
import type { Comparison } from "../../bench/report/comparison.ts";
import { counted, visible, wrap } from "../report/text.ts";
import type { Terminal } from "./terminal.ts";

/** A history that a run is added to. */
export class BenchHistory {
  readonly #path: string;
  readonly #before: readonly RecordedRun[];

  private constructor(path: string, before: readonly RecordedRun[]) {
    this.#path = path;
    this.#before = before;
  }

  /** @throws UnreadableFileError where the file is no history: before anything is measured for it. */
  static async read(path: string): Promise<BenchHistory> {
    const { readHistory } = await import("../../bench/history/historyFile.ts");
    return new BenchHistory(path, await readHistory(path));
  }

  /** Adds what was measured, says so, and warns of what has become slower little by little. Gives all runs. */
  async record(comparison: Comparison, terminal: Terminal): Promise<readonly RecordedRun[]> {
    const run = recordRun(comparison, new Date(), await checkoutOf(process.cwd()));
    if (run === undefined) {
      terminal.write([`Nothing was measured that could be recorded in ${visible(this.#path)}`]);
      return this.#before;
    }
    const { appendRun } = await import("../../bench/history/historyFile.ts");
    await appendRun(this.#path, run);
    const all = [...this.#before, run];
    // One that ended on another machine, or long ago, was told then.
    const drifts = driftsOf(seriesOf(all)).filter(({ series }) => series.points.at(-1)?.date === run.date);
    terminal.write([
      `Recorded in ${visible(this.#path)}: ${counted(all.length, "runs")} now`,
      ...drifts.flatMap((drift) => wrap(`! ${visible(describeDrift(drift))}`, terminal.width)),
    ]);
    return all;
  }
}
