// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is saved of a plot is what is shown, at the size that was asked for, and the plot on the screen stays as it is.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/records/bench_tables.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/timed_results.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/line_plot.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_style.h"
#include "views/plots/treebank_statistics_view.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
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

/// Bars of one to eight trees.
BarFigure countedBars() {
    BarFigure figure;
    BarPart part{{}, [](const Theme& theme) { return theme.accent; }};
    for (int bar = 1; bar <= 8; ++bar) {
        figure.places << bar;
        part.places << bar;
        part.lengths << bar;
    }
    figure.parts = {part};
    return figure;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString saidBy(const Status& status) {
    return status ? QString() : QString::fromStdString(status.error().text());
}

QImage renderedSvg(const QString& path, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(path).render(&painter);
    return image;
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
        QCOMPARE(saidBy(savePlot(shown.plot, {path, {}})), QString());
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
        for (const QSizeF asked : {QSizeF(85.0, 60.0), QSizeF(178.0, 90.0)}) {
            QCOMPARE(saidBy(savePlot(shown.plot, {path, {asked.width(), asked.height()}})), QString());
            const QByteArray bytes = contentOf(path);
            QVERIFY(bytes.startsWith("%PDF"));
            static const QRegularExpression kBox(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)"));
            const QRegularExpressionMatch box = kBox.match(QString::fromLatin1(bytes));
            QVERIFY(box.hasMatch());
            const QSizeF page = QSizeF(box.captured(1).toDouble(), box.captured(2).toDouble()) * kMillimetersPerPoint;
            QVERIFY2(qAbs(page.width() - asked.width()) < 0.3, qPrintable(box.captured(0)));
            QVERIFY2(qAbs(page.height() - asked.height()) < 0.3, qPrintable(box.captured(0)));
            QVERIFY(bytes.contains("/FontFile")); // letters, not outlines of letters
        }
    }

    void pngHasThePixelsThatWereAskedFor() {
        const ShownTiming shown;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.PNG"));
        QCOMPARE(saidBy(savePlot(shown.plot, {path, {85.0, 60.0, 300}})), QString());
        const QImage column(path);
        QCOMPARE(column.size(), QSize(1004, 709));
        QCOMPARE(column.dotsPerMeterX(), 11811);
        QCOMPARE(column.pixelColor(0, 0), QColor(Qt::white));
        QCOMPARE(column.pixelColor(1003, 708), QColor(Qt::white));
        QVERIFY(inkIn(column, 0, 709) > 5000);
        QCOMPARE(saidBy(savePlot(shown.plot, {path, {178.0, 0.0, 600}})), QString());
        const QImage page(path);
        QCOMPARE(page.width(), 4205);
        QVERIFY(page.height() > page.width() / 3 && page.height() < page.width());
        const Result<QImage> copied = plotImage(shown.plot, {178.0, 0.0, 600});
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
            QCOMPARE(saidBy(savePlot(plot, {folder.filePath(QStringLiteral("a.") + QString::fromLatin1(ending)), {}})),
                     QString());
        }
        QVERIFY(plotImage(plot, {}));
        testing::settle();
        QCOMPARE(replots.count(), 0);
        QCOMPARE(layouts.count(), 0);
        QCOMPARE(plot.plot().xAxis->range(), QCPRange(2.0, 300.0));
        QCOMPARE(plot.size(), QSize(500, 300));
        QCOMPARE(plot.grab().toImage(), before);
        QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).pixelColor(1, 1), QColor(Qt::white));
    }

    void aPageShowsWhatTheScreenShows() {
        ShownTiming shown;
        QCustomPlot& plot = shown.plot.plot();
        plot.xAxis->setRange(0.5, 40.0);
        plot.yAxis->setRange(0.0005, 0.02);
        const std::unique_ptr<PlotWidget> page = shown.plot.page(482);
        QCOMPARE(page->plot().xAxis->range(), plot.xAxis->range());
        QCOMPARE(page->plot().yAxis->range(), plot.yAxis->range());
        QCOMPARE(page->plot().yAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(page->plot().plottableCount(), plot.plottableCount());
        QCOMPARE(page->plot().itemCount(), plot.itemCount());

        const QString name = shown.plot.curveNames().at(1);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        QCOMPARE(saidBy(savePlot(shown.plot, {path, {}})), QString());
        QVERIFY(contentOf(path).contains(name.toUtf8()));
        for (int place = 0; place < plot.plottableCount(); ++place) {
            if (plot.plottable(place)->name() == name) {
                plot.plottable(place)->setVisible(false);
            }
        }
        QCOMPARE(saidBy(savePlot(shown.plot, {path, {}})), QString());
        QVERIFY(!contentOf(path).contains(name.toUtf8()));
        QVERIFY(contentOf(path).contains(shown.plot.curveNames().at(0).toUtf8()));
    }

    void aPageOfBarsNamesTheirOpsAndMarksNoStep() {
        testing::ShownView<BatchSizesView> shown(QSize(600, 250));
        QVERIFY(shown.open());
        shown.view.findChild<QCheckBox*>()->setChecked(true);
        auto& plot = *shown.view.findChild<BarPlot*>();
        plot.setPresent(2);
        plot.plot().xAxis->setRange(1.5, 4.5);
        QVERIFY(!plot.isEmpty() && !plot.plot().legend->visible());
        const auto snapshot = shown.session.snapshot();
        const std::unique_ptr<PlotWidget> page = plot.page(482);
        QCOMPARE(page->plot().yAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(page->plot().xAxis->range(), QCPRange(1.5, 4.5));
        QCOMPARE(plot.plot().itemCount(), 1);
        QCOMPARE(page->plot().itemCount(), 0);
        QVERIFY(page->plot().legend->visible());
        QSet<QString> names;
        for (int place = 0; place < page->plot().plottableCount(); ++place) {
            names.insert(page->plot().plottable(place)->name());
        }
        const Schedule& schedule = *snapshot->schedule;
        for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
            const Op& op = snapshot->graph->opOf(schedule.batchSignatures[BatchId(step)]);
            QVERIFY2(names.contains(QString::fromStdString(op.name)), op.name.c_str());
        }
    }

    /// SVG is written without clipping: what a zoomed plot draws outside its axes must be covered.
    void aZoomedSvgStaysInsideItsAxes() {
        BarPlot plot;
        plot.resize(500, 300);
        plot.setFigure(countedBars());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        plot.plot().yAxis->setRange(0.0, 2.0); // the highest bar is 8
        QCOMPARE(saidBy(savePlot(plot, {path, {}})), QString());
        constexpr int kTop = 6; // rows above the axes
        const QImage image = renderedSvg(path, {1004, 622});
        QVERIFY(inkIn(image, 100, 100) > 10'000);
        QCOMPARE(inkIn(image, 0, kTop), 0);
        const Result<QImage> picture = plotImage(plot, {});
        QVERIFY(picture);
        QCOMPARE(inkIn(*picture, 0, kTop), 0);
    }

    void longNamesAreBrokenNotCut() {
        auto report = std::make_shared<BenchReport>(*sweepReport());
        const std::string name = "a-program-with-a-rather-long-name-of-its-own";
        for (BenchResult& result : report->results) {
            result.model = name;
        }
        LinePlot plot;
        plot.setReport(report);
        const QStringList lines = plot.page(360)->plot().xAxis->label().split(u'\n');
        QCOMPARE(lines.size(), 3); // what is plotted, the name, the rest of the caption
        QCOMPARE(lines.at(1), QString::fromStdString(name) % u',');
        for (BenchResult& result : report->results) {
            result.model = name + (result.kernels ? "" : "-too");
        }
        plot.setReport(report);
        const std::unique_ptr<PlotWidget> page = plot.page(360);
        int broken = 0;
        for (int place = 0; place < page->plot().plottableCount(); ++place) {
            const QString entry = page->plot().plottable(place)->name();
            QVERIFY2(!entry.startsWith(QStringLiteral("a-program")) || entry.contains(u'\n'), qPrintable(entry));
            broken += entry.contains(u'\n') ? 1 : 0;
        }
        QCOMPARE(broken, 4);
    }

    void refusesWhatCannotBeSaved_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<int>("dpi");
        QTest::addColumn<QString>("said");
        const QString endings = QStringLiteral(".pdf, .svg or .png");
        QTest::newRow("jpg") << QStringLiteral("a.jpg") << 85.0 << 0.0 << 300 << endings;
        QTest::newRow("none") << QStringLiteral("plot") << 85.0 << 0.0 << 300 << endings;
        QTest::newRow("narrow") << QStringLiteral("a.pdf") << 5.0 << 0.0 << 300 << QStringLiteral("30 to 1000 mm");
        QTest::newRow("nan") << QStringLiteral("a.pdf") << qQNaN() << 0.0 << 300 << QStringLiteral("30 to 1000 mm");
        QTest::newRow("high") << QStringLiteral("a.pdf") << 85.0 << 2000.0 << 300 << QStringLiteral("20 to 1000 mm");
        QTest::newRow("legend") << QStringLiteral("a.pdf") << 85.0 << 20.0 << 300 << QStringLiteral("its legend");
        QTest::newRow("coarse") << QStringLiteral("a.png") << 85.0 << 0.0 << 10 << QStringLiteral("50 to 2400 dpi");
        QTest::newRow("pixels") << QStringLiteral("a.png") << 900.0 << 0.0 << 600 << QStringLiteral("16384");
    }

    void refusesWhatCannotBeSaved() {
        QFETCH(const QString, name);
        QFETCH(const double, width);
        QFETCH(const double, height);
        QFETCH(const int, dpi);
        QFETCH(const QString, said);
        const ShownTiming shown;
        const QTemporaryDir folder;
        const PlotRequest request{folder.filePath(name), {width, height, dpi}};
        const Status status = savePlot(shown.plot, request);
        QVERIFY2(saidBy(status).contains(said), qPrintable(saidBy(status)));
        QVERIFY(!QFile::exists(request.path));
        LinePlot empty;
        QVERIFY(saidBy(savePlot(empty, {folder.filePath(QStringLiteral("a.pdf")), {}}))
                    .contains(QStringLiteral("nothing in this plot")));
    }

    void aFailedWriteLosesNothing() {
        const ShownTiming shown;
        const QTemporaryDir folder;
        const QString nowhere = QStringLiteral("/no/such/folder/a.svg");
        const QString said = saidBy(savePlot(shown.plot, {nowhere, {}}));
        QVERIFY2(said.startsWith(nowhere) && said.contains(QStringLiteral("cannot write: ")), qPrintable(said));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("folder.svg")));
        QVERIFY(!saidBy(savePlot(shown.plot, {folder.filePath(QStringLiteral("folder.svg")), {}})).isEmpty());
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

    void tablesAreSavedByTheirEnding() {
        NumbersModel model(nullptr);
        const QTemporaryDir folder;
        const QString csv = folder.filePath(QStringLiteral("a.csv"));
        QVERIFY(saidBy(saveTable(model, csv)).contains(QStringLiteral("nothing in this table")));
        NumberSeries series;
        series.total = 12345;
        series.bars.push_back(
            {.all = 12345, .label = QStringLiteral("1,000–1,999"), .filter = {}, .plain = QStringLiteral("1000–1999")});
        model.setSeries(series);
        QCOMPARE(saidBy(saveTable(model, csv)), QString());
        QVERIFY2(contentOf(csv).startsWith("value,count,percent,found\r\n1000–1999,12345,"),
                 contentOf(csv).constData());
        const QString tsv = folder.filePath(QStringLiteral("a.tsv"));
        QCOMPARE(saidBy(saveTable(model, tsv)), QString());
        QVERIFY(contentOf(tsv).contains("1000–1999\t12345\t"));
        QVERIFY(saidBy(saveTable(model, folder.filePath(QStringLiteral("a.xlsx"))))
                    .contains(QStringLiteral(".csv or .tsv")));
        QVERIFY(
            saidBy(saveTable(model, QStringLiteral("/no/such/folder/a.csv"))).contains(QStringLiteral("cannot write")));
    }

    void aRightClickOnPlotOrTableAsksForTheirMenu() {
        testing::ShownView<BatchSizesView> shown(QSize(900, 300));
        QVERIFY(shown.open());
        QSignalSpy asked(&shown.view, &PlotView::menuAsked);
        const auto click = [](QWidget& widget) {
            const QPoint place = widget.rect().center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget.mapToGlobal(place));
            QCoreApplication::sendEvent(&widget, &event);
        };
        click(shown.view.plot().plot());
        QCOMPARE(asked.count(), 1);
        click(*shown.view.table().viewport());
        QCOMPARE(asked.count(), 2);
        click(*shown.view.findChild<QLabel*>());
        QCOMPARE(asked.count(), 2);
    }
};

BATCHSCOPE_NAMED_TEST("plots_export", QTEST_MAIN(PlotsExportTest))

} // namespace batchscope::plots_export_test

#include "plots_export_test.moc"
