import type { LaneFacts, RestFact } from "./facts.ts";
import { isAfterHostFault } from "./permits.ts";

/** Whether what really is can be told in numbers at this quiescent point. */
export function areStatsCertain(facts: LaneFacts, rest: RestFact): boolean {
  return !rest.overlaps && !rest.abandoned && rest.adrift === 0 && !isAfterHostFault(facts, rest.at);
}

/** How `stats` differ from what really is at a quiescent point; undefined where they do not. */
export function statsProblem({ stats, queued, busy, parked, width }: RestFact): string | undefined {
  if (stats === undefined) return undefined;
  const real = { queued, busy, parked, workers: width };
  const wrong = (["queued", "busy", "parked", "workers"] as const).filter((count) => stats[count] !== real[count]);
  if (wrong.length === 0) return undefined;
  return `stats say ${wrong.map((count) => `${count} ${stats[count]}, not ${real[count]}`).join("; ")}`;
}
