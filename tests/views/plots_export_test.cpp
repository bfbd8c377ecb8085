// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is saved of a plot is what is shown, at the size that was asked for, and the plot on the screen stays as it is.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/records/bench_tables.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/timed_results.h"
#include "views/models/words.h"
#include "views/plots/line_plot.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_style.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>

namespace batchscope::plots_export_test {

namespace {

constexpr double kMillimetersPerPoint = 25.4 / 72.0;

BenchResult timedResult(const char* arm, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(arm, batch, seconds);
    result.iqrSeconds = seconds / 8.0;
    result.samples = {seconds * 0.9, seconds, seconds * 1.2};
    result.speedup = result.arm == "regular" ? 1.0 : 6.25;
    return result;
}

std::shared_ptr<const BenchReport> sweepReport() {
    auto report = std::make_shared<BenchReport>();
    for (const char* const arm : {"regular", "regular@off", "folded:depth", "folded:depth@off"}) {
        report->results.push_back(timedResult(arm, 1, 0.001));
        report->results.push_back(timedResult(arm, 1024, 0.5));
    }
    return report;
}

/// A timing plot of the sweep on the screen, low as at the bottom of the window, where it hides its legend.
struct ShownTiming {
    LinePlot plot;

    ShownTiming() {
        plot.setMinimumSize(100, 100);
        plot.resize(240, 110);
        plot.setReport(sweepReport());
        plot.show();
        testing::settle();
    }
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString saidBy(const Status& status) {
    return status ? QString() : QString::fromStdString(status.error().text());
}

/// Pixels of these rows that are not white.
int inkIn(const QImage& image, int firstRow, int rows) {
    int ink = 0;
    for (int y = firstRow; y < firstRow + rows; ++y) {
        for (int x = 0; x < image.width(); ++x) {
            ink += image.pixelColor(x, y) == QColor(Qt::white) ? 0 : 1;
        }
    }
    return ink;
}

} // namespace

class PlotsExportTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void svgKeepsTextAsText() {
        const ShownTiming shown;
        QVERIFY(!shown.plot.plot().legend->visible());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        QCOMPARE(saidBy(savePlot(shown.plot, {path})), QString());
        const QString text = QString::fromUtf8(contentOf(path));
        QVERIFY(QSvgRenderer(path).isValid());
        QStringList wanted = shown.plot.curveNames();
        QCOMPARE(wanted.size(), 4);
        wanted << QStringLiteral("trees per run (log scale)") << QStringLiteral("time per run (log scale)")
               << QStringLiteral("1,024") << QStringLiteral("6.25×")
               << QStringLiteral("tree-lstm, dim 100, 1 thread, inference");
        for (const QString& words : wanted) {
            QVERIFY2(text.contains(words % u'<') || text.contains(words % u" <"), qPrintable(words));
        }
        QVERIFY2(text.contains(QStringLiteral("width=\"85mm\"")), qPrintable(text.left(200)));
        static const QRegularExpression kText(QStringLiteral("<text[^>]*font-family=\"([^\"]*)\"[^>]*"
                                                             "font-size=\"([^\"]*)\""));
        int texts = 0;
        for (auto all = kText.globalMatch(text); all.hasNext(); ++texts) {
            const QRegularExpressionMatch match = all.next();
            QCOMPARE(match.captured(2).toInt(), PlotWidget::kPagePoints * PlotWidget::kUnitsPerPoint);
            QVERIFY2(match.captured(1).endsWith(QStringLiteral(", sans-serif")), qPrintable(match.captured(1)));
        }
        QVERIFY(texts >= wanted.size());
    }

    void pdfHasThePageThatWasAskedFor() {
        const ShownTiming shown;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.pdf"));
        for (const double asked : {85.0, 178.0}) {
            QCOMPARE(saidBy(savePlot(shown.plot, {path, asked})), QString());
            const QByteArray bytes = contentOf(path);
            QVERIFY(bytes.startsWith("%PDF"));
            static const QRegularExpression kBox(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)"));
            const QRegularExpressionMatch box = kBox.match(QString::fromLatin1(bytes));
            QVERIFY(box.hasMatch());
            const QSizeF page = QSizeF(box.captured(1).toDouble(), box.captured(2).toDouble()) * kMillimetersPerPoint;
            QVERIFY2(qAbs(page.width() - asked) < 0.3, qPrintable(box.captured(0)));
            QVERIFY(bytes.contains("/FontFile")); // letters, not outlines of letters
        }
    }

    void pngHasThePixelsThatWereAskedFor() {
        const ShownTiming shown;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.PNG"));
        QCOMPARE(saidBy(savePlot(shown.plot, {path})), QString());
        const QImage column(path);
        QCOMPARE(column.width(), 1004);
        QCOMPARE(column.dotsPerMeterX(), 11811);
        QCOMPARE(column.pixelColor(0, 0), QColor(Qt::white));
        QVERIFY(inkIn(column, 0, column.height()) > 5000);
        QCOMPARE(saidBy(savePlot(shown.plot, {path, 178.0})), QString());
        const QImage page(path);
        QCOMPARE(page.width(), 2102);
        QVERIFY(page.height() > page.width() / 3 && page.height() < page.width());
        const Result<QImage> copied = plotImage(shown.plot, 178.0);
        QVERIFY(copied && copied->convertToFormat(QImage::Format_RGB32) == page.convertToFormat(QImage::Format_RGB32));
    }

