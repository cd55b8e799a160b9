import { html, nothing, trusted, type Markup } from "../../../src/report/html/markup.ts";
import { grouped } from "../../../src/report/text.ts";
import type { ComparedBenchmark, MeasuredCell, MeasuredContender } from "../comparison.ts";
import { duration } from "../numbers.ts";
import { logScale } from "./scale.ts";

const WIDTH = 720;
const HEIGHT = 320;
const PLOT = { left: 80, right: WIDTH - 40, top: 15, bottom: HEIGHT - 45 } as const;

/** Series differ by colour, and by the shape of their marks. */
const SHAPES: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`,
  (x, y) => `M${x - 4} ${y - 4}h8v8h-8z`,
  (x, y) => `M${x} ${y - 5}l5 9h-10z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  (x, y) => `M${x} ${y + 5}l5 -9h-10z`,
];

const COLOURS = 8;

interface Series {
  readonly name: string;
  readonly growth: Pick<MeasuredContender, "slope" | "steepest">;
  readonly cells: readonly MeasuredCell[];
}

/** The medians of every contender over the sizes, both on logarithmic axes: a straight line rises with its slope. */
export function growthOf({ id, counts, contenders }: ComparedBenchmark): Markup {
  const series = contenders.flatMap((one): Series[] => {
    if (one.state !== "measured") return [];
    const cells = one.cells.filter((cell): cell is MeasuredCell => cell.state === "measured" && cell.size > 0);
    return cells.length < 2 ? [] : [{ name: one.name, growth: one, cells }];
  });
  if (series.length === 0) return nothing;
  const x = logScale(
    series.flatMap(({ cells }) => cells.map(({ size }) => size)),
    PLOT.left,
    PLOT.right,
  );
  const y = logScale(
    series.flatMap(({ cells }) => cells.map(({ latency }) => latency.p50)),
    PLOT.bottom,
    PLOT.top,
  );
  return html`<figure>
    <figcaption>Growth: median for one operation, by ${counts}</figcaption>
    <div class="scroll">
      <svg
        class="plot"
        width="${WIDTH}"
        height="${HEIGHT}"
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        role="img"
        aria-label="${`Growth of ${id}; the table has the figures`}"
      >
        ${y.ticks.map((tick) => html`<path class="grid" d="M${PLOT.left} ${pixel(y.at(tick))}H${PLOT.right}" /><text class="y" x="${PLOT.left - 8}" y="${pixel(y.at(tick) + 4)}">${duration(tick)}</text>`)}
        ${x.ticks.map((tick) => html`<path class="grid" d="M${pixel(x.at(tick))} ${PLOT.top}V${PLOT.bottom}" /><text class="x" x="${pixel(x.at(tick))}" y="${PLOT.bottom + 20}">${grouped(tick)}</text>`)}
        <text class="x" x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 6}">${counts}</text>
        ${series.map(({ cells }, index) =>
          line(
            cells.map(({ size, latency }) => [pixel(x.at(size)), pixel(y.at(latency.p50))]),
            index,
          ),
        )}
      </svg>
    </div>
    <ul class="legend">
      ${series.map(
        ({ name, growth }, index) =>
          html`<li>
            <svg width="24" height="12" aria-hidden="true">
              ${line(
                [
                  [0, 6],
                  [12, 6],
                  [24, 6],
                ],
                index,
                1,
              )}
            </svg>
            <bdi>${name}</bdi> <span class="quiet">${describeGrowth(growth)}</span>
          </li>`,
      )}
    </ul>
  </figure>`;
}

function describeGrowth({ slope, steepest }: Series["growth"]): string {
  if (slope === undefined) return "";
  return `slope ${slope.toFixed(2)}${steepest === undefined ? "" : `, at most ${steepest.slope.toFixed(2)}`}`;
}

type Place = readonly [x: number, y: number];

/** @param only the one place that has a mark; absent: all. */
function line(places: readonly Place[], index: number, only?: number): Markup {
  const shape = SHAPES[index % SHAPES.length] ?? (() => "");
  const marks = places.filter((_, place) => only === undefined || place === only).map(([x, y]) => shape(x, y));
  return html`<g class="series c${index % COLOURS}"
    ><path class="line" d="${trusted(`M${places.map((place) => place.join(" ")).join("L")}`)}" /><path
      class="mark"
      d="${trusted(marks.join(""))}"
  /></g>`;
}

function pixel(value: number): number {
  return Math.round(value * 10) / 10;
}
