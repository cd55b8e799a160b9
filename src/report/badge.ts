import type { AdapterResult, Verdict } from "../contract/verdict.ts";
import type { ReportFormat } from "./format.ts";
import { counted, displayWidth } from "./text.ts";
import { xmlDocument, type Element } from "./xml.ts";

/** Dark enough for white text (a contrast of at least 4.5). */
const COLOURS: Readonly<Record<Verdict, string>> = {
  conformant: "#1a7f37",
  "not conformant": "#b42318",
  inconclusive: "#8a5a00",
  error: "#57606a",
};

const LABEL_COLOUR = "#444c56";

/** Of several executors the first of these counts. */
const ORDER: readonly Verdict[] = ["not conformant", "error", "inconclusive", "conformant"];

const HEIGHT = 20;

/** What a letter takes at most, and the room beside a text, in pixels; the text is fitted to it. */
const LETTER_WIDTH = 6.6;
const PADDING = 6;

/**
 * A badge: an SVG file with the verdict, the profile and the requirement set, that loads nothing. Its title says the same
 * to a screen reader. Several executors have the verdict of the worst, and their number.
 */
export const renderBadge: ReportFormat = ({ requirementSet, results }) => {
  const verdict = ORDER.find((one) => results.some((result) => result.verdict === one)) ?? "error";
  const profiles = [...new Set(results.map(({ adapter }) => adapter.profile))].join(", ");
  const label = `${profiles} conformance`;
  const message = [verdict + reserve(results), `set ${requirementSet.id}`].join(" · ");
  return draw(label, message, COLOURS[verdict]);
};

function reserve(results: readonly AdapterResult[]): string {
  const rules = results.flatMap((result) => result.rules);
  const known = rules.filter(({ verdict }) => verdict === "known-failure").length;
  const notes = [
    ...(results.length > 1 ? [counted(results.length, "executors")] : []),
    ...(known > 0 ? [counted(known, "known failures")] : []),
  ];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

function draw(label: string, message: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = `${label}: ${message}`;
  return xmlDocument({
    name: "svg",
    attributes: {
      xmlns: "http://www.w3.org/2000/svg",
      width: left + right,
      height: HEIGHT,
      viewBox: `0 0 ${left + right} ${HEIGHT}`,
      role: "img",
      "aria-label": title,
    },
    content: [
      { name: "title", attributes: {}, content: title },
      { name: "rect", attributes: { width: left + right, height: HEIGHT, rx: 3, fill: LABEL_COLOUR } },
      { name: "path", attributes: { d: rightHalf(left, right), fill: colour } },
      text(label, 0, left),
      text(message, left, right),
    ],
  });
}

function widthOf(words: string): number {
  return Math.ceil(displayWidth(words) * LETTER_WIDTH) + 2 * PADDING;
}

/** A rectangle that is round on its right side only. */
function rightHalf(left: number, width: number): string {
  return `M${left} 0h${width - 3}a3 3 0 0 1 3 3v${HEIGHT - 6}a3 3 0 0 1-3 3h-${width - 3}z`;
}

function text(words: string, left: number, width: number): Element {
  const attributes = {
    x: left + PADDING,
    y: 14,
    textLength: width - 2 * PADDING,
    lengthAdjust: "spacingAndGlyphs",
    fill: "#fff",
    "font-family": "Verdana, DejaVu Sans, sans-serif",
    "font-size": 11,
  };
  return { name: "text", attributes, content: words };
}
