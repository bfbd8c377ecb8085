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

/// In millimeters: on a page of usual width, the text of the plots is as large as the text around them.
constexpr double kReportPlotWidth = 140.0;

/// The current plot of the chooser as SVG, with its notes.
Result<ReportPlot> reportPlot(PlotChooser& chooser) {
    const Result<QByteArray> svg = plotBytes(chooser.plot(), PlotFormat::Svg, kReportPlotWidth);
    TRY(svg);
    ReportPlot made{.kind = chooser.kind(), .svg = svg->toStdString(), .notes = {}};
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
        chooser.setKind(entry.kind);
        if (chooser.emptyReason().isEmpty()) {
            Result<ReportPlot> plot = reportPlot(chooser);
            TRY(plot);
            plots.push_back(std::move(*plot));
        }
    }
    return writeFile(path.toStdString(), benchReportHtml(*document, plots));
}

} // namespace batchscope
