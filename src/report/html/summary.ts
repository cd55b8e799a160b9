import type { Report } from "../../contract/verdict.ts";
import { describeReserve, notesOf } from "../result.ts";
import { countVerdicts } from "../ruleTable.ts";
import { describeSearch } from "../scope.ts";
import { counted, grouped } from "../text.ts";
import { html, nothing, type Markup } from "./markup.ts";
import { brokenRules, failureAnchor, nameOf, type Subject } from "./subject.ts";
import { ruleVerdict, toneOf, verdictOf } from "./verdicts.ts";

/** What was found and how far it was searched, for a report of one executor. */
export function summaryOfOne(subject: Subject, report: Report): Markup {
  const { result, profile } = subject;
  return html`<section class="summary ${toneOf(result.verdict)}" aria-labelledby="verdict">
    <h1 id="verdict">${verdictOf(result)}${describeReserve(result)}</h1>
    <p class="who"><bdi>${nameOf(subject)}</bdi> <span class="quiet">profile ${profile.name}</span></p>
    ${brokenList(subject)}${noteList(subject)}${facts(subject, report)}
  </section> `;
}

/** The same for several executors, whose own parts follow further down. */
export function summaryOfMany(subjects: readonly Subject[], report: Report): Markup {
  const verdicts = (["not conformant", "error", "inconclusive", "conformant"] as const).flatMap((verdict) => {
    const count = subjects.filter(({ result }) => result.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  return html`<section class="summary" aria-labelledby="verdict">
    <h1 id="verdict">${counted(subjects.length, "executors")}: ${verdicts.join(", ")}</h1>
    <dl class="facts">${kitFacts(report)}</dl>
  </section> `;
}

/** What a reader must know of one executor among several. */
export function facetsOf(subject: Subject): Markup {
  return html`${brokenList(subject)}${noteList(subject)}
    <dl class="facts">${searchFacts(subject)}</dl>`;
}

function brokenList(subject: Subject): Markup {
  const broken = brokenRules(subject);
  if (broken.length === 0) return nothing;
  return html`<ul class="broken-rules">
    ${broken.map(
      (rule) =>
        html`<li>
          ${ruleVerdict(rule.verdict)}
          <a href="#${failureAnchor(subject, rule)}"><code>${rule.id}</code></a>
          <span class="level">${rule.level}</span>
          <span class="seen">${rule.message ?? ""}</span>
        </li> `,
    )}
  </ul> `;
}

/** What weakens the verdict, or explains it, beyond the broken rules above. */
function noteList({ result }: Subject): Markup {
  const notes = notesOf(result).filter((note) => !note.startsWith("known failure, "));
  if (notes.length === 0) return nothing;
  return html`<ul class="notes">
    ${notes.map((note) => html`<li>${note}</li>`)}
  </ul> `;
}

function facts(subject: Subject, report: Report): Markup {
  return html`<dl class="facts">${searchFacts(subject)}${kitFacts(report)}</dl>`;
}

function searchFacts({ result, profile }: Subject): Markup {
  const { capabilities } = result.adapter;
  const { skippedSteps, lateRuns, notRun, shard } = result;
  return html`${fact("Searched", describeSearch(result, profile.scopeNames).join("; "))}
  ${fact("Rules", countVerdicts(result.rules))}
  ${fact("Declares", capabilities.length === 0 ? "no capability" : capabilities.join(", "))}
  ${fact("Skipped", `${grouped(skippedSteps.skipped)} of ${counted(skippedSteps.total, "steps")}, not enabled when their turn came`)}
  ${shard === undefined ? nothing : fact("Part", `${shard.index} of ${shard.count}`)}
  ${notRun === 0 ? nothing : fact("Not run", `${counted(notRun, "scenarios")}: the executor had got stuck in their steps`)}
  ${lateRuns === 0 ? nothing : fact("Late", `${counted(lateRuns, "runs")} whose executor did something after their end`)} `;
}

function kitFacts({ kit, requirementSet }: Report): Markup {
  return html`${fact("Kit", `${kit.name} ${kit.version}`)}
  ${fact("Requirements", `${requirementSet.id} (${requirementSet.hash})`)} `;
}

function fact(name: string, value: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
