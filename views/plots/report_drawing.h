// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a benchmark (core/records/bench_report_html.h) with its plots. They are drawn one by one, so that a
// window can do something else between two of them.
//
//     ReportDrawing drawing(document);
//     while (!drawing.isDone()) {
//         drawing.drawNext();
//     }
//     saveBytes(path, drawing.html(), …);
//
// GUI thread only.
#pragma once

#include "core/records/bench_document.h"
#include "views/plots/bench_plots.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace batchscope {

class ReportDrawing {
public:
    explicit ReportDrawing(std::shared_ptr<const BenchDocument> document);

    [[nodiscard]] bool isDone() const;
    /// The next plot; there must be one.
    void drawNext();
    /// The whole file, of the plots that are drawn.
    [[nodiscard]] QByteArray html() const;

private:
    std::shared_ptr<const BenchDocument> m_document;
    BenchPlots m_plots;
    std::vector<ReportPlot> m_drawn;
};

/// Config error unless the name ends in .html or .htm: another document would be overwritten by mistake.
[[nodiscard]] Status checkReportPath(const QString& path);

/// Draws all of it at once and writes it. Errors of writeFile.
[[nodiscard]] Status saveReport(const std::shared_ptr<const BenchDocument>& document, const QString& path);

/// The same for a window: one plot at each turn of the event loop. Deletes itself in the end.
class ReportSaver final : public QObject {
    Q_OBJECT

public:
    ReportSaver(std::shared_ptr<const BenchDocument> document, QString path, QObject* parent);

signals:
    void saved(const QString& path);
    void failed(const QString& error);

private:
    void goOn();

    ReportDrawing m_drawing;
    QString m_path;
};

} // namespace batchscope
