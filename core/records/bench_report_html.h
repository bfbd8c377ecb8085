// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of a benchmark as one file of HTML, for people to read, print and send: what the figures come to, the
// plots, the table of `bench`, the fitted costs, and all it takes to doubt or to repeat the run. It
// needs no script and no other file. Whoever has the document and the same renderer writes the same bytes.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The text as content or as the value of an attribute, so that what comes from a file or a machine is shown and never
/// read as markup. What is not UTF-8, and bytes of 0, become U+FFFD.
[[nodiscard]] std::string htmlText(std::string_view text);

/// A plot of the document's report, drawn or left out.
struct ReportPlot {
    PlotKind kind = PlotKind::Time;
    std::string svg;                ///< a whole file; empty: the plot is left out
    std::vector<std::string> notes; ///< sentences: what the plot does not show
    std::string emptyReason;        ///< a sentence; of a plot that is left out
};

/// Plots are numbered in the order in which they are given. Every text of the document is escaped.
[[nodiscard]] std::string benchReportHtml(const BenchDocument& document, std::span<const ReportPlot> plots);

/// A line that a shell reads as these words.
[[nodiscard]] std::string shellLine(std::span<const std::string> words);

} // namespace batchscope
