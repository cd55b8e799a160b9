import type { Progress } from "../explore/campaign.ts";
import { counted, fit, grouped, visible } from "../report/text.ts";
import { realTimers } from "../run/realTimers.ts";
import type { Terminal } from "./terminal.ts";

type Status = Pick<Terminal, "isWatched" | "width" | "writeStatus">;

/** How often the line is written again, in ms. */
const EVERY_MS = 100;

/** One line on the error stream that shows where a campaign is, rewritten in place; nothing where nobody watches. */
export class ProgressLine {
  readonly #terminal: Status;
  readonly #name: string;
  readonly #startedAt = realTimers.performanceNow();
  #shownAt = -Infinity;

  constructor(terminal: Status, name: string) {
    this.#terminal = terminal;
    this.#name = name;
  }

  show(progress: Progress): void {
    const now = realTimers.performanceNow();
    if (!this.#terminal.isWatched || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const line = describeProgress(progress, this.#name, now - this.#startedAt);
    this.#terminal.writeStatus(`\r${fit(line, this.#terminal.width - 1)}`);
  }

  clear(): void {
    if (this.#shownAt > -Infinity) this.#terminal.writeStatus(`\r${" ".repeat(this.#terminal.width - 1)}\r`);
  }
}

/** Phase, runs, runs per second, rules seen. */
export function describeProgress(progress: Progress, name: string, elapsedMs: number): string {
  const { phase, runs, rulesSeen, rulesApplicable, rulesBroken } = progress;
  const perSecond = elapsedMs < 1 ? 0 : Math.round((1000 * runs) / elapsedMs);
  const broken = rulesBroken === 0 ? "" : `, ${rulesBroken} broken`;
  const seen = `${rulesSeen} of ${rulesApplicable} rules seen${broken}`;
  return `${phase}: ${counted(runs, "runs")}, ${grouped(perSecond)}/s, ${seen} (${visible(name)})`;
}
