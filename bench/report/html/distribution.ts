import { html, nothing, type Markup } from "../../../src/report/html/markup.ts";
import { counted } from "../../../src/report/text.ts";
import type { ComparedBenchmark, MeasuredCell } from "../comparison.ts";
import { duration } from "../numbers.ts";
import { logScale } from "./scale.ts";

const WIDTH = 720;
const ROW = 26;
const NAMES = 200;
const AXIS = 30;

/** Index of a probability among quantiles in steps of a twentieth. */
const P05 = 1;
const P25 = 5;
const P50 = 10;
const P75 = 15;
const P95 = 19;

/** At one size, how the time of an operation is distributed for each contender. */
export function distributionOf({ id, counts, contenders }: ComparedBenchmark, size: number): Markup {
  const rows = contenders.flatMap((one) => {
    const cell = one.state === "measured" ? one.cells.find((other) => other.size === size) : undefined;
    return cell?.state === "measured" ? [{ name: one.name, cell }] : [];
  });
  if (rows.length === 0) return nothing;
  const ends = rows.flatMap(({ cell }) => [at(cell, P05), at(cell, P95)]);
  const { at: place, ticks } = logScale(ends, NAMES + 10, WIDTH - 30);
  const height = rows.length * ROW + AXIS;
  const x = (value: number): number => Math.round(place(value) * 10) / 10;
  return html`<figure>
    <figcaption>${counted(size, counts)}: 5 to 95 % (line), 25 to 75 % (box), median</figcaption>
    <div class="scroll">
      <svg
        class="plot"
        width="${WIDTH}"
        height="${height}"
        viewBox="0 0 ${WIDTH} ${height}"
        role="img"
        aria-label="${`Distribution of ${id} at ${size}; the table has the figures`}"
      >
        ${ticks.map((tick) => html`<path class="grid" d="M${x(tick)} 0V${height - AXIS}" /><text class="x" x="${x(tick)}" y="${height - 10}">${duration(tick)}</text>`)}
        ${rows.map(({ name, cell }, index) => {
          const middle = index * ROW + ROW / 2;
          return html`<text class="y" x="${NAMES}" y="${middle + 4}">${shortened(name)}</text
            ><path class="whisker" d="M${x(at(cell, P05))} ${middle}H${x(at(cell, P95))}" /><rect
              class="box"
              x="${x(at(cell, P25))}"
              y="${middle - 7}"
              width="${Math.max(1, x(at(cell, P75)) - x(at(cell, P25)))}"
              height="14"
            /><path class="median" d="M${x(at(cell, P50))} ${middle - 9}V${middle + 9}" />`;
        })}
      </svg>
    </div>
  </figure>`;
}

function at({ quantiles }: MeasuredCell, index: number): number {
  return quantiles[index] ?? Number.NaN;
}

const NAME_MAX = 28;

function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX - 1)}…`;
}
