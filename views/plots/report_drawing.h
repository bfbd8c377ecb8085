// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots and the report of a benchmark (core/records/bench_report_html.h) on paper. Every kind of plot is drawn as
// it is first shown, independent of the plots on the screen, so that the window and the command line write the same.
//
// GUI thread only.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"
#include "views/plots/plot_export.h"

#include <QString>

#include <memory>

namespace batchscope {

/// Like savePlot(); for an empty plot, the Config error says why it is empty.
[[nodiscard]] Status saveBenchPlot(const std::shared_ptr<const BenchReport>& report, PlotKind kind,
                                   const PlotRequest& request);

/// Config error unless the name ends in .html or .htm: otherwise, another document could be overwritten by mistake.
[[nodiscard]] Status checkReportPath(const QString& path);

/// Draws all plots and writes the report. Fails like writeFile.
[[nodiscard]] Status saveReport(const std::shared_ptr<const BenchDocument>& document, const QString& path);

} // namespace batchscope
