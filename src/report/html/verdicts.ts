import type { AdapterResult, RuleVerdict, Verdict } from "../../contract/verdict.ts";
import { html, type Markup } from "./markup.ts";

/** How serious a verdict is; it chooses the colour. */
export type Tone = "good" | "bad" | "warn" | "mute";

/** How a verdict looks. */
export interface Look {
  /** Tells verdicts apart without colour. */
  readonly mark: string;
  readonly tone: Tone;
}

const RULE_LOOKS: Readonly<Record<RuleVerdict, Look>> = {
  fail: { mark: "✗", tone: "bad" },
  error: { mark: "!", tone: "bad" },
  "known-failure": { mark: "≈", tone: "warn" },
  "not-exercised": { mark: "?", tone: "warn" },
  inconclusive: { mark: "?", tone: "warn" },
  pass: { mark: "✓", tone: "good" },
  "not-applicable": { mark: "–", tone: "mute" },
};

const LOOKS: Readonly<Record<Verdict, Look>> = {
  conformant: { mark: "✓", tone: "good" },
  "not conformant": { mark: "✗", tone: "bad" },
  inconclusive: { mark: "?", tone: "warn" },
  error: { mark: "!", tone: "bad" },
};

/** The verdicts of a rule, from the most to the least urgent. */
export const RULE_VERDICTS = Object.keys(RULE_LOOKS) as readonly RuleVerdict[];

export function toneOf(verdict: Verdict): Tone {
  return LOOKS[verdict].tone;
}

export function lookOf(verdict: RuleVerdict): Look {
  return RULE_LOOKS[verdict];
}

/** "not-exercised" as it is read. */
export function inWords(verdict: RuleVerdict): string {
  return verdict.replace("-", " ");
}

/** The verdict of a rule: its mark and its word. */
export function ruleVerdict(verdict: RuleVerdict): Markup {
  const { mark, tone } = RULE_LOOKS[verdict];
  return html`<span class="verdict ${tone}"
    ><span class="mark" aria-hidden="true">${mark}</span><span class="word">${inWords(verdict)}</span></span
  >`;
}

/** The verdict of an executor: its mark and its word. */
export function verdictOf({ verdict }: AdapterResult): Markup {
  const { mark, tone } = LOOKS[verdict];
  return html`<span class="verdict ${tone}"
    ><span class="mark" aria-hidden="true">${mark}</span><span class="word">${verdict}</span></span
  >`;
}
