/**
 * The pictures of interleavings: rows of a text and an arrow, and behind them the lines of the lanes. On a narrow screen the
 * text stands above its arrow. Names of lanes are set in 12.5 px: the layout counts 8 px for each column.
 */
export const INTERLEAVING = `
.interleaving { margin-block: 0.5rem; --text: 19rem; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: flex-start; }
.scroll { width: fit-content; max-width: 100%; overflow: auto; max-height: 80vh; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); }
.picture { width: max-content; min-width: 100%; }
.heads { position: sticky; top: 0; z-index: 3; padding-inline-start: var(--text); background: var(--paper); border-block-end: 1px solid var(--line); }
.heads text { font: 700 12.5px var(--mono); fill: var(--ink); text-anchor: middle; unicode-bidi: isolate; white-space: pre; }
.interleaving svg { display: block; flex: none; }
.time { position: relative; }
.lines { position: absolute; top: 0; left: var(--text); height: 100%; pointer-events: none; z-index: 1; }
.lines line { stroke: var(--lane); }
.rows { list-style: none; margin: 0; padding: 0; }
.row { display: flex; min-height: 28px; cursor: default; font-size: 14px; line-height: 20px; background: var(--paper); }
.row .text { flex: none; width: var(--text); position: sticky; left: 0; z-index: 2; padding: 4px 1rem 4px 3.25rem; background: inherit; overflow-wrap: anywhere; }
.row .text > :not(.hidden, .count) { display: block; }
.row .count { position: absolute; inset-inline-start: 0; width: 2.6rem; text-align: end; color: var(--quiet); }
.row:is(.rest, .granted) { background: var(--band); color: var(--quiet); }
.row.gap { background: var(--warn-ground); color: var(--warn); }
.row.broken { background: var(--bad-ground); color: var(--bad); font-weight: 700; }
.row.broken .text { box-shadow: inset 4px 0 var(--bad); }
.row:not(.broken):is(:hover, [aria-selected="true"]) { background: color-mix(in srgb, var(--link) 14%, var(--paper)); }
.row:focus-visible { outline-offset: -3px; border-radius: 0; }
.row svg { position: relative; z-index: 1; }
.row path, .row circle { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.row .head, .row circle { fill: var(--ink); stroke: none; }
.row .in { stroke: var(--link); }
.row .head.in { fill: var(--link); stroke: none; }
.row.broken path { stroke: var(--bad); stroke-width: 2.5; }
.row.broken :is(.head, circle) { fill: var(--bad); stroke: none; }
.record { display: none; }
.js .record { display: block; flex: 1 1 18rem; min-width: 0; margin: 0; padding: 0.6rem 0.8rem; min-height: 3.4rem; background: var(--band); border: 1px solid var(--line); border-radius: 6px; }
.record:not(:empty) { position: sticky; top: 0; bottom: 0; z-index: 4; }
.record:empty::before { content: "Point at a row, or move to it with the arrow keys: its record is shown here."; font-family: var(--sans); color: var(--quiet); }

@media (max-width: 40rem) {
  .interleaving { --text: 0rem; }
  .row { flex-direction: column; }
  .row .text { width: min(100%, calc(100vw - 4.25rem)); padding-inline: 2.1rem 0.5rem; }
  .row .count { width: 1.6rem; }
  .row svg { margin-block-start: -2px; }
}
`;
