import type { DeterminismResult, SituationResult, StrategyResult } from "../../contract/verdict.ts";
import { counted, grouped } from "../text.ts";
import { html, nothing, type Markup } from "./markup.ts";
import type { Subject } from "./subject.ts";

/** How the search went: by strategy, by situation, and whether runs were the same twice. What is empty is left out. */
export function search({ result }: Subject): Markup {
  return html`${strategies(result.strategies)}${situations(result.situations)}${determinism(result.determinism)}`;
}

function strategies(all: readonly StrategyResult[]): Markup {
  if (all.length === 0) return nothing;
  return html`<section class="search">
    <h3>Strategies</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Strategy</th>
          <th scope="col" class="number">Runs</th>
          <th scope="col">First to break</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          ({ name, runs, found }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="number">${grouped(runs)}</td>
              <td>${found.length === 0 ? "nothing" : html`${found.map((id) => html`<code>${id}</code> `)}`}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </section> `;
}

function situations(all: readonly SituationResult[]): Markup {
  if (all.length === 0) return nothing;
  return html`<section class="search">
    <h3>Situations</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Situation</th>
          <th scope="col" class="number">Runs</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          ({ text, runs }) =>
            html`<tr>
              <th scope="row">${text}</th>
              <td class="number">
                ${runs === 0 ? html`<span class="verdict warn"><span class="mark" aria-hidden="true">?</span><span class="word">never</span></span>` : grouped(runs)}
              </td>
            </tr> `,
        )}
      </tbody>
    </table>
  </section> `;
}

function determinism(found: DeterminismResult | undefined): Markup {
  if (found === undefined) return nothing;
  const { audited, differing, example } = found;
  return html`<section class="search">
    <h3>Determinism</h3>
    <p>
      ${counted(audited, "runs")} were executed twice;
      ${differing === 0 ? "all left the same trace again" : `${grouped(differing)} left another trace`}.
    </p>
    ${
      example === undefined
        ? nothing
        : html`<p>
              The first difference comes after step ${example.step + 1} of
              ${counted(example.scenario.steps.length, "steps")}:
            </p>
            <dl class="facts">
              ${(["First", "Second"] as const).map(
                (name, index) =>
                  html`<div>
                    <dt>${name}</dt>
                    <dd><code>${example.records[index] ?? "had ended"}</code></dd>
                  </div>`,
              )}
            </dl> `
    }
  </section> `;
}
