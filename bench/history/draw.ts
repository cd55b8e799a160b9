import { html, nothing, trusted, type Markup } from "../../src/report/html/markup.ts";
import { counted } from "../../src/report/text.ts";
import { driftsOf } from "./drift.ts";
import type { RecordedRun } from "./recordedRun.ts";
import { seriesOf, type Series } from "./series.ts";

const WIDTH = 220;
const HEIGHT = 36;
/** Room for the mark of the last run, in pixels. */
const MARGIN = 4;

/** Where ratios change less than this the line is flat, and not noise drawn large. */
const SPAN_MIN = 0.2;

/**
 * A history as a part of the page: a line for each series of more than one run, with its ratio to the floor drawn run by run.
 * A series that drifts is marked in words.
 */
export function drawHistory(runs: readonly RecordedRun[]): Markup {
  const all = seriesOf(runs);
  const series = all.filter(({ points }) => points.length > 1);
  if (series.length === 0) return nothing;
  const drifting = new Set(driftsOf(all).map((drift) => drift.series));
  return html`<section id="history">
    <h2>History</h2>
    <p class="quiet">${counted(runs.length, "runs")}; how many times the floor each took, from run to run.</p>
    <div class="figures">
      <table>
        <thead>
          <tr>
            <th>benchmark</th>
            <th>size</th>
            <th>executor</th>
            <th>machine</th>
            <th>runs</th>
            <th>times the floor</th>
            <th>last</th>
          </tr>
        </thead>
        <tbody>
          ${series.map((one) => row(one, drifting.has(one)))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function row(series: Series, drifts: boolean): Markup {
  const { benchmark, size, adapter, machine, points } = series;
  const last = points.at(-1)?.ratio ?? Number.NaN;
  return html`<tr>
    <th>${benchmark}</th>
    <td>${size}</td>
    <td><bdi>${adapter}</bdi></td>
    <td>${machine}</td>
    <td>${points.length}</td>
    <td>${line(series)}</td>
    <td>${last.toFixed(2)}${drifts ? " (drifts)" : ""}</td>
  </tr>`;
}

function line({ benchmark, adapter, points }: Series): Markup {
  const ratios = points.map(({ ratio }) => ratio);
  const [least, greatest] = [Math.min(...ratios), Math.max(...ratios)];
  const middle = (least + greatest) / 2;
  const span = Math.max(greatest - least, SPAN_MIN * middle);
  const places = ratios.map((ratio, index) => {
    const x = MARGIN + (index / (ratios.length - 1)) * (WIDTH - 2 * MARGIN);
    const y = HEIGHT / 2 - ((ratio - middle) / span) * (HEIGHT - 2 * MARGIN);
    return [x.toFixed(1), y.toFixed(1)] as const;
  });
  const [x = "", y = ""] = places.at(-1) ?? [];
  return html`<svg
    width="${WIDTH}"
    height="${HEIGHT}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${`${benchmark}, ${adapter}: from ${least.toFixed(2)} to ${greatest.toFixed(2)} times the floor`}"
  >
    <path
      d="${trusted(`M${places.map((place) => place.join(" ")).join("L")}`)}"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
    />
    <circle cx="${x}" cy="${y}" r="2.5" fill="currentColor" />
  </svg>`;
}
