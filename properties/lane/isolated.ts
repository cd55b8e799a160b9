import type { LaneFacts, RestFact, Seq } from "./facts.ts";
import type { Sign } from "./permits.ts";

/** A call that was alone between two quiescent points: what happens between them happens because of it. */
export interface Isolated {
  readonly before: RestFact;
  readonly after: RestFact;
  /** The first record of these types that followed the call. */
  firstOf(types: ReadonlySet<string>): (Sign & { readonly type: string }) | undefined;
}

/** The call at `at`, if it was alone and no timer could do something of its own accord meanwhile. */
export function isolated(facts: LaneFacts, at: Seq): Isolated | undefined {
  const before = facts.rests.findLast((rest) => rest.at < at);
  const after = facts.rests.find((rest) => rest.at > at);
  // A quiescent point, the step, the call.
  if (before === undefined || after === undefined || before.timers || before.at !== at - 2) return undefined;
  const between = facts.records.slice(at + 1, after.at);
  if (between.some(({ type }) => type === "step")) return undefined;
  return {
    before,
    after,
    firstOf: (types) => {
      const offset = between.findIndex(({ type }) => types.has(type));
      const type = between[offset]?.type;
      return type === undefined ? undefined : { at: at + 1 + offset, type, message: `was followed by ${type}` };
    },
  };
}
