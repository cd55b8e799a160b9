import { defineRule, type Findings } from "../../../src/contract/rule.ts";
import type { DomainFacts, EmitFact, Seq } from "../facts.ts";
import { isMissing } from "../owed.ts";
import { isOutcome } from "./outcomes.ts";

const capabilities = ["turns"] as const;

const staleTurnNotApplied = defineRule<DomainFacts>({
  id: "domain/stale-turn-not-applied",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence: "A result whose turn the reducer has left is recognised and not applied.",
  checks: "No outcome is applied after its turn was entered and another one was entered since.",
  lookAt: "A reducer that applies by command id, without comparing the turn.",
  check(facts, findings) {
    for (const emit of facts.emits) {
      if (isOutcome(emit) && hasLeft(facts, emit.event.turnId, emit.at)) findings.exercised();
    }
    for (const { at, event } of facts.applied) {
      if (!hasLeft(facts, event.turnId, at)) continue;
      findings.violated(
        at,
        `the ${event.kind} of ${JSON.stringify(event.commandId)} was applied after its turn ${JSON.stringify(event.turnId)} had been left`,
      );
    }
  },
});

const currentTurnApplied = defineRule<DomainFacts>({
  id: "domain/current-turn-applied",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence: "A result of the entered turn, or without a turn, is applied exactly once.",
  checks:
    "As many applications as outcomes with those ids, at the next quiescent point, for outcomes whose turn stays entered until then; and no application of what was never emitted.",
  silentWhen: "The sink threw at the event, or its turn was never entered.",
  lookAt: "A reducer that drops results without a turn, or is fed from two places.",
  check(facts, findings) {
    const outcomes = facts.emits.filter(isOutcome);
    outcomes.forEach((outcome, index) => {
      const isFirst = outcomes.findIndex((other) => isSame(other, outcome)) === index;
      if (isFirst)
        checkApplied(
          facts,
          outcomes.filter((other) => isSame(other, outcome)),
          findings,
        );
    });
    for (const { at, event } of facts.applied) {
      if (outcomes.some((outcome) => isSame(outcome, { event }))) continue;
      findings.violated(at, `the ${event.kind} of ${JSON.stringify(event.commandId)} was applied and never emitted`);
    }
  },
});

/** Outcomes with the same ids cannot be told apart, so they are judged by count. */
function checkApplied(facts: DomainFacts, same: readonly EmitFact[], findings: Findings): void {
  const [first] = same;
  if (first === undefined) return;
  const current = same.filter((emit) => isCurrent(facts, emit));
  const owed = current.length;
  const free = same.filter((emit) => !isCurrent(facts, emit) && !hasLeft(facts, emit.event.turnId, emit.at)).length;
  const applied = facts.applied.filter((fact) => isSame(fact, first));
  if (owed > 0) findings.exercised();
  const at = applied.at(-1)?.at ?? facts.quietAfter(same.at(-1)?.at ?? 0);
  const about = `the ${first.event.kind} of ${JSON.stringify(first.event.commandId)}`;
  if (applied.length < owed) {
    findings.violated(at, `${about}, of the entered turn or without one, was not applied`);
  } else if (applied.length > owed + free && applied.length > 1) {
    findings.violated(at, `${about} was applied ${applied.length} times`);
  } else {
    const late = current.find((emit, index) => isMissing(facts.quietAfter(emit.at), applied[index]?.at));
    if (late !== undefined) {
      findings.violated(facts.quietAfter(late.at), `everything was at rest, and ${about} was applied only later`);
    }
  }
}

type WithEvent = Pick<EmitFact, "event">;

function isSame({ event: one }: WithEvent, { event: other }: WithEvent): boolean {
  return (
    one.kind === other.kind &&
    one.commandId === other.commandId &&
    one.dlineTid === other.dlineTid &&
    one.turnId === other.turnId
  );
}

function isCurrent(facts: DomainFacts, { at, event, sinkThrows }: EmitFact): boolean {
  if (sinkThrows) return false;
  if (event.turnId === undefined) return true;
  return enteredAt(facts, at) === event.turnId && enteredAt(facts, facts.quietAfter(at)) === event.turnId;
}

/** The turn that is entered at that moment. */
function enteredAt(facts: DomainFacts, at: Seq): string | undefined {
  return facts.turns.findLast((turn) => turn.at < at)?.turnId;
}

function hasLeft(facts: DomainFacts, turnId: string | undefined, at: Seq): boolean {
  return (
    turnId !== undefined &&
    facts.turns.some((turn) => turn.turnId === turnId && turn.at < at) &&
    enteredAt(facts, at) !== turnId
  );
}

/** The rules about turns, for executors whose reducer can be observed. */
export const turnRules = [staleTurnNotApplied, currentTurnApplied];
