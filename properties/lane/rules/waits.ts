import { defineRule } from "../../../src/contract/rule.ts";
import type { CallFact, LaneFacts } from "../facts.ts";
import { isolated } from "../isolated.ts";
import { label, troubleBy, type Sign } from "../permits.ts";

const offLaneBalanced = defineRule<LaneFacts>({
  id: "lane/off-lane-balanced",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence:
    "Overlapping waits of one batch hand back and retake exactly one permit: afterwards permits are conserved, and none of them returns without one. (Inside a wait, `offLane` of the same batch is a plain await. With overlapping waits, retaking at the first or the last end is free; stats and work conservation are not judged meanwhile, and the kit builds no later wait that depends on code after an earlier one.)",
  checks:
    "No overlapping wait returns while others use every permit; all return in the end; a wait inside a wait returns when it has ended; and where nothing else happened in a run, no permit is missing or too many.",
  silentWhen:
    "The batch was cancelled, or its body parked again while the code after a wait was on its way: that permit was given away by the body itself.",
  lookAt:
    "Count the open waits of a batch: the first gives the permit back, one of the ends takes it again. A flag, or a release for each wait, does not do.",
  check(facts, findings) {
    for (const { at, batch, resumes, busy, width, beside } of facts.starts) {
      if (resumes?.overlaps !== true || resumes.cancelled || resumes.parkedAgain) continue;
      findings.exercised();
      if (busy === width + 1 && beside === undefined) {
        findings.violated(
          at,
          `the overlapping wait ${resumes.name} of ${label(batch.name)} returned without a permit`,
          batch,
        );
      }
    }
    for (const call of facts.calls) {
      if (call.place === "wait" && !call.cancelled && !call.abandoned) findings.exercised();
      const problem = call.place === "wait" ? plainAwaitProblem(facts, call) : stuckSign(facts, call);
      if (problem !== undefined) findings.violated(problem.at, problem.message);
    }
    if (!isOnlyOverlaps(facts)) return;
    const trouble = troubleBy(facts, "park", "overlap", "plain await");
    if (trouble !== undefined) findings.violated(trouble.at, `after waits of one batch overlapped, ${trouble.message}`);
    const tooMany = facts.starts.find(({ busy, width, overlapping }) => busy > width && overlapping !== undefined);
    if (tooMany?.overlapping === undefined || facts.unusual.size > 2) return;
    const overlapping = label(tooMany.overlapping.name);
    findings.violated(tooMany.at, `${label(tooMany.batch.name)} is one too many while waits of ${overlapping} overlap`);
  },
});

/** An overlapping wait that never returns, although all of its batch have ended and permits are free. */
function stuckSign(facts: LaneFacts, call: CallFact): Sign | undefined {
  const end = facts.rests.at(-1);
  const { batch } = call;
  if (end === undefined || batch?.state !== "parked" || !call.overlaps || call.cancelled) return undefined;
  const isOver = call.resumedAt < Infinity || batch.openCalls.some(({ settledAt }) => settledAt === Infinity);
  if (isOver || end.timers || end.busy >= end.width || facts.hostFaultAt < Infinity) return undefined;
  return { at: end.at, message: `all waits of ${label(batch.name)} have ended, and ${call.name} never returns` };
}

/** Every park of the run overlapped another, or had a wait of the same batch inside. */
function isOnlyOverlaps({ calls }: LaneFacts): boolean {
  const enclosing = new Set(calls.map(({ inside }) => inside));
  return calls.every(
    (call) =>
      call.place === "wait" || (call.place === "body" && !call.cancelled && (call.overlaps || enclosing.has(call))),
  );
}

const offLaneOutsideAwaits = defineRule<LaneFacts>({
  id: "lane/off-lane-outside-awaits",
  profile: "lane",
  level: "MUST",
  capabilities: ["offLane"],
  sentence: "After the batch has ended, and outside any batch [ambientOffLane], `offLane` is a plain await.",
  checks:
    "Such a call calls its wait and returns when it has ended, whoever holds the permits; and where nothing else happened in a run, no permit is missing or too many.",
  silentWhen: "The end of the body and the call lie in one turn: the lane cannot know of the end yet.",
  lookAt:
    "Whether `offLane` asks first if there is a batch and if it still runs: a permit that nobody holds must not be given back.",
  check(facts, findings) {
    for (const call of facts.calls) {
      if (call.place !== "after-end" && call.place !== "outside") continue;
      findings.exercised();
      const problem = plainAwaitProblem(facts, call) ?? grantBy(facts, call);
      if (problem !== undefined) findings.violated(problem.at, problem.message);
    }
    const hasInner = facts.calls.some(({ place }) => place === "wait");
    const trouble = hasInner ? undefined : troubleBy(facts, "plain await");
    if (trouble !== undefined) findings.violated(trouble.at, `after a plain await, ${trouble.message}`);
  },
});

const STARTED: ReadonlySet<string> = new Set(["exec"]);

/** A batch that starts because of a plain await, which has no permit to give. */
function grantBy(facts: LaneFacts, call: CallFact): Sign | undefined {
  const start = isolated(facts, call.at)?.firstOf(STARTED);
  return start && { at: start.at, message: `the plain await ${call.name} ${start.message}: it has no permit to give` };
}

function plainAwaitProblem(facts: LaneFacts, call: CallFact): Sign | undefined {
  if (call.place === "wait" && (call.cancelled || call.abandoned)) return undefined;
  const where = { body: "", wait: " inside a wait", "after-end": " after the end", outside: " outside any batch" }[
    call.place
  ];
  const calledBy = facts.quietAfter(call.at);
  if (call.waits.length === 0) {
    return calledBy === Infinity
      ? undefined
      : { at: calledBy, message: `the wait ${call.name}${where} was never called` };
  }
  const owedAt = facts.quietAfter(call.settledAt);
  if (owedAt === Infinity || call.resumedAt < owedAt) return undefined;
  return { at: owedAt, message: `the wait ${call.name}${where} has ended, and offLane has not returned` };
}

/** The rules about several waits of a batch, and about waits of none. */
export const waitRules = [offLaneBalanced, offLaneOutsideAwaits];
