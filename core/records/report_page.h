// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a report of HTML begins and ends with, and its style: readable from 360 pixels on, light and dark as the
// reader's system is, and on paper. In a file of its own, since it is the syntax of another program. Plots are drawn
// for paper, so they stand on white in any case.
#pragma once

#include <string_view>

namespace batchscope {

inline constexpr std::string_view kReportHead =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)";

inline constexpr std::string_view kReportHeadEnd = "\n</head>\n";
inline constexpr std::string_view kReportEnd = "\n</html>\n";

inline constexpr std::string_view kReportStyle =
    R"(:root { --ground: #ffffff; --text: #1c1e21; --quiet: #575c63; --line: #d5d8dd; --band: #f4f5f7; --warn: #8a5300;
  --warn-ground: #fff4de; --bad: #b00020; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --text: #e6e8eb; --quiet: #a2a8b0; --line: #3a3f46; --band: #1f2226; --warn: #f2c063;
    --warn-ground: #33291a; --bad: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 74rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
p { margin: .5rem 0; max-width: 50rem; }
ul { margin: .5rem 0; padding-left: 1.25rem; max-width: 50rem; }
li { margin: .2rem 0; }
.setup, .quiet, footer { color: var(--quiet); }
.quiet { font-size: .875rem; }
.warning { margin: .75rem 0; padding: .5rem .75rem; border-left: 4px solid var(--warn); background: var(--warn-ground); }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.figures th, .figures td { white-space: nowrap; }
.figures thead th { vertical-align: bottom; border-bottom: 2px solid var(--line); color: var(--quiet); font-weight: 600; }
.figures .number { text-align: right; }
.figures tbody tr:nth-child(even) { background: var(--band); }
.figures .group td { border-top: 2px solid var(--line); }
.results table { font-size: .8125rem; }
.results th, .results td { padding: .25rem .35rem; }
.mark { color: var(--warn); font-weight: 600; }
.bad { color: var(--bad); font-weight: 700; }
.gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); gap: 1.25rem; margin: 1rem 0; }
figure { margin: 0; min-width: 0; }
figure .card { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
figure svg { display: block; width: 100%; min-width: 28rem; max-width: 46rem; height: auto; margin: 0 auto; }
figcaption { margin-top: .4rem; font-size: .875rem; }
.context { width: 100%; margin: .5rem 0 1.25rem; }
.context caption { padding: .25rem 0; text-align: left; font-weight: 600; }
.context th { width: 16rem; font-weight: 400; color: var(--quiet); }
.context td { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .6rem .75rem; background: var(--band); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
footer { margin-top: 2.5rem; font-size: .8125rem; }
@media (max-width: 40rem) {
  body { padding: 1rem .75rem 2rem; }
  .context th { width: 40%; }
  figure .card { padding: .4rem; }
}
@media print {
  :root { --ground: #ffffff; --text: #000000; --quiet: #444444; --line: #bbbbbb; --band: #f4f5f7; --warn: #8a5300;
    --warn-ground: #fff4de; --bad: #b00020; }
  @page { size: A4; margin: 16mm 14mm; }
  @page figures { size: A4 landscape; margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, figure .card, .context caption { break-after: avoid; }
  figure, tr, .warning, pre { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide, figure .card { overflow: visible; }
  .gallery { display: block; }
  footer { margin-top: 3mm; }
  h2 { margin-top: 6mm; }
  figure { margin: 0 0 6mm; }
  figure .card { padding: 0; border: 0; }
  figure svg { min-width: 0; max-width: 122mm; }
  .results { page: figures; }
  .results table { font-size: 7pt; }
  .results th, .results td { padding: .15rem .35rem; }
  .results .quiet { font-size: 7.5pt; line-height: 1.35; }
  .results ul { max-width: none; margin: .25rem 0; columns: 2; }
  .context, .context code { font-size: 8.5pt; }
  .context th, .context td { padding: .1rem .4rem; }
}
)";

} // namespace batchscope
