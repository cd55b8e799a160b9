import type { RecordBase } from "../../contract/trace.ts";
import type { BrokenRun } from "../../contract/verdict.ts";
import type { AnyProfile, Drawing } from "../../profiles/index.ts";
import { rowsOf, type Row } from "../rows.ts";
import { placeLanes, type Lanes } from "./geometry.ts";
import { html, nothing, type Markup } from "./markup.ts";

/** Height of one arrow: the middle of it is the middle of the text's first line. */
const ARROW_PX = 28;

const HEAD_PX = 6;

/**
 * A run as lanes over time, from top to bottom: the names of the lanes, which stay in sight, and one row for each arrow,
 * mark and gap, its text beside the lanes. A row can be pointed at and focused; it holds the record it was made from.
 *
 * @returns nothing where the records are not those of this profile, as in a report of another version.
 */
export function interleaving(shown: BrokenRun, profile: AnyProfile, label: string): Markup | undefined {
  const rows = drawable(shown, profile);
  if (rows === undefined) return undefined;
  const lanes = placeLanes(rows);
  return html`<div class="interleaving ${sizeOf(lanes)}">
    <div class="scroll">
      <div class="picture">
        ${heads(lanes)}
        <div class="time">
          <ol class="rows" role="listbox" aria-label="${label}">
            ${rows.map((row, index) => rowOf(row, lanes, shown.trace.records, index === 0))}
          </ol>
          <svg class="lines" width="${lanes.width}" aria-hidden="true">
            ${lanes.all.map(({ x }) => html`<line x1="${x}" x2="${x}" y2="100%" />`)}
          </svg>
        </div>
      </div>
    </div>
    <p class="record" aria-live="polite"></p>
  </div> `;
}

/** How the picture fits on paper: beside its texts, below them, or below them and smaller. */
function sizeOf({ width }: Lanes): "narrow" | "wide" | "huge" {
  if (width <= 720) return "narrow";
  return width <= 940 ? "wide" : "huge";
}

function drawable(shown: BrokenRun, profile: AnyProfile): readonly Row[] | undefined {
  try {
    return rowsOf(shown, profile);
  } catch {
    // A record without the fields that its type has here.
    return undefined;
  }
}

function heads({ width, headHeight, all }: Lanes): Markup {
  const names = all.flatMap(({ x, name }) => name.map(({ text, y }) => html`<text x="${x}" y="${y}">${text}</text>`));
  return html`<div class="heads"><svg width="${width}" height="${headHeight}" aria-hidden="true">${names}</svg></div>`;
}

function rowOf(row: Row, lanes: Lanes, records: readonly RecordBase[], isFirst: boolean): Markup {
  const record = row.record === undefined ? undefined : records[row.record];
  const kind = row.broken === true ? " broken" : row.between === undefined ? "" : ` ${row.between}`;
  return html`<li
    class="row${kind}"
    role="option"
    aria-selected="false"
    tabindex="${isFirst ? 0 : -1}"
    ${record === undefined ? nothing : html`title="${recordText(record, row.record ?? 0)}"`}
  >
    <span class="text">${textOf(row)}</span>${row.drawing === undefined ? nothing : arrow(row.drawing, lanes)}
  </li>`;
}

/** What the step says, and what was recorded where that says something else. */
function textOf({ number, step, text, drawing, broken }: Row): Markup {
  const label = step !== undefined && text.startsWith(step) ? text.slice(step.length).replace(/^: /, "") : text;
  return html`<span class="count">${number ?? ""}</span> ${step === undefined ? nothing : html`<b>${step}</b> `}
    ${drawing === undefined ? nothing : html`<span class="hidden">${path(drawing)}</span> `}
    ${label === "" ? nothing : html`<span>${label}</span> `}
    ${broken === true ? html`<span class="here">✗ here the rule is broken</span>` : nothing}`;
}

function path({ from, to }: Drawing): string {
  return to === undefined ? `in ${from}:` : `${from} to ${to}:`;
}

function arrow(drawing: Drawing, { width, endsOf }: Lanes): Markup {
  const [from, to] = endsOf(drawing);
  const y = ARROW_PX / 2;
  const [direction, back] = from < to ? ["out", -HEAD_PX] : ["in", HEAD_PX];
  const shape =
    from === to
      ? html`<circle cx="${from}" cy="${y}" r="4.5" />`
      : html`<path class="${direction}" d="M${from} ${y}H${to + back}" /><path
            class="head ${direction}"
            d="M${to} ${y}l${back} ${1 - HEAD_PX}v${2 * HEAD_PX - 2}z"
          />`;
  return html`<svg width="${width}" height="${ARROW_PX}" aria-hidden="true">${shape}</svg>`;
}

/** The record as JSON with spaces to break lines at, after its sequence number. */
function recordText(record: RecordBase, sequence: number): string {
  return `#${sequence} ${JSON.stringify(record, undefined, 1).replaceAll(/\n\s*/g, " ")}`;
}