    /// Dark on the screen, white on paper; nothing on the screen moves, and nothing is painted again.
    void thePlotOnTheScreenStaysAsItIs() {
        ShownTiming shown;
        LinePlot& plot = shown.plot;
        plot.setPalette(paletteFor(darkTheme()));
        plot.resize(500, 300);
        plot.restyle();
        plot.plot().xAxis->setRange(2.0, 300.0);
        plot.plot().replot();
        testing::settle();
        const QImage before = plot.grab().toImage();
        QVERIFY(before.pixelColor(1, 1) != QColor(Qt::white));
        QSignalSpy replots(&plot.plot(), &QCustomPlot::afterReplot);
        QSignalSpy layouts(&plot.plot(), &QCustomPlot::afterLayout);
        const QTemporaryDir folder;
        for (const char* ending : {"pdf", "svg", "png"}) {
            QCOMPARE(saidBy(savePlot(plot, {folder.filePath(QStringLiteral("a.") + QString::fromLatin1(ending))})),
                     QString());
        }
        QVERIFY(plotImage(plot, kSingleColumn));
        testing::settle();
        QCOMPARE(replots.count(), 0);
        QCOMPARE(layouts.count(), 0);
        QCOMPARE(plot.plot().xAxis->range(), QCPRange(2.0, 300.0));
        QCOMPARE(plot.size(), QSize(500, 300));
        QCOMPARE(plot.grab().toImage(), before);
        QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).pixelColor(1, 1), QColor(Qt::white));
    }

    void refusesWhatCannotBeSaved_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("width");
        QTest::addColumn<QString>("said");
        const QString endings = QStringLiteral(".pdf, .svg or .png");
        QTest::newRow("jpg") << QStringLiteral("a.jpg") << 85.0 << endings;
        QTest::newRow("none") << QStringLiteral("plot") << 85.0 << endings;
        QTest::newRow("narrow") << QStringLiteral("a.pdf") << 5.0 << QStringLiteral("30 to 1000 mm");
        QTest::newRow("nan") << QStringLiteral("a.pdf") << qQNaN() << QStringLiteral("30 to 1000 mm");
    }

    void refusesWhatCannotBeSaved() {
        QFETCH(const QString, name);
        QFETCH(const double, width);
        QFETCH(const QString, said);
        const ShownTiming shown;
        const QTemporaryDir folder;
        const PlotRequest request{folder.filePath(name), width};
        const Status status = savePlot(shown.plot, request);
        QVERIFY2(saidBy(status).contains(said), qPrintable(saidBy(status)));
        QVERIFY(!QFile::exists(request.path));
        LinePlot empty;
        QVERIFY(saidBy(savePlot(empty, {folder.filePath(QStringLiteral("a.pdf"))}))
                    .contains(QStringLiteral("nothing in this plot")));
    }

    void tablesArePlainNumbersInTheOrderShown() {
        auto report = std::make_shared<BenchReport>();
        report->results = {timedResult("regular", 1, 0.0021234567), timedResult("folded:depth", 1, 0.25)};
        report->results[1].model = R"(a "net", of two)";
        report->results[1].noisy = true;
        report->results[1].verdict = SpeedVerdict::Varying;
        report->results[1].speedupEngine = 1.5;
        RowsModel<BenchResult> model(windowColumns());
        model.setRows(report->results);
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        proxy.setSortRole(TableModel::kSortRole);
        proxy.sort(model.columnOf("median_s"), Qt::DescendingOrder);
        const FigureTable shown = shownFigures(proxy);
        const QStringList lines = toText(tableText(shown, TableFormat::Csv)).split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines.at(0).startsWith(QStringLiteral("arm,run,model,work,dim,threads,batch,median_s,")));
        QVERIFY2(lines.at(1).startsWith(
                     QStringLiteral(R"(folded:depth,,"a ""net"", of two",inference,100,1,1,0.25,6.25,1.5,)")),
                 qPrintable(lines.at(1)));
        QVERIFY2(lines.at(2).contains(QStringLiteral(",0.0021234567,")), qPrintable(lines.at(2)));
        QVERIFY(lines.at(3).isEmpty());
        const QString tabbed = toText(tableText(shown, TableFormat::Tabs));
        QCOMPARE(tabbed.section(u'\n', 1, 1).split(u'\t').size(), static_cast<qsizetype>(shown.columns.size()));
        QVERIFY(tabbed.contains(QStringLiteral("\ta \"net\", of two\tinference\t")));
    }
};

BATCHSCOPE_NAMED_TEST("plots_export", QTEST_MAIN(PlotsExportTest))

} // namespace batchscope::plots_export_test

#include "plots_export_test.moc"
