// SPDX-License-Identifier: GPL-3.0-or-later
//
// The report of a benchmark with its plots: every kind is drawn or its absence explained, and the same document always
// gives the same file.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/bench/bench_series.h"
#include "tests/support/named_test.h"
#include "tests/support/timed_results.h"
#include "views/plots/line_plot.h"
#include "views/plots/report_drawing.h"

#include <QFile>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <algorithm>

namespace batchscope::report_test {

namespace {

BenchResult reportedResult(const char* armName, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(armName, batch, seconds);
    result.model = "tree-lstm <&>";
    result.samples = {seconds * 0.98, seconds * 0.99, seconds, seconds * 1.01, seconds * 1.02};
    result.sampleBatches = {0, 0, 0, 0, 0};
    result.phases.build = seconds / 4.0;
    result.phases.compute = seconds * 3.0 / 4.0;
    result.figures = {.executor = result.kernels ? ExecutorKind::Engine : ExecutorKind::LibTorch,
                      .launches = 10 * batch,
                      .productFlops = 1e6,
                      .bytesCopied = 5000,
                      .memoryBytes = 100'000 * batch};
    result.noisy = batch == 4;
    return result;
}

/// Of four arms.
std::shared_ptr<BenchDocument> measuredDocument() {
    auto document = std::make_shared<BenchDocument>();
    for (const std::size_t batch : {1U, 4U, 16U}) {
        for (const char* const arm : {"regular", "regular@off", "folded:depth", "folded:depth@off"}) {
            document->report.results.push_back(reportedResult(arm, batch, 0.001 * static_cast<double>(batch)));
        }
    }
    document->report.context.roofline = Roofline{.threads = 1, .fmaFlops = 1e11, .copyBytes = 5e9};
    document->isCancelled = false;
    fillRatios(document->report.results);
    return document;
}

QByteArray bytesIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray drawnReport(const std::shared_ptr<const BenchDocument>& document) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("r.html"));
    return saveReport(document, path) ? bytesIn(path) : QByteArray();
}

} // namespace

class ReportTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void everyKindIsDrawnOrSaysWhyNot() {
        const auto document = measuredDocument();
        const std::shared_ptr<const BenchReport> report(document, &document->report);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.svg"));
        for (const PlotKindEntry& entry : plotKinds()) {
            const Status none = saveBenchPlot(std::make_shared<BenchReport>(), entry.kind, {path});
            QVERIFY(!none && none.error().message.find("Nothing has been measured") != std::string::npos);
            QVERIFY(!QFile::exists(path));
            QVERIFY(saveBenchPlot(report, entry.kind, {path}));
            QVERIFY(QSvgRenderer(bytesIn(path)).isValid());
            QFile::remove(path);
        }
    }

    void everyPlotStandsInTheReport() {
        const QString html = QString::fromUtf8(drawnReport(measuredDocument()));
        QCOMPARE(html.count(QStringLiteral("<figure>")), static_cast<qsizetype>(plotKinds().size()));
        static const QRegularExpression kSource(QStringLiteral("src=\"data:image/svg\\+xml,([^\"]*)\""));
        for (auto all = kSource.globalMatch(html); all.hasNext();) {
            QVERIFY(QSvgRenderer(QByteArray::fromPercentEncoding(all.next().captured(1).toUtf8())).isValid());
        }
        QVERIFY(html.contains(QStringLiteral("tree-lstm &lt;&amp;&gt;")) && !html.contains(QStringLiteral("lstm <&>")));
    }

    void theSameDocumentGivesTheSameFile() {
        const auto document = measuredDocument();
        const QByteArray html = drawnReport(document);
        QCOMPARE(drawnReport(document), html);
        const Result<BenchDocument> read = parseBenchDocument(benchDocumentText(*document), "run.json");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(drawnReport(std::make_shared<const BenchDocument>(*read)), html);
    }
};

BATCHSCOPE_NAMED_TEST("report", QTEST_MAIN(ReportTest))

} // namespace batchscope::report_test

#include "report_test.moc"
