import { plain, type Paint, type Rendering } from "../../src/report/paint.ts";
import { counted, displayWidth, fit, visible, wrap } from "../../src/report/text.ts";
import type { Estimate } from "../statistics/bootstrap.ts";
import type { GateVerdict } from "../statistics/decision.ts";
import type { GateEntry, GateOutcome, GateResult } from "./result.ts";

const STYLES = {
  regressed: "red",
  error: "red",
  inconclusive: "yellow",
  untrusted: "yellow",
  "not regressed": "green",
} as const satisfies Record<GateVerdict | "error", Parameters<Paint>[0]>;

const HEADINGS = ["benchmark", "size", "head/base", "95 % interval", "processes"];

/**
 * What a gate found as a table, a line for each benchmark and size, followed by what has to be said of those that did not
 * pass, and a sentence that sums up.
 */
export function renderGate(result: GateResult, { width = 80, paint = plain }: Rendering = {}): readonly string[] {
  const { entries, notCompared } = result;
  const isOneAdapter = new Set([...entries, ...notCompared].map(({ adapter }) => adapter)).size === 1;
  const rows = entries.map((entry) => figures(entry, nameOf(entry, isOneAdapter)));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? "")].map(displayWidth)),
  );
  const line = (cells: readonly string[], last: string): string =>
    [...cells.map((cell, column) => fit(cell, widths[column] ?? 0)), last].join("  ");
  return [
    paint("bold", line(HEADINGS, "verdict")),
    ...entries.map(({ outcome }, index) => {
      const verdict = verdictOf(outcome);
      return line(rows[index] ?? [], paint(STYLES[verdict], verdict));
    }),
    ...entries.flatMap((entry, index) =>
      remarks(entry, rows[index]?.[0] ?? "").flatMap((text) => ["", ...wrap(text, width)]),
    ),
    "",
    ...notCompared.flatMap((one) => wrap(`Not compared: ${nameOf(one, isOneAdapter)}, ${one.why}.`, width)),
    summary(entries),
  ];
}

/** The adapter is named where there are several. */
function nameOf({ adapter, benchmark }: Pick<GateEntry, "adapter" | "benchmark">, isOneAdapter: boolean): string {
  return isOneAdapter ? benchmark : `${benchmark} (${visible(adapter)})`;
}

function figures({ size, outcome }: GateEntry, name: string): readonly string[] {
  if (outcome.kind === "error") return [name, String(size), "", "", ""];
  const { head, processes } = outcome;
  return [name, String(size), ratio(head.median), interval(head), String(processes)];
}

/** "1.052": how many times as long, from its logarithm. */
function ratio(log: number): string {
  return Math.exp(log).toFixed(3);
}

function interval({ lower, upper }: Estimate): string {
  return `${ratio(lower)} to ${ratio(upper)}`;
}

function verdictOf(outcome: GateOutcome | undefined): GateVerdict | "error" {
  return outcome?.kind === "judged" ? outcome.verdict : "error";
}

function remarks({ size, limit, outcome }: GateEntry, name: string): readonly string[] {
  const where = `${name} at ${size}`;
  const percent = `${Number((100 * limit).toFixed(2))} %`;
  if (outcome.kind === "error") return [`${where}: ${visible(outcome.message)}`];
  switch (outcome.verdict) {
    case "regressed":
      return [`${where}: two sets of processes each show a slowdown of more than ${percent}.`];
    case "inconclusive":
      return [`${where}: too noisy to say whether head is more than ${percent} slower; run it on a quieter machine.`];
    case "untrusted":
      return [
        `${where}: base measured against itself is ${interval(outcome.control)} times as slow, so nothing that was measured ` +
          "beside it counts; run it again.",
      ];
    case "not regressed":
      if (!outcome.unconfirmed) return [];
      return [`${where}: a first set of processes showed a slowdown, and a second one did not.`];
  }
}

function summary(entries: readonly GateEntry[]): string {
  const count = (verdict: GateVerdict | "error"): number =>
    entries.filter(({ outcome }) => verdictOf(outcome) === verdict).length;
  const found = (["regressed", "error", "untrusted", "inconclusive", "not regressed"] as const)
    .map((verdict) => ({ verdict, times: count(verdict) }))
    .filter(({ times }) => times > 0)
    .map(({ verdict, times }) => `${times} ${verdict}`);
  return `${counted(entries.length, "comparisons")}: ${found.join(", ")}`;
}
