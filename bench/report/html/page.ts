import { createHash } from "node:crypto";
import { html, nothing, trusted, type Markup } from "../../../src/report/html/markup.ts";
import { counted } from "../../../src/report/text.ts";
import { drawHistory } from "../../history/draw.ts";
import type { RecordedRun } from "../../history/recordedRun.ts";
import { sizesOf, type ComparedBenchmark, type Comparison } from "../comparison.ts";
import { distributionOf } from "./distribution.ts";
import { figuresOf } from "./figures.ts";
import { growthOf } from "./growth.ts";
import { STYLE } from "./style.ts";

/** Nothing but the style of this very page may act in it; it has no script. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;

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
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${counted(benchmarks.length, "benchmarks")} · ${kit.name}</title>
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header><p>Benchmarks</p></header>
        <main id="main">
          <section class="summary">
            <h1>${counted(benchmarks.length, "benchmarks")}</h1>
            <p class="quiet">
              ${kit.name} ${kit.version}, Node ${machine.node}, ${machine.cpu}, ${counted(machine.cores, "cores")};
              ${counted(settings.rounds, "rounds")}, ${settings.timeMs} ms for each executor at each size. Times are
              those of one operation, as the mean of a block of them; compare what stands on one page, and not pages of
              different machines.
            </p>
            <ul>
              ${benchmarks.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
            </ul>
          </section>
          ${benchmarks.map(sectionOf)} ${drawHistory(history)}
        </main>
      </body>
    </html> `.text;
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
