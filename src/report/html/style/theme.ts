/**
 * Colours, letters and the focus ring. Every text has a contrast of 4.5 and more with what it stands on, in both themes; no
 * meaning is told by colour alone.
 */
export const THEME = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f7f5, #131518);
  --paper: light-dark(#ffffff, #1b1e22);
  --band: light-dark(#f1f2f4, #23272c);
  --line: light-dark(#d8dbe0, #363c43);
  --lane: light-dark(#9aa1ab, #626a75);
  --ink: light-dark(#1b1e23, #e8eaed);
  --quiet: light-dark(#59606a, #a7aeb8);
  --link: light-dark(#0b55a5, #8dbdf7);
  --good: light-dark(#17663a, #74d3a0);
  --bad: light-dark(#ad2018, #ff9d94);
  --warn: light-dark(#7d4c00, #efbc62);
  --good-ground: light-dark(#e6f4eb, #15291e);
  --bad-ground: light-dark(#fdeceA, #371c1b);
  --warn-ground: light-dark(#fdf1dc, #2f2513);
  --sans: -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Cascadia Mono", "Liberation Mono", "DejaVu Sans Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { background: var(--ground); color: var(--ink); scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 16px/1.5 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
code, .record { font-family: var(--mono); font-size: 0.875em; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
