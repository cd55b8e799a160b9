import type { RecordBase } from "../../contract/trace.ts";
import type { BrokenRun } from "../../contract/verdict.ts";
import type { AnyProfile, Drawing } from "../../profiles/index.ts";
import { rowsOf, type Row } from "../rows.ts";
import { layOut, LINE_PX, MARK_X, NUMBER_X, STEP_X, type Layout, type PlacedRow } from "./geometry.ts";
import { html, nothing, type Markup } from "./markup.ts";

/** From the top of a row to the base line of its first line of text, and to its arrow. */
const BASE_PX = 18;
const ARROW_PX = 14;

const HEAD_PX = 6;

/**
 * A run as lanes over time, from top to bottom: the names of the lanes, which stay in sight, and one row for each arrow,
 * mark and gap. A row can be pointed at and focused; it holds the record it was made from.
 *
 * @returns nothing where the records are not those of this profile, as in a report of another version.
 */
export function interleaving(shown: BrokenRun, profile: AnyProfile, label: string): Markup | undefined {
  const rows = drawable(shown, profile);
  if (rows === undefined) return undefined;
  const layout = layOut(rows);
  return html`<div class="interleaving">
    <div class="scroll">
      <svg
        class="heads"
        width="${layout.width}"
        height="${layout.headHeight}"
        viewBox="0 0 ${layout.width} ${layout.headHeight}"
        aria-hidden="true"
      >
        ${heads(layout)}
      </svg>
      <svg
        class="rows"
        width="${layout.width}"
        height="${layout.height}"
        viewBox="0 0 ${layout.width} ${layout.height}"
        role="listbox"
        aria-label="${label}"
      >
        ${bands(layout)}${laneLines(layout)}
        ${layout.rows.map((placed, index) => drawRow(placed, layout, shown.trace.records, index === 0))}
      </svg>
    </div>
    <p class="record" aria-live="polite"></p>
  </div> `;
}

function drawable(shown: BrokenRun, profile: AnyProfile): readonly Row[] | undefined {
  try {
    return rowsOf(shown, profile);
  } catch {
    // A record without the fields that its type has here.
    return undefined;
  }
}

function heads({ lanes, headHeight }: Layout): Markup {
  return html`${lanes.map(
    ({ x, nameLines }) =>
      html`${nameLines.map(
        (line, index) =>
          html`<text x="${x}" y="${headHeight - 8 - (nameLines.length - 1 - index) * LINE_PX}" text-anchor="middle"
            >${line}</text
          >`,
      )}`,
  )}`;
}

/** The ground of the rows between two steps, and of the one that shows the violation. */
function bands({ rows, width }: Layout): Markup {
  return html`${rows.map(({ row, top, height }) => {
    const kind = row.broken === true ? "broken" : row.between;
    return kind === undefined
      ? nothing
      : html`<rect class="band ${kind}" y="${top}" width="${width}" height="${height}" />`;
  })}`;
}

/** The lines of the lanes: broken ones where nothing can pass. */
function laneLines({ lanes, rows }: Layout): Markup {
  const along = (places: readonly PlacedRow[]): string =>
    places.flatMap(({ top, height }) => lanes.map(({ x }) => `M${x} ${top}v${height}`)).join("");
  const solid = along(rows.filter(({ row }) => row.between === undefined));
  const dashed = along(rows.filter(({ row }) => row.between !== undefined));
  return html`<path class="lane" d="${solid}" /><path class="lane between" d="${dashed}" />`;
}

function drawRow(
  { row, top, height, stepLines, labelLines }: PlacedRow,
  { width, labelX, endsOf }: Layout,
  records: readonly RecordBase[],
  isFirst: boolean,
): Markup {
  const record = row.record === undefined ? undefined : records[row.record];
  const base = top + BASE_PX;
  return html`<g
    class="row${row.broken === true ? " broken" : ""}"
    role="option"
    aria-selected="false"
    tabindex="${isFirst ? 0 : -1}"
    aria-label="${spoken(row)}"
    >${record === undefined ? nothing : html`<title>${recordText(record, row.record ?? 0)}</title>`}<rect
      class="ground"
      y="${top}"
      width="${width}"
      height="${height}"
    />${
      row.broken === true ? html`<text class="mark" x="${MARK_X}" y="${base}" text-anchor="middle">✗</text>` : nothing
    }${
      row.number === undefined
        ? nothing
        : html`<text class="count" x="${NUMBER_X}" y="${base}" text-anchor="end">${row.number}</text>`
    }${texts(stepLines, STEP_X, base, "step")}${
      row.drawing === undefined ? nothing : arrow(endsOf(row.drawing), top + ARROW_PX)
    }${texts(labelLines, labelX, base, row.between === undefined ? "label" : "label between")}</g
  > `;
}

function texts(lines: readonly string[], x: number, base: number, kind: string): Markup {
  return html`${lines.map((line, index) => html`<text class="${kind}" x="${x}" y="${base + index * LINE_PX}">${line}</text>`)}`;
}

function arrow([from, to]: readonly [number, number], y: number): Markup {
  if (from === to) return html`<circle class="dot" cx="${from}" cy="${y}" r="4.5" />`;
  const [direction, back] = from < to ? ["out", -HEAD_PX] : ["in", HEAD_PX];
  return html`<path class="arrow ${direction}" d="M${from} ${y}H${to + back}" /><path
      class="head ${direction}"
      d="M${to} ${y}l${back} ${-HEAD_PX + 1}v${2 * HEAD_PX - 2}z"
    />`;
}

/** A row as it is read aloud. */
function spoken({ number, step, text, drawing, broken }: Row): string {
  return [
    number === undefined ? [] : [`Step ${number}: ${step ?? text}`],
    drawing === undefined ? (number === undefined ? [text] : []) : [`${path(drawing)}: ${text}`],
    broken === true ? ["Here the rule is broken"] : [],
  ]
    .flat()
    .join(". ");
}

function path({ from, to }: Drawing): string {
  return to === undefined ? `in ${from}` : `${from} to ${to}`;
}

/** The record as JSON with spaces to break lines at, after its sequence number. */
function recordText(record: RecordBase, sequence: number): string {
  return `#${sequence} ${JSON.stringify(record, undefined, 1).replaceAll(/\n\s*/g, " ")}`;
}
