import { checkoutOf } from "../../bench/history/checkout.ts";
import { describeDrift, DRIFT_RUNS_MIN, driftsOf } from "../../bench/history/drift.ts";
import type { RecordedRun } from "../../bench/history/recordedRun.ts";
import { recordRun } from "../../bench/history/recordRun.ts";
import { seriesOf, type Series } from "../../bench/history/series.ts";
import type { Comparison } from "../../bench/report/comparison.ts";
import { counted, visible, wrap } from "../report/text.ts";
import type { Terminal } from "./terminal.ts";
import { cannotWrite, type Output } from "./writable.ts";

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

  /**
   * Adds what was measured, says so, and warns of what has become slower little by little.
   *
   * @returns all runs, and why this one could not be added, where it could not.
   */
  async record(comparison: Comparison, terminal: Terminal): Promise<Recorded> {
    const run = recordRun(comparison, new Date(), await checkoutOf(process.cwd()));
    if (run === undefined) {
      terminal.write([`Nothing was measured that could be recorded in ${visible(this.#path)}`]);
      return { runs: this.#before, problems: [] };
    }
    const runs = [...this.#before, run];
    const { appendRun } = await import("../../bench/history/historyFile.ts");
    try {
      await appendRun(this.#path, run);
    } catch (error) {
      return { runs, problems: [cannotWrite(historyOutput(this.#path), error).message] };
    }
    // A series that ended on another machine, or long ago, was judged then.
    const series = seriesOf(runs).filter(({ points }) => points.at(-1)?.date === run.date);
    terminal.write([
      ...wrap(
        `Recorded in ${visible(this.#path)}: ${counted(runs.length, "runs")} now${describeYouth(series)}`,
        terminal.width,
      ),
      ...driftsOf(series).flatMap((drift) => wrap(`! ${visible(describeDrift(drift))}`, terminal.width)),
    ]);
    return { runs, problems: [] };
  }
}

/** What became of a run that was to be recorded. */
interface Recorded {
  readonly runs: readonly RecordedRun[];
  readonly problems: readonly string[];
}

/** A history as a file that is to be written. */
export function historyOutput(path: string): Output {
  return { what: "the history", path, isKept: true, makesFolder: true };
}

/** That nothing here has enough runs to be judged, where that is so. */
function describeYouth(series: readonly Series[]): string {
  const most = Math.max(...series.map(({ points }) => points.length));
  return most < DRIFT_RUNS_MIN
    ? `; drift is judged from ${DRIFT_RUNS_MIN} on, and this machine has at most ${most} of a benchmark`
    : "";
}
