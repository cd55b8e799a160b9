import type { RuleResult, RuleVerdict } from "../../contract/verdict.ts";
import type { AnyProfile } from "../../profiles/index.ts";
import { ruleText } from "../failure.ts";
import { counted, grouped } from "../text.ts";
import { html, nothing, prose, type Markup } from "./markup.ts";
import { anchorOf, failureAnchor, isBroken, nameOf, type Subject } from "./subject.ts";
import { inWords, lookOf, RULE_VERDICTS, ruleVerdict, verdictOf } from "./verdicts.ts";

/** More executors than this side by side, and their names stand upright and their cells show marks only. */
const WIDE_COLUMNS_MAX = 5;

/** The rules, with their filters: a table for one executor of a profile, rules by executors for several. */
export function ruleSection(subjects: readonly Subject[]): Markup {
  const profiles = [...new Set(subjects.map(({ profile }) => profile))];
  return html`<section class="rules" id="rules" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    ${filters(subjects)}
    ${profiles.map((profile) => {
      const own = subjects.filter((subject) => subject.profile === profile);
      const [first] = own;
      const table = own.length === 1 && first !== undefined ? ruleTable(first) : matrix(own, profile);
      const title = profiles.length === 1 ? nothing : html`<h3>Profile ${profile.name}</h3> `;
      return html`<div class="profile" data-profile="${profile.name}">${title}${table}</div> `;
    })}
  </section> `;
}

/** Without its script a page shows every rule, and no filter. */
function filters(subjects: readonly Subject[]): Markup {
  const rules = subjects.flatMap(({ result }) => result.rules);
  const verdicts = RULE_VERDICTS.filter((verdict) => rules.some((rule) => rule.verdict === verdict));
  const levels = ["MUST", "SHOULD"].filter((level) => rules.some((rule) => rule.level === level));
  const profiles = [...new Set(subjects.map(({ profile }) => profile.name))];
  return html`<form class="filters" role="search" aria-label="Filter the rules" hidden>
    <label
      >Text <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="id or words"
    /></label>
    ${select("verdict", "Verdict", verdicts, (verdict) => inWords(verdict as RuleVerdict))}
    ${select("level", "Level", levels)} ${profiles.length === 1 ? nothing : select("profile", "Profile", profiles)}
    <button type="reset">Show all</button>
    <output aria-live="polite"></output>
  </form>`;
}

function select(name: string, label: string, values: readonly string[], words = (value: string) => value): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${values.map((value) => html`<option value="${value}">${words(value)}</option>`)}
    </select></label
  >`;
}

function ruleTable(subject: Subject): Markup {
  return html`<table class="rule-table">
    <caption class="hidden">
      Rules of ${nameOf(subject)}
    </caption>
    <thead>
      <tr>
        <th scope="col">Verdict</th>
        <th scope="col">Rule</th>
        <th scope="col" class="number">Exercised</th>
      </tr>
    </thead>
    <tbody>
      ${subject.result.rules.map(
        (rule) =>
          html`<tr data-level="${rule.level}" data-verdicts="${rule.verdict}">
            <td>${ruleVerdict(rule.verdict)}</td>
            ${ruleHead(rule, subject.profile, link(subject, rule))}
            <td class="number">${grouped(rule.exercised)}</td>
          </tr> `,
      )}
    </tbody>
  </table> `;
}

/** Rules by executors. A rule that only some were judged by is left open for the others. */
function matrix(subjects: readonly Subject[], profile: AnyProfile): Markup {
  const isWide = subjects.length <= WIDE_COLUMNS_MAX;
  const results = subjects.map(({ result }) => new Map(result.rules.map((rule) => [rule.id, rule])));
  const rules = new Map(subjects.flatMap(({ result }) => result.rules.map((rule) => [rule.id, rule])));
  return html`<div
    class="matrix ${isWide ? "wide" : "many"}"
    role="region"
    aria-label="Rules by executors, profile ${profile.name}"
    tabindex="0"
  >
    <table>
      <caption class="hidden">
        Rules by executors
      </caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          ${subjects.map(
            (subject) =>
              html`<th scope="col">
                <a href="#${anchorOf(subject)}"><bdi>${nameOf(subject)}</bdi></a
                >${verdictOf(subject.result)}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${[...rules.values()].map((rule) => {
          const cells = results.map((byId) => byId.get(rule.id));
          const verdicts = new Set(cells.flatMap((found) => (found === undefined ? [] : [found.verdict])));
          return html`<tr data-level="${rule.level}" data-verdicts="${[...verdicts].join(" ")}">
            ${ruleHead(rule, profile)}${subjects.map((subject, index) => cell(subject, cells[index]))}
          </tr> `;
        })}
      </tbody>
    </table>
  </div> `;
}

/** One of very many: as few elements as can be. */
function cell(subject: Subject, rule: RuleResult | undefined): Markup {
  if (rule === undefined) return html`<td></td>`;
  const { mark, tone } = lookOf(rule.verdict);
  const shown = html`${mark} <i>${inWords(rule.verdict)}</i>`;
  const href = link(subject, rule);
  return html`<td class="${tone}" title="exercised ${counted(rule.exercised, "times")}">
    ${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}
  </td>`;
}

function link(subject: Subject, rule: RuleResult): string | undefined {
  return isBroken(rule) ? `#${failureAnchor(subject, rule)}` : undefined;
}

function ruleHead(rule: RuleResult, profile: AnyProfile, href?: string): Markup {
  const { sentence } = ruleText(profile, rule);
  const id = html`<code>${rule.id}</code>`;
  return html`<th scope="row">
    ${href === undefined ? id : html`<a href="${href}">${id}</a>`}
    <span class="level">${rule.level}${rule.notRequired === true ? ", not required" : ""}</span>${
      sentence === undefined ? nothing : html`<p>${prose(sentence)}</p>`
    }
  </th>`;
}
