import { defineRule, type Findings, type Rule, type Subject } from "../../../src/contract/rule.ts";
import type { DomainFacts } from "../facts.ts";

/**
 * Makes the rule about calls from inside the host's callbacks: it judges by the rules above it.
 *
 * A violation counts here only if it concerns a call that was made from inside a callback, and if that rule is not broken
 * by calls from outside in the same run: otherwise re-entrancy is not what is wrong.
 */
export function reentrancySafe(rulesAbove: readonly Rule<DomainFacts>[]): Rule<DomainFacts> {
  return defineRule<DomainFacts>({
    id: "domain/reentrancy-safe",
    profile: "domain",
    level: "MUST",
    sentence: "`handle`, `halt` and `rearm` called from inside `emit`, `runBlock` or `release` obey every rule above.",
    checks: "The MUST rules above, for commands and stops that came from inside a callback of the host.",
    silentWhen: "The same rule is broken by a call from outside in the same run.",
    lookAt:
      "State that is updated after a callback instead of before it: what is in flight, whether the domain is stopped.",
    check(facts, findings) {
      if (!hasReentrantCall(facts)) return;
      findings.exercised();
      for (const rule of rulesAbove) judgeInside(rule, facts, findings);
    },
  });
}

function hasReentrantCall({ commands, stops, repeats, rearms }: DomainFacts): boolean {
  return [commands, stops, repeats, rearms].some((facts) => facts.some(({ reentrant }) => reentrant));
}

function judgeInside(rule: Rule<DomainFacts>, facts: DomainFacts, findings: Findings): void {
  const inside: { at: number; message: string; about: Subject[] }[] = [];
  let outside = false;
  rule.check(facts, {
    exercised: () => {},
    violated: (at, message, ...about) => {
      if (about.some(({ reentrant }) => reentrant === true)) inside.push({ at, message, about });
      else outside = true;
    },
  });
  if (outside) return;
  for (const { at, message, about } of inside) {
    findings.violated(at, `called from inside a callback: ${message} (${rule.id})`, ...about);
  }
}
