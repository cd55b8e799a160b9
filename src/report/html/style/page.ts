/** The page and its parts, but for the pictures of interleavings. */
export const PAGE = `
header, main { max-width: 78rem; margin-inline: auto; padding-inline: 2rem; }
header { display: flex; justify-content: space-between; align-items: center; padding-block: 1rem; }
header p { margin: 0; color: var(--quiet); font-size: 0.875rem; letter-spacing: 0.02em; }
main { padding-block-end: 4rem; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; z-index: 3; background: var(--paper); padding: 0.5rem 1rem; }
.skip:focus { inset-block-start: 0.5rem; }
button, input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--lane); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2.25rem; }
button { cursor: pointer; }
button:hover { background: var(--band); }
button[aria-pressed="true"] { background: var(--ink); color: var(--ground); border-color: var(--ink); }

h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -0.015em; margin: 0; }
h1 + .facts { margin-block-start: 1rem; }
h2 { font-size: 1.375rem; letter-spacing: -0.01em; margin: 3rem 0 1rem; }
h3 { font-size: 1.125rem; margin: 2rem 0 0.75rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }

.summary { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 1.75rem 2rem; border-block-start: 5px solid var(--lane); }
.summary.good { border-block-start-color: var(--good); }
.summary.bad { border-block-start-color: var(--bad); }
.summary.warn { border-block-start-color: var(--warn); }
.who { font-size: 1.125rem; margin: 0.35rem 0 1.25rem; }
.who .quiet { font-size: 1rem; margin-inline-start: 0.5rem; }
.broken-rules, .notes { margin: 0 0 1.25rem; padding: 0; list-style: none; }
.broken-rules li, .notes li { padding: 0.4rem 0; border-block-start: 1px solid var(--line); }
.broken-rules .verdict { margin-inline-end: 0.4rem; }
.broken-rules .seen { display: block; color: var(--quiet); }
.notes li::before { content: "! "; font-weight: 700; color: var(--warn); }

.facts { margin: 0; display: grid; gap: 0.35rem; }
.facts > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 1rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; max-width: 52rem; }

.verdict { display: inline-flex; align-items: baseline; gap: 0.45em; color: var(--quiet); white-space: nowrap; }
td.mute { color: var(--quiet); }
td i { font-style: normal; }
td.good, .verdict.good { color: var(--good); }
td.bad, td.bad a, .verdict.bad { color: var(--bad); font-weight: 600; }
td.warn, .verdict.warn { color: var(--warn); font-weight: 600; }
h1 .verdict { white-space: normal; font-weight: 700; }
.mark { display: inline-block; min-width: 1em; text-align: center; font-weight: 700; }
.level { color: var(--quiet); font-size: 0.75rem; font-weight: 600; letter-spacing: 0.05em; white-space: nowrap; }
.flaky { color: var(--warn); background: var(--warn-ground); border-radius: 4px; padding: 0.1em 0.5em; font-size: 0.875rem; font-weight: 600; }

table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 9px 0.75rem; border-block-end: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: 0.875rem; font-weight: 600; vertical-align: bottom; }
th.number, td.number { text-align: end; white-space: nowrap; }
tbody th p { margin: 0.15rem 0 0; color: var(--quiet); max-width: 52rem; font-size: 0.9375rem; }
.rule-table td:first-child { width: 9.5rem; }

.filters { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: end; margin-block-end: 1rem; }
.filters label { display: grid; gap: 0.2rem; color: var(--quiet); font-size: 0.875rem; }
.filters input { width: 16rem; max-width: 100%; color: var(--ink); font-size: 1rem; }
.filters input::placeholder { color: var(--quiet); opacity: 1; }
.filters select { color: var(--ink); font-size: 1rem; }
.filters output { color: var(--quiet); min-height: 2.25rem; display: flex; align-items: center; }

.rule-table { background: var(--paper); border: 1px solid var(--line); }
.rule-table thead th { position: sticky; inset-block-start: 0; background: var(--paper); box-shadow: inset 0 -1px var(--line); z-index: 1; }
tbody tr:hover { background: var(--band); }

.matrix { overflow: auto; max-height: 85vh; border: 1px solid var(--line); background: var(--paper); }
.matrix table { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; }
.matrix thead th { position: sticky; top: 0; background: var(--paper); z-index: 1; }
.matrix tbody th { position: sticky; left: 0; background: var(--paper); min-width: 26rem; max-width: 34rem; border-inline-end: 1px solid var(--line); }
.matrix thead th:first-child { left: 0; z-index: 2; border-inline-end: 1px solid var(--line); }
.matrix tbody tr:hover th { background: var(--band); }
.matrix.many a:not(:hover) { text-decoration: none; }
.matrix.wide thead th { min-width: 9rem; max-width: 14rem; }
.matrix.wide thead .verdict { display: flex; }
/* Columns of fixed width spare a browser the measuring of every cell. */
.matrix.many table { table-layout: fixed; width: 1px; }
.matrix.many thead th { width: 2.2rem; }
.matrix.many thead th:first-child { width: 26rem; }
.matrix.many td { text-align: center; padding-inline: 0.4rem; }
.matrix.many tbody th p { display: none; }
.matrix.many :is(td i, thead .word) { font-size: 0; }
.matrix.many thead th:not(:first-child) { writing-mode: vertical-rl; transform: rotate(180deg); text-align: start; padding: 0.75rem 0.4rem; max-height: 18rem; border-block-end: 0; border-top: 1px solid var(--line); }
.matrix.many thead th:not(:first-child) a { color: var(--ink); font-weight: 400; }
.matrix.many thead .mark { writing-mode: horizontal-tb; transform: rotate(180deg); min-width: 0; margin-block: 0.35rem; }

.failure, .executor { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 1.5rem 2rem; margin-block-end: 1.5rem; }
.failure h3 { margin: 0 0 0.75rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.35rem 0.75rem; }
.failure h3 code { font-size: 1.0625rem; }
.sentence { font-size: 1.125rem; max-width: 52rem; margin: 0 0 1rem; text-wrap: pretty; }
.command { background: var(--band); border-radius: 4px; padding: 0.2rem 0.45rem; user-select: all; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.executor { padding-block: 1rem; content-visibility: auto; contain-intrinsic-size: auto 3.5rem; }
.executor > summary, .found > summary { cursor: pointer; }
.executor[open] > summary { margin-block-end: 1rem; }
.executor > summary bdi { font-weight: 600; margin-inline: 0.5rem; }
.executor .failure { border-width: 1px 0 0; border-radius: 0; padding: 1.5rem 0 0; margin-block: 1.5rem 0; }
.found { margin-block-start: 1rem; }
.found > summary { color: var(--link); padding-block: 0.4rem; }
.search table { background: var(--paper); }
.search th[scope="row"] { max-width: 40rem; }

@media (max-width: 40rem) {
  header, main { padding-inline: 1rem; }
  h1 { font-size: 1.625rem; }
  .summary, .failure, .executor { padding: 1.1rem 1rem; border-radius: 8px; }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts { gap: 0.6rem; }
  .facts dt { font-size: 0.875rem; }
  .filters label, .filters input { flex: 1 1 100%; width: 100%; }
  .filters label:has(select) { flex: 1 1 6rem; }
  th, td { padding: 0.5rem; }
  .rule-table .verdict { white-space: normal; }
  .rule-table td:first-child { width: 6.5rem; }
  .matrix.many thead th:first-child { width: 10rem; }
  .matrix tbody th { min-width: 9rem; max-width: 10rem; }
  .matrix tbody th p { display: none; }
}
`;
