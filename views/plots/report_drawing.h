// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots and the report of a benchmark (core/records/bench_report_html.h) on paper: of every kind of plot, as it is
// first shown, whatever the plots on the screen look like now. So the window and the command line write the same.
//
// GUI thread only.
#pragma once

#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"
#include "views/plots/plot_export.h"

#include <QString>

#include <memory>

namespace batchscope {

/// As savePlot(); of an empty plot the Config error says why it is empty.
[[nodiscard]] Status saveBenchPlot(const std::shared_ptr<const BenchReport>& report, PlotKind kind,
                                   const PlotRequest& request);

/// Config error unless the name ends in .html or .htm: another document would be overwritten by mistake.
[[nodiscard]] Status checkReportPath(const QString& path);

/// Draws all of it and writes it. Errors of writeFile.
[[nodiscard]] Status saveReport(const std::shared_ptr<const BenchDocument>& document, const QString& path);

} // namespace batchscope
