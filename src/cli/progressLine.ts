import type { Progress } from "../explore/campaign.ts";
import { counted, grouped, visible } from "../report/text.ts";
import { realTimers } from "../run/realTimers.ts";
import { StatusLine, type StatusTerminal } from "./statusLine.ts";

/** The status line that shows where a campaign is. */
export class ProgressLine {
  readonly #line: StatusLine;
  readonly #name: string;
  readonly #startedAt = realTimers.performanceNow();

  constructor(terminal: StatusTerminal, name: string) {
    this.#line = new StatusLine(terminal);
    this.#name = name;
  }

  show(progress: Progress): void {
    this.#line.show(() => describeProgress(progress, this.#name, realTimers.performanceNow() - this.#startedAt));
  }

  clear(): void {
    this.#line.clear();
  }
}

/** Phase, runs, runs per second, rules seen. */
export function describeProgress(progress: Progress, name: string, elapsedMs: number): string {
  const { phase, runs, rulesSeen, rulesApplicable, rulesBroken } = progress;
  const perSecond = elapsedMs < 1 ? 0 : Math.round((1000 * runs) / elapsedMs);
  const broken = rulesBroken === 0 ? "" : `, ${rulesBroken} broken`;
  const seen = `${rulesSeen} of ${rulesApplicable} rules seen${broken}`;
  const size = progress.scopeSize?.();
  const of = size === undefined ? "" : ` of ${size.isExact ? "" : "about "}${grouped(Math.round(size.count))}`;
  return `${phase}: ${counted(runs, "runs")}${of}, ${grouped(perSecond)}/s, ${seen} (${visible(name)})`;
}
