import { documentOf } from "../../../src/report/html/document.ts";
import { html, nothing, type Markup } from "../../../src/report/html/markup.ts";
import { counted } from "../../../src/report/text.ts";
import { drawHistory } from "../../history/draw.ts";
import type { RecordedRun } from "../../history/recordedRun.ts";
import { sizesOf, type ComparedBenchmark, type Comparison } from "../comparison.ts";
import { LEGEND } from "../legend.ts";
import { distributionOf } from "./distribution.ts";
import { figuresOf } from "./figures.ts";
import { growthOf } from "./growth.ts";
import { STYLE } from "./style.ts";

/**
 * Writes a comparison as one HTML file that needs nothing else: for each benchmark how contenders grow, how their times are
 * distributed at each size, and the figures.
 *
 * @param history what was recorded before and is drawn as well.
 *
 * @example
 * ```ts
 * await writeFile("bench.html", renderComparisonHtml(comparison));
 * ```
 */
export function renderComparisonHtml(comparison: Comparison, history: readonly RecordedRun[] = []): string {
  const { kit, machine, settings, benchmarks } = comparison;
  return documentOf({
    title: `${counted(benchmarks.length, "benchmarks")} · ${kit.name}`,
    style: STYLE,
    body: html`<header><p>Benchmarks</p></header>
      <main id="main">
        <section class="summary">
          <h1>${counted(benchmarks.length, "benchmarks")}</h1>
          <p class="quiet">
            ${kit.name} ${kit.version}, Node ${machine.node}, ${machine.cpu}, ${counted(machine.cores, "cores")};
            ${counted(settings.rounds, "rounds")}, ${settings.timeMs} ms for each executor at each size. Times are those
            of one operation, as the mean of a block of them; compare what stands on one page, and not pages of
            different machines.
          </p>
          <p class="quiet">${LEGEND}</p>
          <ul>
            ${benchmarks.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
          </ul>
        </section>
        ${benchmarks.map(sectionOf)} ${drawHistory(history)}
      </main>`,
  }).text;
}

function sectionOf(benchmark: ComparedBenchmark): Markup {
  const { id, text, contenders } = benchmark;
  const sizes = sizesOf(benchmark);
  return html`<section id="${id}">
    <h2>${id}</h2>
    <p>${text}</p>
    ${growthOf(benchmark)} ${sizes.map((size) => distributionOf(benchmark, size))} ${figuresOf(benchmark, sizes)}
    ${contenders.map((one) => (one.state === "not-applicable" ? html`<p class="quiet"><bdi>${one.name}</bdi>: not measured, it does not declare ${one.lacks.join(", ")}</p>` : nothing))}
  </section>`;
}
