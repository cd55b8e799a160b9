import { defineRule } from "../../../src/contract/rule.ts";
import type { DomainFacts, EmitFact, Seq } from "../facts.ts";
import { isOutcome } from "./outcomes.ts";

const capabilities = ["turns"] as const;

export const staleTurnNotApplied = defineRule<DomainFacts>({
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

export const currentTurnApplied = defineRule<DomainFacts>({
  id: "domain/current-turn-applied",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence: "A result of the entered turn, or without a turn, is applied exactly once.",
  checks:
    "As many applications as outcomes with those ids, for outcomes whose turn stays entered until the next quiescent point.",
  silentWhen: "The sink threw at the event, or its turn was never entered.",
  lookAt: "A reducer that drops results without a turn, or is fed from two places.",
  check(facts, findings) {
    const outcomes = facts.emits.filter(isOutcome);
    for (const key of new Set(outcomes.map(identity))) {
      const same = outcomes.filter((emit) => identity(emit) === key);
      const owed = same.filter((emit) => isCurrent(facts, emit));
      const open = same.filter((emit) => !isCurrent(facts, emit) && !hasLeft(facts, emit.event.turnId, emit.at));
      const applied = facts.applied.filter((fact) => identity(fact) === key);
      if (owed.length > 0) findings.exercised();
      const at = applied.at(-1)?.at ?? facts.quietAfter(same.at(-1)?.at ?? 0);
      const about = `the ${same[0]?.event.kind} of ${JSON.stringify(same[0]?.event.commandId)}`;
      if (applied.length < owed.length)
        findings.violated(at, `${about}, of the entered turn or without one, was not applied`);
      if (applied.length > owed.length + open.length && applied.length > 1)
        findings.violated(at, `${about} was applied ${applied.length} times`);
    }
  },
});

function identity({ event }: { readonly event: EmitFact["event"] }): string {
  return JSON.stringify([event.kind, event.commandId, event.dlineTid, event.turnId]);
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
