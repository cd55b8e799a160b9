import type { AdapterResult, SearchedScope } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { counted, grouped } from "./text.ts";

type ScopeNames = AnyProfile["scopeNames"];

/** What was run to come to a verdict, one sentence each: the small scope, the random runs, what was stored. */
export function describeSearch(
  { scope, schedules, seed, shard }: Pick<AdapterResult, "scope" | "schedules" | "seed" | "shard">,
  names: ScopeNames,
): readonly string[] {
  return [
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
    scope === undefined ? describeUnfinished(schedules.exhaustive) : describeScope(scope, names, shard !== undefined),
    `${counted(schedules.random, "random runs")}, seed ${seed}`,
    ...(schedules.corpus === 0 ? [] : [`${counted(schedules.corpus, "stored scenarios")} before them`]),
  ];
}

function describeScope(
  { subjects, controls, tightGaps, schedules, complete, of }: SearchedScope,
  names: ScopeNames,
  isPart: boolean,
): string {
  const bounds = [
    counted(subjects, names.subjects),
    controls === 1 ? `1 of ${names.controls}` : `${controls} ${names.controls}`,
    counted(tightGaps, "tight gaps"),
  ];
  const all = `${bounds.slice(0, -1).join(", ")} and ${bounds.at(-1)}`;
  const which = complete ? (isPart ? "its share of every scenario" : "every scenario") : "not all scenarios";
  const total = of === undefined ? "" : `${grouped(schedules)} of ${of.isExact ? "" : "about "}`;
  return `${which} up to ${all}, ${total}${counted(of === undefined ? schedules : Math.round(of.count), "interleavings")}`;
}

function describeUnfinished(exhaustive: number): string {
  return exhaustive === 0 ? "no small scope" : `${counted(exhaustive, "interleavings")} of the small scope`;
}
