import { defineRule } from "../../../src/contract/rule.ts";
import type { CallFact, LaneFacts, RestFact } from "../facts.ts";
import { heldUpMessage, isAfterHostFault, isHeldUp, label } from "../permits.ts";

const offLaneFreesPermit = defineRule<LaneFacts>({
  id: "lane/off-lane-frees-permit",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence: "While a batch is parked and its wait has not ended, others run in its place.",
  checks: "At a quiescent point nobody waits for as many permits as parked batches seem to keep.",
  silentWhen: "A timer is pending, waits of one batch overlap, or the host threw before.",
  lookAt: "`offLane` hands the permit back before it calls the wait, and wakes whoever waits.",
  check(facts, findings) {
    for (const rest of facts.rests) {
      if (rest.away === 0 || rest.timers || rest.overlaps || isAfterHostFault(facts, rest.at)) continue;
      if (rest.busy > 0 || rest.waiting.length > 0) findings.exercised();
      if (isHeldUp(rest) && isExplainedByParked(rest)) {
        findings.violated(rest.at, `while ${rest.away} parked, ${heldUpMessage(rest)}`);
      }
    }
  },
});

function isExplainedByParked({ busy, adrift, away, width }: RestFact): boolean {
  return busy + adrift + away >= width;
}

const offLaneRetakesPermit = defineRule<LaneFacts>({
  id: "lane/off-lane-retakes-permit",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence:
    "`offLane` returns, or throws what the wait threw, only when the batch holds a permit again (not judged for a batch cancelled while parked, whose `offLane` may reject at once).",
  checks: "When the code after `offLane` runs, no more bodies run than there are permits.",
  silentWhen: "The batch was cancelled, its waits overlap, or there were too many bodies before.",
  lookAt: "The error path: a wait that fails has to take the permit again before the error goes on.",
  check({ starts }, findings) {
    for (const { at, batch, resumes, busy, width, beside } of starts) {
      if (resumes === undefined || resumes.overlaps || resumes.cancelled) continue;
      findings.exercised();
      if (busy === width + 1 && beside === undefined) {
        findings.violated(
          at,
          `the code after the wait ${resumes.name} of ${label(batch.name)} runs while others use every permit (${width})`,
          batch,
        );
      }
    }
  },
});

const offLanePassesThrough = defineRule<LaneFacts>({
  id: "lane/off-lane-passes-through",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence: "The wait is called exactly once; its value or error comes back unchanged.",
  checks: "Counts the calls of each wait and compares what `offLane` gave with what the wait gave.",
  silentWhen: "The batch was cancelled, or ended before its wait: then only a second call of the wait is judged.",
  lookAt:
    "A wait that is called to look at it and again to await it, an error that is wrapped, a value that is dropped.",
  check(facts, findings) {
    for (const call of facts.calls) {
      findings.exercised();
      const problem = passProblem(facts, call);
      if (problem !== undefined) findings.violated(problem.at, problem.message);
    }
  },
});

function passProblem(facts: LaneFacts, call: CallFact): { readonly at: number; readonly message: string } | undefined {
  const [first, second] = call.waits;
  if (second !== undefined) return { at: second, message: `the wait ${call.name} was called twice` };
  if (call.cancelled || call.abandoned) return undefined;
  const owedAt = facts.quietAfter(call.at);
  if (first === undefined) {
    return owedAt === Infinity ? undefined : { at: owedAt, message: `the wait ${call.name} was never called` };
  }
  if (call.resumedAt === Infinity) return undefined;
  const at = call.resumedAt;
  if (call.settledAt > at) return { at, message: `offLane returned before the wait ${call.name} had ended` };
  const wentWell = call.settled === "fulfilled";
  if (wentWell === (call.resumed === "returned") && call.value === call.resumedValue) return undefined;
  const gave = `${wentWell ? "gave" : "threw"} ${call.value}`;
  return { at, message: `the wait ${call.name} ${gave}, and offLane ${call.resumed} ${call.resumedValue}` };
}

const offLaneNeverDeadlocks = defineRule<LaneFacts>({
  id: "lane/off-lane-never-deadlocks",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence: "Parents parked on children of the same lane finish at every width, with every slot parked, at any depth.",
  checks: "At the end of a run every body that waited for a batch it had submitted has ended.",
  silentWhen: "Something beside parks is unusual in the run: other rules say what holds it up.",
  lookAt: "A parent that keeps its permit while it waits for a child that needs one.",
  check(facts, findings) {
    const end = facts.rests.at(-1);
    for (const call of facts.calls) {
      const parent = call.batch;
      if (call.child === undefined || parent === undefined) continue;
      findings.exercised();
      if (end === undefined || parent.endedAt < Infinity || hasOtherCauses(facts)) continue;
      findings.violated(
        end.at,
        `${label(parent.name)} waits for its child ${label(call.child)}, and nothing moves any more`,
        parent,
      );
    }
  },
});

function hasOtherCauses({ unusual }: LaneFacts): boolean {
  for (const kind of unusual.keys()) if (kind !== "park" && kind !== "overlap") return true;
  return false;
}

/** The rules about one wait of a batch at a time. */
export const parkingRules = [offLaneFreesPermit, offLaneRetakesPermit, offLanePassesThrough, offLaneNeverDeadlocks];
