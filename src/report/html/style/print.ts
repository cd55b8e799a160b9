/** On paper: light, nothing to press, nothing cut off by a box that would scroll on a screen. */
export const PRINT = `
@media print {
  :root, :root[data-theme] { color-scheme: light; --ground: #ffffff; }
  @page { margin: 14mm; }
  body { font-size: 10.5pt; }
  header, main { max-width: none; padding-inline: 0; }
  .skip, #theme, .filters, .js .record { display: none; }
  .scroll, .matrix { overflow: visible; max-height: none; }
  .interleaving { --text: 14rem; zoom: 0.72; }
  .interleaving:is(.wide, .huge) { --text: 0rem; }
  .interleaving:is(.wide, .huge) .row { flex-direction: column; }
  .interleaving:is(.wide, .huge) .row .text { width: 100%; }
  .interleaving.huge { zoom: 0.45; }
  .row { break-inside: avoid; print-color-adjust: exact; }
  .heads, .rule-table thead th, .matrix thead th, .matrix tbody th { position: static; }
  .summary, .failure, .executor { border-radius: 0; padding-inline: 0; border-inline: 0; border-block-end: 0; }
  .executor { content-visibility: visible; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3, h4, summary { break-after: avoid; }
  tr, dl > div { break-inside: avoid; }
  .row:is(:hover, [aria-selected]):not(.rest, .granted, .gap, .broken) { background: var(--paper); }
}
`;
