import { PAGE } from "../../../src/report/html/style/page.ts";
import { THEME } from "../../../src/report/html/style/theme.ts";

/** Plots in the colours of the page; series differ by shape as well. */
const PLOTS = `
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; margin-block-end: 0.5rem; }
.scroll { overflow: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); padding: 0.5rem; }
.plot { display: block; max-width: 100%; height: auto; min-width: 40rem; }
.plot text { font: 12.5px var(--sans); fill: var(--quiet); }
.plot .x { text-anchor: middle; }
.plot .y { text-anchor: end; }
.grid { stroke: var(--line); fill: none; }
.series .line { fill: none; stroke: currentColor; stroke-width: 2; }
.series .mark { fill: currentColor; }
.c0 { color: var(--quiet); }
.c1 { color: light-dark(#0b55a5, #8dbdf7); }
.c2 { color: light-dark(#b3400a, #ffad7a); }
.c3 { color: light-dark(#17663a, #74d3a0); }
.c4 { color: light-dark(#8a1f78, #f09ade); }
.c5 { color: light-dark(#7d4c00, #efbc62); }
.c6 { color: light-dark(#3b3f9e, #b3b6ff); }
.c7 { color: light-dark(#00646b, #6fd4dc); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.4rem 1.5rem; padding: 0; margin: 0.75rem 0 0; }
.legend svg { vertical-align: middle; }
.whisker { stroke: var(--lane); stroke-width: 2; }
.box { fill: light-dark(#bcd6f2, #29486b); }
.median { stroke: var(--ink); stroke-width: 2; }
.figures { overflow: auto; }
.figures td, .figures thead th { text-align: end; white-space: nowrap; }
.figures thead th:first-child { text-align: start; }
.figures tbody th { padding-inline-start: 1.5rem; }
.figures .size th { padding-inline-start: 0.75rem; font-weight: 600; background: var(--band); }
`;

export const STYLE = THEME + PAGE + PLOTS;
