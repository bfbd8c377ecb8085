// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/report_drawing.h"

#include "core/bench/plot_kind.h"
#include "core/bytes/file_writer.h"
#include "views/plots/plot_widget.h"

#include <QFileInfo>
#include <QTimer>

namespace batchscope {

namespace {

Status saveDrawn(const ReportDrawing& drawing, const QString& path) {
    return writeFile(path.toStdString(), drawing.html().toStdString());
}

} // namespace

ReportDrawing::ReportDrawing(std::shared_ptr<const BenchDocument> document)
    : m_document(std::move(document)), m_plots(std::shared_ptr<const BenchReport>(m_document, &m_document->report)) {}

bool ReportDrawing::isDone() const {
    return m_drawn.size() == plotKinds().size();
}

void ReportDrawing::drawNext() {
    m_drawn.push_back(m_plots.reportPlot(plotKinds()[m_drawn.size()].kind));
}

QByteArray ReportDrawing::html() const {
    return QByteArray::fromStdString(benchReportHtml(*m_document, m_drawn));
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
    ReportDrawing drawing(document);
    while (!drawing.isDone()) {
        drawing.drawNext();
    }
    return saveDrawn(drawing, path);
}

ReportSaver::ReportSaver(std::shared_ptr<const BenchDocument> document, QString path, QObject* parent)
    : QObject(parent), m_drawing(std::move(document)), m_path(std::move(path)) {
    QTimer::singleShot(0, this, &ReportSaver::goOn);
}

void ReportSaver::goOn() {
    if (!m_drawing.isDone()) {
        m_drawing.drawNext();
        QTimer::singleShot(0, this, &ReportSaver::goOn);
        return;
    }
    const Status status = saveDrawn(m_drawing, m_path);
    if (status) {
        emit saved(m_path);
    } else {
        emit failed(QString::fromStdString(status.error().text()));
    }
    deleteLater();
}

} // namespace batchscope
