"""How a report looks, on a screen and on paper."""

from __future__ import annotations

from typing import Final

CSS: Final = """
:root { --ink: #1c1e21; --soft: #5b6068; --line: #d9dce1; --paper: #fff; --page: #f6f7f8;
  --accent: #1f4e79; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 32px 80px; background: var(--paper); }
h1 { font-size: 28px; margin: 0 0 4px; letter-spacing: -.01em; }
h2 { font-size: 21px; margin: 56px 0 8px; padding-top: 16px; border-top: 2px solid var(--ink); }
h3 { font-size: 15px; margin: 28px 0 6px; }
p { margin: 6px 0; max-width: 75ch; }
.soft, figcaption, .note { color: var(--soft); font-size: 13px; }
code { font: 12px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code.command { display: block; background: var(--page); padding: 8px 10px; margin: 6px 0;
  white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; margin: 4px 0;
  font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px 4px 0; text-align: right; vertical-align: baseline;
  white-space: nowrap; }
th:first-child, td:first-child, .words th, .words td { text-align: left; }
.words td { white-space: normal; }
thead th { font-weight: 500; color: var(--soft); border-bottom: 1px solid var(--ink); }
tbody td { border-bottom: 1px solid var(--line); }
tbody tr:hover td { background: #f3f6fa; }
td.best { font-weight: 700; color: var(--accent); }
figure { margin: 20px 0 28px; }
figure svg { width: 100%; max-width: 860px; height: auto; display: block; }
figcaption b { color: var(--ink); }
svg text { font: 11.5px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; fill: var(--ink); }
svg .tick { font-size: 10.5px; fill: var(--soft); }
svg .strong { font-weight: 600; }
svg .grid { stroke: #e4e6ea; stroke-width: 1; }
svg .rule { stroke: #d9dce1; stroke-width: 1; }
svg .axis { stroke: #1c1e21; stroke-width: 1; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; font-size: 13px;
  margin: 8px 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media print {
  @page { margin: 14mm; }
  body { background: none; font-size: 10pt; }
  main { max-width: none; padding: 0; }
  table { font-size: 7.5pt; } th, td { padding-right: 7px; }
  .scroll { overflow: visible; }
  figure, table, dl { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""
