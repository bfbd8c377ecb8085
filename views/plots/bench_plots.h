// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark on paper: of every kind, as they are first shown, whatever the plots on the screen look like
// now. So the window and the command line draw the same.
//
// GUI thread only.
#pragma once

#include "core/bench/bench.h"
#include "core/records/bench_report_html.h"
#include "views/plots/plot_export.h"

#include <memory>

namespace batchscope {

class PlotChooser;

class BenchPlots {
public:
    explicit BenchPlots(std::shared_ptr<const BenchReport> report);
    ~BenchPlots();
    BenchPlots(const BenchPlots&) = delete;
    BenchPlots& operator=(const BenchPlots&) = delete;

    /// As savePlot(); of an empty plot the Config error says why it is empty.
    [[nodiscard]] Status save(PlotKind kind, const PlotRequest& request);
    /// For a report: as an SVG, or why there is none.
    [[nodiscard]] ReportPlot reportPlot(PlotKind kind);

private:
    std::unique_ptr<PlotChooser> m_chooser;
};

} // namespace batchscope
