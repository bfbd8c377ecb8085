// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of a benchmark as one HTML file, for people to read, print and send: the conclusions, the plots, the table of
// `bench`, the fitted costs, and everything needed to question or repeat the run. It needs no script and no other file.
// Equal documents and renderers give equal bytes.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Escapes text for use as content or as the value of an attribute, so that text from a file or a machine is never read
/// as markup. Invalid UTF-8 and null bytes become U+FFFD.
[[nodiscard]] std::string htmlText(std::string_view text);

/// A plot of the document's report.
struct ReportPlot {
    PlotKind kind = PlotKind::Time;
    std::string svg;                ///< a complete SVG file
    std::vector<std::string> notes; ///< sentences about what the plot does not show
};

/// The report as HTML. Plots are numbered in the given order. Every text of the document is escaped.
[[nodiscard]] std::string benchReportHtml(const BenchDocument& document, std::span<const ReportPlot> plots);

/// A command line that a shell splits into these words.
[[nodiscard]] std::string shellLine(std::span<const std::string> words);

} // namespace batchscope
