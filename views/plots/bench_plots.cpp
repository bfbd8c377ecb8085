// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/bench_plots.h"

#include "views/plots/plot_chooser.h"

namespace batchscope {

namespace {

/// Of a report's plots, in millimeters: their text is as large as that around them where the page is as wide as usual.
constexpr double kReportPlotWidth = 140.0;

} // namespace

BenchPlots::BenchPlots(std::shared_ptr<const BenchReport> report) : m_chooser(std::make_unique<PlotChooser>()) {
    m_chooser->setReport(std::move(report), {});
}

BenchPlots::~BenchPlots() = default;

Status BenchPlots::save(PlotKind kind, const PlotRequest& request) {
    m_chooser->setKind(kind);
    if (const QString reason = m_chooser->emptyReason(); !reason.isEmpty()) {
        return Error{ErrorCode::Config, reason.toStdString()};
    }
    return savePlot(m_chooser->plot(), request);
}

ReportPlot BenchPlots::reportPlot(PlotKind kind) {
    m_chooser->setKind(kind);
    ReportPlot made{.kind = kind, .svg = {}, .notes = {}, .emptyReason = m_chooser->emptyReason().toStdString()};
    if (!made.emptyReason.empty()) {
        return made;
    }
    PlotSize size;
    size.width = kReportPlotWidth;
    const Result<QByteArray> svg = plotBytes(m_chooser->plot(), PlotFormat::Svg, size);
    if (!svg) {
        made.emptyReason = svg.error().message;
        return made;
    }
    made.svg = svg->toStdString();
    for (const QString& note : m_chooser->notes()) {
        made.notes.push_back(note.toStdString());
    }
    return made;
}

} // namespace batchscope
