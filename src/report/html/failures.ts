import type { BaselineNote } from "../../contract/baseline.ts";
import type { BrokenRun, Counterexample, RuleResult } from "../../contract/verdict.ts";
import type { AnyProfile } from "../../profiles/index.ts";
import { describeSetup, ruleText } from "../failure.ts";
import { counted } from "../text.ts";
import { interleaving } from "./interleaving.ts";
import { html, nothing, prose, type Markup } from "./markup.ts";
import { brokenRules, failureAnchor, type Subject } from "./subject.ts";
import { ruleVerdict } from "./verdicts.ts";

/** Every broken rule of an executor: the sentence, what was seen, where to look, and the interleaving that shows it. */
export function failures(subject: Subject): Markup {
  return html`${brokenRules(subject).map((rule) => failure(subject, rule))}`;
}

function failure(subject: Subject, rule: RuleResult): Markup {
  const anchor = failureAnchor(subject, rule);
  const { sentence, lookAt } = ruleText(subject.profile, rule);
  const { counterexample, baseline } = rule;
  const message = counterexample?.message ?? rule.message;
  return html`<article class="failure" id="${anchor}" aria-labelledby="${anchor}-title">
    <h3 id="${anchor}-title">
      ${ruleVerdict(rule.verdict)} <code>${rule.id}</code>
      <span class="level">${rule.level}</span>${flaky(counterexample)}
    </h3>
    <p class="sentence">
      ${prose(sentence ?? "The rule's own words are not in this kit: it is a rule of somebody's own, or of another version.")}
    </p>
    <dl class="facts">
      ${
        message === undefined
          ? nothing
          : html`<div>
              <dt>Seen</dt>
              <dd>${message}</dd>
            </div>`
      }
      ${
        lookAt === undefined
          ? nothing
          : html`<div>
              <dt>Look at</dt>
              <dd>${prose(lookAt)}</dd>
            </div>`
      }
      ${baseline === undefined ? nothing : baselineNote(baseline)}
      ${counterexample === undefined ? nothing : replay(counterexample)}
    </dl>
    ${counterexample === undefined ? nothing : runs(counterexample, subject.profile, rule)}
  </article> `;
}

function flaky(counterexample: Counterexample | undefined): Markup {
  if (counterexample === undefined || counterexample.deterministic) return nothing;
  const { rate } = counterexample;
  const often =
    rate === undefined
      ? "not the same again when it was run again"
      : `failed ${rate.failures} of ${counted(rate.runs, "times")} when it was run again`;
  return html` <span class="flaky">flaky: ${often}</span>`;
}

/** Its link is text: where it leads was written by somebody else. */
function baselineNote({ reason, link, expires, refused }: BaselineNote): Markup {
  const until = refused ?? (expires === undefined ? undefined : `until ${expires}`);
  return html`<div>
    <dt>Baseline</dt>
    <dd>${reason} (${link})${until === undefined ? "" : `, ${until}`}</dd>
  </div>`;
}

function replay({ replay: command, traceHash }: Counterexample): Markup {
  return html`<div>
      <dt>Replay</dt>
      <dd><code class="command">${command}</code></dd>
    </div>
    <div>
      <dt>Trace hash</dt>
      <dd><code>${traceHash}</code></dd>
    </div>`;
}

const FINDERS: Readonly<Record<string, string>> = {
  corpus: "a stored counterexample",
  exhaustive: "the exhaustive search",
};

/** The smallest scenario, and the one it was made from: closed, so that it costs one click and no room. */
function runs(counterexample: Counterexample, profile: AnyProfile, { id }: RuleResult): Markup {
  const { found, foundBy } = counterexample;
  const isAsFound = JSON.stringify(found.scenario) === JSON.stringify(counterexample.scenario);
  const origin = `found by ${FINDERS[foundBy] ?? `the strategy ${foundBy}`}`;
  return html`<h4>Smallest scenario: ${describeScenario(counterexample)}${isAsFound ? `, ${origin} as it is` : ""}</h4>
    ${picture(counterexample, profile, `Interleaving that breaks ${id}`)}
    ${
      isAsFound
        ? nothing
        : html`<details class="found">
            <summary>Before minimising: ${describeScenario(found)}, ${origin}</summary>
            ${picture(found, profile, `Interleaving that breaks ${id}, before minimising`)}
          </details> `
    }`;
}

function describeScenario({ scenario }: BrokenRun): string {
  return `${counted(scenario.steps.length, "steps")}${describeSetup(scenario)}`;
}

function picture(shown: BrokenRun, profile: AnyProfile, label: string): Markup {
  return (
    interleaving(shown, profile, label) ??
    html`<p>This version of the kit cannot draw its records. The steps are:</p>
      <ol class="steps">
        ${shown.scenario.steps.map((step) => html`<li><code>${JSON.stringify(step)}</code></li>`)}
      </ol>`
  );
}
