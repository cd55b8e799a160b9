import type { Findings, Rule, Violation } from "../contract/rule.ts";

/** What one run says about one rule that it broke. */
export interface BrokenRule {
  readonly rule: Rule<never>;
  /** In the order of the check; at least one. */
  readonly violations: readonly Violation[];
}

/**
 * Judges runs by a fixed list of rules, all at once over the same facts, and counts how often each rule was exercised.
 */
export class Judge {
  readonly rules: readonly Rule<never>[];
  /** How often each rule was exercised, in the order of the rules. */
  readonly exercised: number[];
  #current = 0;
  #broken: { readonly rule: Rule<never>; readonly violations: Violation[] }[] = [];
  readonly #findings: Findings = {
    exercised: () => {
      this.exercised[this.#current] = (this.exercised[this.#current] ?? 0) + 1;
    },
    violated: (at, message) => this.#violated(at, message),
  };

  constructor(rules: readonly Rule<never>[]) {
    this.rules = rules;
    this.exercised = rules.map(() => 0);
  }

  /** The rules that this run broke; empty for most runs. */
  judge(facts: unknown): readonly BrokenRule[] {
    this.#broken = NONE;
    for (let index = 0; index < this.rules.length; index += 1) {
      this.#current = index;
      const before = this.exercised[index];
      (this.rules[index] as Rule<never>).check(facts as never, this.#findings);
      // What was broken was exercised, whatever the check says.
      if (this.#broken.at(-1)?.rule === this.rules[index] && this.exercised[index] === before)
        this.#findings.exercised();
    }
    return this.#broken;
  }

  #violated(at: number, message: string): void {
    if (this.#broken === NONE) this.#broken = [];
    const rule = this.rules[this.#current] as Rule<never>;
    const last = this.#broken.at(-1);
    if (last?.rule === rule) last.violations.push({ at, message });
    else this.#broken.push({ rule, violations: [{ at, message }] });
  }
}

const NONE: { readonly rule: Rule<never>; readonly violations: Violation[] }[] = [];
