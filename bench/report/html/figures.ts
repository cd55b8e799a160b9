import { html, type Markup } from "../../../src/report/html/markup.ts";
import { counted } from "../../../src/report/text.ts";
import type { Cell, ComparedBenchmark } from "../comparison.ts";
import { timesFloor } from "../legend.ts";
import { duration, rate } from "../numbers.ts";

const COLUMNS = 7;

/** The figures of every contender, size by size. */
export function figuresOf({ counts, contenders }: ComparedBenchmark, sizes: readonly number[]): Markup {
  return html`<div class="figures">
    <table>
      <thead>
        <tr>
          <th scope="col">Executor</th>
          <th scope="col">p50</th>
          <th scope="col">p75</th>
          <th scope="col">p99</th>
          <th scope="col">p999</th>
          <th scope="col">ops/s</th>
          <th scope="col">x floor</th>
        </tr>
      </thead>
      <tbody>
        ${sizes.map(
          (size) =>
            html`<tr class="size">
                <th scope="rowgroup" colspan="${COLUMNS}">${counted(size, counts)}</th>
              </tr>
              ${contenders.flatMap((one) => {
                const cell = one.state === "measured" ? one.cells.find((other) => other.size === size) : undefined;
                return cell === undefined
                  ? []
                  : [
                      html`<tr>
                        <th scope="row"><bdi>${one.name}</bdi></th>
                        ${figures(cell)}
                      </tr>`,
                    ];
              })}`,
        )}
      </tbody>
    </table>
  </div>`;
}

function figures(cell: Cell): Markup {
  if (cell.state !== "measured") {
    const what = cell.state === "error" ? "error" : "not measured";
    return html`<td colspan="${COLUMNS - 1}">${what}: ${cell.message}</td>`;
  }
  const { latency, throughput, ratio, warnings } = cell;
  const times = ratio === undefined ? "" : timesFloor(ratio);
  const doubts = warnings.map((warning) => html` <abbr title="${`tinybench: ${warning} timer`}">⚠ timer</abbr>`);
  return html`<td>${duration(latency.p50)}${doubts}</td>
    <td>${duration(latency.p75)}</td>
    <td>${duration(latency.p99)}</td>
    <td>${duration(latency.p999)}</td>
    <td>${rate(throughput)}</td>
    <td>${times}</td>`;
}
