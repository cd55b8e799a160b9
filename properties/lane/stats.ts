import type { LaneFacts, RestFact } from "./facts.ts";
import { isAfterHostFault, type Sign } from "./permits.ts";

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

/** The first quiescent point at which `stats` are wrong. */
export function statsSign(facts: LaneFacts): Sign | undefined {
  for (const rest of facts.rests) {
    const problem = areStatsCertain(facts, rest) ? statsProblem(rest) : undefined;
    if (problem !== undefined) return { at: rest.at, message: problem };
  }
  return undefined;
}
