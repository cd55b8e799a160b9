import type { Report } from "../../contract/verdict.ts";
import type { ProfileLookup, ReportFormat } from "../format.ts";
import { counted } from "../text.ts";
import { documentOf } from "./document.ts";
import { failures } from "./failures.ts";
import { html, type Markup } from "./markup.ts";
import { ruleSection } from "./rules.ts";
import { SCRIPT } from "./script.ts";
import { search } from "./search.ts";
import { STYLE } from "./style.ts";
import { anchorOf, brokenRules, nameOf, type Subject } from "./subject.ts";
import { facetsOf, summaryOfMany, summaryOfOne } from "./summary.ts";
import { verdictOf } from "./verdicts.ts";

/**
 * Writes a report as one HTML file that needs nothing else: no network, and no script but for its filters, its theme and
 * the record of the row under the pointer. Equal reports give equal pages.
 *
 * @example
 * ```ts
 * await writeFile("report.html", renderHtml(report, profileOf));
 * ```
 */
export const renderHtml: ReportFormat = (report, profileOf) => {
  const subjects = subjectsOf(report, profileOf);
  const [only, second] = subjects;
  const isOne = only !== undefined && second === undefined;
  return page({
    title: isOne ? `${only.result.verdict}: ${nameOf(only)}` : counted(subjects.length, "executors"),
    body: isOne ? pageOfOne(only, report) : pageOfMany(subjects, report),
  }).text;
};

function subjectsOf({ results }: Report, profileOf: ProfileLookup): readonly Subject[] {
  return results.map((result, index) => ({ number: index + 1, result, profile: profileOf(result.adapter.profile) }));
}

/** Failures first: whoever opens a red report came for them. */
function pageOfOne(subject: Subject, report: Report): Markup {
  const broken = brokenRules(subject);
  return html`${summaryOfOne(subject, report)}${
    broken.length === 0
      ? ""
      : html`<section class="failures" aria-labelledby="failures-title">
          <h2 id="failures-title">${counted(broken.length, "broken rules")}</h2>
          ${failures(subject)}
        </section> `
  }${ruleSection([subject])}${search(subject)}`;
}

function pageOfMany(subjects: readonly Subject[], report: Report): Markup {
  return html`${summaryOfMany(subjects, report)}${ruleSection(subjects)}
    <section aria-labelledby="executors-title">
      <h2 id="executors-title">Executors</h2>
      ${subjects.map(
        (subject) =>
          html`<details class="executor" id="${anchorOf(subject)}">
            <summary>
              ${verdictOf(subject.result)} <bdi>${nameOf(subject)}</bdi>
              <span class="quiet"
                >${subject.profile.name}, ${counted(brokenRules(subject).length, "broken rules")}</span
              >
            </summary>
            ${facetsOf(subject)}${failures(subject)}${search(subject)}
          </details> `,
      )}
    </section> `;
}

function page({ title, body }: { readonly title: string; readonly body: Markup }): Markup {
  return documentOf({
    title: `${title} · conformance report`,
    style: STYLE,
    script: SCRIPT,
    body: html`<a class="skip" href="#main">Skip to the report</a>
      <header>
        <p>Conformance report</p>
        <button type="button" id="theme" aria-pressed="false" hidden>Dark theme</button>
      </header>
      <main id="main">${body}</main>`,
  });
}
