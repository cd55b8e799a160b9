import type { Gap } from "../../contract/scenario.ts";
import { HOPS_STORED_MAX } from "../hops.ts";
import { withGap, withoutSteps, withStep, withSteps } from "./edit.ts";
import type { Move } from "./move.ts";
import { namesOf } from "./names.ts";

/** Without a half of the steps, without a quarter, and so on; the end goes first, as nothing there is needed for the rest. */
export const dropRuns: Move = (scenario, space) => {
  const { length } = scenario.steps;
  const dropped: (typeof scenario)[] = [];
  for (let size = Math.floor(length / 2); size > 1; size = Math.floor(size / 2)) {
    for (let end = length; end > 0; end -= size) {
      dropped.push(withoutSteps(scenario, space, (at) => at >= end - size && at < end));
    }
  }
  return dropped;
};

/** Without everything about one name. */
export const dropNames: Move = (scenario, space) => {
  const keys = scenario.steps.map((step) => namesOf(step, space).map(({ kind, name }) => `${kind} ${name}`));
  const all = new Set(keys.flat());
  if (all.size < 2) return [];
  return [...all].toReversed().map((key) => withoutSteps(scenario, space, (at) => keys[at]?.includes(key) === true));
};

/** Without one step, and without what only it made possible. */
export const dropSteps: Move = (scenario, space) =>
  scenario.steps.map((_, at) => withoutSteps(scenario, space, (other) => other === at)).toReversed();

/** Without two steps: neither may be superfluous alone, as a halt and its rearm. */
export const dropPairs: Move = (scenario, space) => {
  const { length } = scenario.steps;
  const dropped: (typeof scenario)[] = [];
  for (let apart = 1; apart < length; apart += 1) {
    for (let at = 0; at + apart < length; at += 1) {
      dropped.push(withoutSteps(scenario, space, (other) => other === at || other === at + apart));
    }
  }
  return dropped;
};

/** Without one step or two of which one had a tight gap, which the step before takes over, or adds to its own. */
export const dropBetween: Move = (scenario, space) => {
  const { steps } = scenario;
  const dropped: (typeof scenario)[] = [];
  for (let at = 1; at < steps.length; at += 1) {
    const before = steps[at - 1] as (typeof steps)[number];
    for (const kept of gapsAcross(before.gap, steps[at]?.gap)) {
      const closer = withoutSteps(withStep(scenario, at - 1, withGap(before, kept)), space, (other) => other === at);
      dropped.push(closer, ...dropSteps(closer, space));
    }
  }
  return dropped;
};

/** What may lie between two steps when the one between them is gone: its own gap, one hop less, or both gaps together. */
function gapsAcross(before: Gap | undefined, own: Gap | undefined): readonly Gap[] {
  if (own === undefined) return [];
  if (own === "turn") return [own];
  return [own, own - 1, typeof before === "number" ? before + own : 0].filter(
    (hops) => hops > 0 && hops <= HOPS_STORED_MAX,
  );
}

/** Enough hops for most of what an executor does between a call and its effect. */
const FEW_HOPS = [1, 2, 3] as const;

/** Without everything about one name, and with few hops in each tight gap: what is left may take other hops. */
export const dropNamesAndHops: Move = (scenario, space) => {
  const { steps } = scenario;
  if (steps.every(({ gap }) => gap === undefined)) return [];
  return FEW_HOPS.flatMap((hops) => {
    const hopping = steps.map((step) => (step.gap === undefined ? step : withGap(step, hops)));
    return dropNames(withSteps(scenario, hopping), space);
  });
};
