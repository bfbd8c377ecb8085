// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/report_drawing.h"

#include "core/bytes/file_writer.h"
#include "core/records/bench_report_html.h"
#include "views/plots/plot_chooser.h"
#include "views/plots/plot_widget.h"

#include <QFileInfo>

#include <vector>

namespace batchscope {

namespace {

/// Of a report's plots, in millimeters: their text is as large as that around them where the page is as wide as usual.
constexpr double kReportPlotWidth = 140.0;

/// As an SVG, or why there is none.
ReportPlot reportPlot(PlotChooser& chooser, PlotKind kind) {
    chooser.setKind(kind);
    ReportPlot made{.kind = kind, .svg = {}, .notes = {}, .emptyReason = chooser.emptyReason().toStdString()};
    if (!made.emptyReason.empty()) {
        return made;
    }
    PlotSize size;
    size.width = kReportPlotWidth;
    const Result<QByteArray> svg = plotBytes(chooser.plot(), PlotFormat::Svg, size);
    if (!svg) {
        made.emptyReason = svg.error().message;
        return made;
    }
    made.svg = svg->toStdString();
    for (const QString& note : chooser.notes()) {
        made.notes.push_back(note.toStdString());
    }
    return made;
}

} // namespace

Status saveBenchPlot(const std::shared_ptr<const BenchReport>& report, PlotKind kind, const PlotRequest& request) {
    PlotChooser chooser;
    chooser.setReport(report);
    chooser.setKind(kind);
    if (const QString reason = chooser.emptyReason(); !reason.isEmpty()) {
        return Error{ErrorCode::Config, reason.toStdString()};
    }
    return savePlot(chooser.plot(), request);
}

Status checkReportPath(const QString& path) {
    const QFileInfo file(path);
    const QString ending = file.suffix().toLower();
    if (file.completeBaseName().isEmpty() || (ending != u"html" && ending != u"htm")) {
        return Error{ErrorCode::Config,
                     PlotWidget::tr("the name of a report ends in .html, not \"%1\"").arg(path).toStdString()};
    }
    return Ok{};
}

Status saveReport(const std::shared_ptr<const BenchDocument>& document, const QString& path) {
    PlotChooser chooser;
    chooser.setReport(std::shared_ptr<const BenchReport>(document, &document->report));
    std::vector<ReportPlot> plots;
    for (const PlotKindEntry& entry : plotKinds()) {
        plots.push_back(reportPlot(chooser, entry.kind));
    }
    return writeFile(path.toStdString(), benchReportHtml(*document, plots));
}

} // namespace batchscope
