/** The pictures of interleavings. Their texts are set in 12.5 px: the layout counts 8 px for each column. */
export const INTERLEAVING = `
.interleaving { margin-block: 0.5rem; }
.scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); }
.scroll svg { display: block; }
.heads { position: sticky; inset-block-start: 0; background: var(--paper); border-block-end: 1px solid var(--line); }
.interleaving text { font: 12.5px/18px var(--mono); fill: var(--ink); unicode-bidi: isolate; white-space: pre; }
.heads text { font-weight: 700; }
.band { fill: var(--band); }
.band.gap { fill: var(--warn-ground); }
.band.broken { fill: var(--bad-ground); }
.lane { stroke: var(--lane); fill: none; }
.lane.between { stroke-dasharray: 2 4; }
.ground { fill: transparent; }
.row { cursor: default; outline: none; }
.row:hover .ground, .row[aria-selected="true"] .ground { fill: color-mix(in srgb, var(--link) 12%, transparent); }
.row:focus-visible .ground { stroke: var(--link); stroke-width: 3px; stroke-opacity: 1; }
.arrow { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.head, .dot { fill: var(--ink); }
.arrow.in { stroke: var(--link); }
.head.in { fill: var(--link); }
.interleaving .count { fill: var(--quiet); }
.interleaving .step { font-weight: 700; }
.interleaving .between { fill: var(--quiet); }
.row.broken .label, .row.broken .mark { fill: var(--bad); font-weight: 700; }
.row.broken .arrow { stroke: var(--bad); stroke-width: 2.5; }
.row.broken .head, .row.broken .dot { fill: var(--bad); }
.record { display: none; }
.js .record { display: block; position: sticky; inset-block-end: 0; margin: 0.5rem 0 0; padding: 0.6rem 0.8rem; min-height: 3.4rem; background: var(--band); border: 1px solid var(--line); border-radius: 6px; }
.record:empty::before { content: "Point at a row, or move to it with the arrow keys: its record is shown here."; font-family: var(--sans); color: var(--quiet); }
`;
