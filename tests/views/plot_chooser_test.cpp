// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark: which are shown, why one is empty, how curves are told apart, hidden and saved.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/bench/arms.h"
#include "core/records/bench_tables.h"
#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/timed_results.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/plots/line_plot.h"
#include "views/plots/plot_chooser.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_style.h"
#include "views/tables/column_model.h"

#include <QComboBox>
#include <QLabel>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

namespace batchscope::plot_chooser_test {

namespace {

BenchResult plottedResult(const char* armName, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(armName, batch, seconds);
    result.samples = {seconds * 0.95, seconds, seconds * 1.05, seconds, seconds};
    result.speedup = result.arm.starts_with("regular") ? 1.0 : 4.0;
    result.phases.build = seconds / 4.0;
    result.phases.compute = seconds * 3.0 / 4.0;
    result.figures.launches = 10 * batch;
    result.figures.memoryBytes = 100'000 * batch;
    return result;
}

/// Regular takes 1 ms a tree, folded 5.5 ms and 0.1 ms a tree: lines that cross at 6.1 trees.
std::shared_ptr<BenchReport> crossingReport() {
    auto report = std::make_shared<BenchReport>();
    for (const std::size_t batch : {1U, 4U, 16U, 64U}) {
        const auto trees = static_cast<double>(batch);
        report->results.push_back(plottedResult("regular", batch, 1e-3 * trees));
        report->results.push_back(plottedResult("folded", batch, 5.5e-3 + 1e-4 * trees));
    }
    return report;
}

std::shared_ptr<BenchReport> fourArmsReport() {
    auto report = std::make_shared<BenchReport>();
    for (const std::size_t batch : {1U, 16U}) {
        for (const char* const arm : {"regular", "regular@off", "folded:depth", "folded:depth@off"}) {
            report->results.push_back(plottedResult(arm, batch, 0.001 * static_cast<double>(batch)));
        }
    }
    return report;
}

/// A chooser on the screen, and its parts.
struct ShownChooser {
    PlotChooser chooser;
    QComboBox* kinds = chooser.findChild<QComboBox*>(QStringLiteral("timing-plot-kind"));
    QComboBox* cells = chooser.findChild<QComboBox*>(QStringLiteral("timing-plot-cell"));
    QLabel* empty = chooser.findChild<QLabel*>(QStringLiteral("timing-plot-empty"));

    ShownChooser() {
        chooser.resize(700, 400);
        chooser.show();
    }
};

int visiblePlottables(QCustomPlot& plot) {
    int visible = 0;
    for (int place = 0; place < plot.plottableCount(); ++place) {
        visible += plot.plottable(place)->visible() ? 1 : 0;
    }
    return visible;
}

QCPGraph* graphNamed(QCustomPlot& plot, const QString& name) {
    for (int place = 0; place < plot.graphCount(); ++place) {
        if (plot.graph(place)->name() == name) {
            return plot.graph(place);
        }
    }
    return nullptr;
}

/// A legend is a grid, and some of its places may be empty.
int legendEntries(const QCustomPlot& plot) {
    int entries = 0;
    for (int place = 0; place < plot.legend->itemCount(); ++place) {
        entries += plot.legend->item(place) != nullptr ? 1 : 0;
    }
    return entries;
}

} // namespace

class PlotChooserTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void everyKindIsListedAndShown() {
        ShownChooser shown;
        QCOMPARE(shown.kinds->count(), static_cast<int>(plotKinds().size()));
        shown.chooser.setReport(fourArmsReport(), {100});
        for (const PlotKindEntry& entry : plotKinds()) {
            shown.chooser.setKind(entry.kind);
            QCOMPARE(shown.kinds->currentText(), toText(entry.title));
            QVERIFY2(!shown.chooser.plot().isEmpty(), entry.id.data());
            QVERIFY2(shown.chooser.plot().isVisibleTo(&shown.chooser), entry.id.data());
            QVERIFY(!shown.empty->isVisibleTo(&shown.chooser));
            QCOMPARE(shown.chooser.emptyReason(), QString());
            QCOMPARE(shown.chooser.plot().plot().accessibleName(), toText(entry.about));
            QVERIFY2(shown.chooser.caption().contains(QStringLiteral("tree-lstm")),
                     qPrintable(shown.chooser.caption()));
            QVERIFY(!shown.chooser.grab().isNull());
        }
    }

    void emptyPlotsSayWhy() {
        ShownChooser shown;
        QVERIFY(shown.empty->isVisibleTo(&shown.chooser));
        QVERIFY(shown.empty->text().contains(QStringLiteral("Nothing has been measured")));
        const auto report = fourArmsReport();
        std::erase_if(report->results, [](const BenchResult& result) { return result.grouping == "regular"; });
        for (BenchResult& result : report->results) {
            result.speedup = 0.0;
        }
        shown.chooser.setReport(report, {100});
        shown.chooser.setKind(PlotKind::Speedup);
        QVERIFY(shown.empty->isVisibleTo(&shown.chooser));
        QVERIFY(shown.empty->text().contains(QStringLiteral("no speed-up")));
        QVERIFY(shown.chooser.plot().isEmpty());
        QVERIFY(!savePlot(shown.chooser.plot(), {QStringLiteral("/no/such/folder/a.pdf"), {}}));
        shown.chooser.setKind(PlotKind::Time);
        QVERIFY(!shown.empty->isVisibleTo(&shown.chooser));
        shown.chooser.setReport(nullptr, {});
        QVERIFY(shown.empty->isVisibleTo(&shown.chooser));
    }

    void fitsAndBreakEvenPointsAreDrawnBelowThePoints() {
        LinePlot view;
        view.resize(700, 400);
        view.show();
        view.setReport(crossingReport());
        QCustomPlot& plot = view.plot();
        plot.replot();
        QVERIFY(graphNamed(plot, QStringLiteral("line: start + time per tree")) != nullptr);
        const auto fits = [&plot] {
            int count = 0;
            for (int place = 0; place < plot.graphCount(); ++place) {
                const bool isBelow = plot.graph(place)->layer()->index() < plot.layer(QStringLiteral("main"))->index();
                count += isBelow && plot.graph(place)->visible() ? 1 : 0;
            }
            return count;
        };
        QCOMPARE(fits(), 2);
        const QString pays = QStringLiteral("folding pays from about 7 trees on");
        QCOMPARE(plot.itemCount(), 1 + 4); // the line of the place, and a speed-up at each size
        QVERIFY(graphNamed(plot, pays) != nullptr);
        QVERIFY(plot.item(4)->layer()->index() < plot.layer(QStringLiteral("main"))->index());
        QVERIFY(plot.accessibleDescription().contains(pays));
        const std::unique_ptr<PlotWidget> page = view.page(482);
        QVERIFY(graphNamed(page->plot(), QStringLiteral("line: start + time per tree")) != nullptr);
        view.toggleCurve(1);
        QCOMPARE(fits(), 1);
        QVERIFY(!graphNamed(plot, pays)->visible());
        view.setKind(PlotKind::Speedup);
        QVERIFY(graphNamed(plot, QStringLiteral("line: start + time per tree")) == nullptr);
        QVERIFY(graphNamed(plot, pays) == nullptr);
        view.setKind(PlotKind::Time);
        view.setReport(fourArmsReport()); // two sizes prove no line
        QVERIFY(graphNamed(plot, QStringLiteral("line: start + time per tree")) == nullptr);
    }

    void aDoubleClickOnAPointAsksForIt() {
        ShownChooser shown;
        shown.chooser.setReport(crossingReport(), {100});
        QCustomPlot& plot = shown.chooser.plot().plot();
        plot.replot();
        QSignalSpy asked(&shown.chooser, &PlotChooser::resultActivated);
        const auto pixel = [&plot](double x, double y) {
            return QPointF(plot.xAxis->coordToPixel(x), plot.yAxis->coordToPixel(y)).toPoint();
        };
        QTest::mouseDClick(&plot, Qt::LeftButton, Qt::NoModifier, pixel(16.0, 16e-3));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.takeFirst().first().toULongLong(), 4ULL); // regular at 16 trees
        plot.xAxis->setRange(2.0, 90.0);
        QTest::mouseDClick(&plot, Qt::LeftButton, Qt::NoModifier, pixel(60.0, 2e-3)); // on nothing
        QCOMPARE(asked.count(), 0);
        QVERIFY(plot.xAxis->range().lower < 1.0); // all of it is shown again
        shown.chooser.setKind(PlotKind::Phases);
        QCustomPlot& bars = shown.chooser.plot().plot();
        bars.replot();
        QTest::mouseDClick(&bars, Qt::LeftButton, Qt::NoModifier,
                           QPoint(bars.axisRect()->rect().left() + 4, qRound(bars.yAxis->coordToPixel(2.0))));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.first().first().toULongLong(), 7ULL); // folded at 64 trees
    }

    void aClickOnTheLegendHidesItsPhase() {
        BarPlot view;
        view.resize(700, 400);
        view.show();
        const auto report = fourArmsReport();
        const auto phasesOf = [&report](std::size_t batch) {
            const BenchKey cell = {.model = "tree-lstm", .dim = 100, .batch = batch};
            return phasesFigure(phaseBarsOf(*report, cell), *report, false);
        };
        view.setFigure(phasesOf(16));
        QCustomPlot& plot = view.plot();
        plot.replot();
        QCOMPARE(visiblePlottables(plot), 2); // build and compute
        const double all = plot.xAxis->range().upper;
        const auto clickFirst = [&plot] {
            QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, plot.legend->item(0)->outerRect().center());
        };
        clickFirst();
        QTRY_VERIFY(view.isHidden(QStringLiteral("build")));
        QCOMPARE(visiblePlottables(plot), 1);
        QVERIFY(plot.xAxis->range().upper < 0.8 * all); // the rest begins at 0
        QCOMPARE(legendEntries(plot), 2);               // where it is brought back
        const std::unique_ptr<PlotWidget> page = view.page(482);
        QCOMPARE(legendEntries(page->plot()), 1);
        QCOMPARE(visiblePlottables(page->plot()), 1);
        view.setFigure(phasesOf(1)); // it stays hidden
        QCOMPARE(visiblePlottables(plot), 1);
        view.togglePart(QStringLiteral("compute")); // nothing is left
        QVERIFY(!view.grab().isNull());
        view.togglePart(QStringLiteral("compute"));
        plot.replot();
        clickFirst();
        QTRY_VERIFY(!view.isHidden(QStringLiteral("build")));
        QCOMPARE(visiblePlottables(plot), 2);
    }

    void theSplitIsOfTheChosenBatch() {
        ShownChooser shown;
        shown.chooser.setReport(fourArmsReport(), {100});
        shown.chooser.setKind(PlotKind::Split);
        const auto& plot = dynamic_cast<const BarPlot&>(shown.chooser.plot());
        shown.cells->setCurrentIndex(0);
        emit shown.cells->activated(0);
        QCOMPARE(plot.figure().parts.back().lengths.front(), 0.001);
        shown.chooser.setKind(PlotKind::Phases); // has a choice of its own
        QCOMPARE(shown.cells->currentText(), QStringLiteral("16 trees"));
        shown.chooser.setKind(PlotKind::Split);
        QCOMPARE(shown.cells->currentText(), QStringLiteral("1 tree"));
        const auto noisy = fourArmsReport();
        noisy->results[0].verdict = SpeedVerdict::Busy; // regular at 1 tree
        noisy->results[0].noisy = true;
        shown.chooser.setReport(noisy, {100});
        QVERIFY(plot.isEmpty());
        QVERIFY2(shown.empty->text().contains(QStringLiteral("regular is noisy")), qPrintable(shown.empty->text()));
    }

    void theBarsAreOfTheChosenBatch() {
        ShownChooser shown;
        shown.chooser.setReport(fourArmsReport(), {100});
        QVERIFY(!shown.cells->isVisibleTo(&shown.chooser)); // the curves have all batch sizes
        shown.chooser.setKind(PlotKind::Phases);
        QVERIFY(shown.cells->isVisibleTo(&shown.chooser));
        QCOMPARE(shown.cells->count(), 2);
        QCOMPARE(shown.cells->currentText(), QStringLiteral("16 trees"));
        const auto& plot = dynamic_cast<const BarPlot&>(shown.chooser.plot());
        QCOMPARE(plot.figure().parts.back().lengths.front(), 0.012);
        shown.cells->setCurrentIndex(0);
        emit shown.cells->activated(0);
        QCOMPARE(plot.figure().parts.back().lengths.front(), 0.00075);
        const auto more = fourArmsReport();
        more->results.push_back(plottedResult("folded:depth", 64, 0.1));
        shown.chooser.setReport(more, {100});
        QCOMPARE(shown.cells->count(), 3);
        QCOMPARE(shown.cells->currentText(), QStringLiteral("1 tree")); // as chosen
        QCOMPARE(plot.figure().parts.back().lengths.front(), 0.00075);
        const auto one = std::make_shared<BenchReport>();
        one->results = {plottedResult("regular", 4, 0.5)};
        shown.chooser.setReport(one, {100});
        QVERIFY(!shown.cells->isVisibleTo(&shown.chooser)); // nothing to choose from
        QCOMPARE(plot.figure().names, QStringList{toText(armTitle("regular"))});
    }

    void barsOfAnotherConfigurationSaySo() {
        const auto report = fourArmsReport();
        report->results.front().noisy = true;
        report->results.front().verdict = SpeedVerdict::Varying;
        const PhaseBars bars = phaseBarsOf(*report, {.model = "tree-lstm", .dim = 100, .batch = 1});
        const QStringList names = phasesFigure(bars, *report, false).names;
        QVERIFY(names.at(0).startsWith(toText(armTitle("regular")) + QStringLiteral(" (")));
        QCOMPARE(names.at(2), toText(armTitle("folded:depth")));
        for (const QString& name : phasesFigure(bars, *report, true).names) {
            QVERIFY2(name.endsWith(QStringLiteral("(not shown)")), qPrintable(name));
        }
    }

    void aClickOnTheLegendHidesItsCurve() {
        LinePlot view;
        view.resize(700, 400);
        view.setReport(fourArmsReport());
        view.show();
        QCustomPlot& plot = view.plot();
        plot.replot();
        QVERIFY(plot.legend->visible());
        const int all = visiblePlottables(plot);
        const QPoint entry = plot.legend->item(2)->outerRect().center();
        QTest::mouseClick(&plot, Qt::LeftButton, Qt::NoModifier, entry);
        QVERIFY(view.isHidden(2));
        QVERIFY(visiblePlottables(plot) < all);
        QVERIFY(!graphNamed(plot, toText(armTitle("folded:depth")))->visible());
        QVERIFY(graphNamed(plot, toText(armTitle("folded:depth@off")))->visible());
        QCOMPARE(legendEntries(plot), 4); // where it is brought back
        const std::unique_ptr<PlotWidget> page = view.page(482);
        QCOMPARE(legendEntries(page->plot()), 3);
        QCOMPARE(visiblePlottables(page->plot()), visiblePlottables(plot));
        view.setReport(fourArmsReport()); // more was measured
        QVERIFY(view.isHidden(2));
        QVERIFY(!graphNamed(plot, toText(armTitle("folded:depth")))->visible());
        view.toggleCurve(2);
        QVERIFY(!view.isHidden(2));
        QCOMPARE(visiblePlottables(plot), all);
    }

    void noisyPointsAreHollow() {
        LinePlot view;
        const auto report = fourArmsReport();
        view.setReport(report);
        const QString explained = QStringLiteral("hollow: times varied");
        QVERIFY(graphNamed(view.plot(), explained) == nullptr);
        report->results[2].noisy = true;
        report->results[2].verdict = SpeedVerdict::Varying; // folded:depth at 1 tree
        view.setReport(report);
        QVERIFY(graphNamed(view.plot(), explained) != nullptr);
        int hollow = 0;
        for (int place = 0; place < view.plot().graphCount(); ++place) {
            const QCPGraph& graph = *view.plot().graph(place);
            const bool isHollow = graph.scatterStyle().brush().color() == lightTheme().panel ||
                                  graph.scatterStyle().brush().color() == darkTheme().panel;
            hollow += isHollow ? graph.dataCount() : 0;
        }
        QCOMPARE(hollow, 1);
    }

    void rangesAreBandsAndOfASinglePointBars() {
        LinePlot view;
        view.setReport(fourArmsReport());
        const auto bands = [&view] {
            int count = 0;
            for (int place = 0; place < view.plot().graphCount(); ++place) {
                count += view.plot().graph(place)->channelFillGraph() != nullptr ? 1 : 0;
            }
            return count;
        };
        const auto bars = [&view] {
            int count = 0;
            for (int place = 0; place < view.plot().plottableCount(); ++place) {
                count += qobject_cast<QCPErrorBars*>(view.plot().plottable(place)) != nullptr ? 1 : 0;
            }
            return count;
        };
        QCOMPARE(bands(), 4);
        QCOMPARE(bars(), 0);
        const auto one = std::make_shared<BenchReport>();
        one->results = {plottedResult("regular", 4, 0.5)};
        view.setReport(one);
        QCOMPARE(bands(), 0);
        QCOMPARE(bars(), 1);
    }

    void manyCurvesDifferWithoutColor() {
        PlotFigure figure;
        for (std::size_t index = 0; index < 400; ++index) {
            PlotCurve curve;
            curve.key.arm = "folded";
            curve.key.dim = static_cast<std::int32_t>(index + 1);
            figure.curves.push_back(curve);
        }
        const std::vector<CurveLook> looks = curveLooks(figure, lightTheme(), {.dim = 1});
        QCOMPARE(looks.size(), std::size_t{400});
        QSet<std::pair<int, int>> pairs;
        for (std::size_t index = 0; index < kCurveLooks; ++index) {
            pairs.insert({static_cast<int>(looks[index].marker), static_cast<int>(looks[index].dash)});
        }
        QCOMPARE(pairs.size(), static_cast<qsizetype>(kCurveLooks));
    }

    void fourHundredCurvesArePainted() {
        const auto report = std::make_shared<BenchReport>();
        for (std::int32_t dim = 1; dim <= 100; ++dim) {
            for (const char* const arm : {"regular", "regular@off", "folded", "folded@off"}) {
                report->results.push_back(plottedResult(arm, 8, 0.01 * dim));
                report->results.back().dim = dim;
            }
        }
        ShownChooser shown;
        shown.chooser.setReport(report, {100});
        const auto& plot = dynamic_cast<const LinePlot&>(shown.chooser.plot());
        QCOMPARE(plot.curveNames().size(), 400);
        QVERIFY(!shown.chooser.grab().isNull());
        QVERIFY(plot.plot().axisRect()->height() > 100); // its legend leaves room for it
    }

    void curvesOfAnotherWidthSaySo() {
        LinePlot view;
        view.setReport(fourArmsReport(), {.dim = 100, .isMeasured = true, .hasMeasuredDim = false});
        QVERIFY(!view.curveNames().join(u'|').contains(QStringLiteral("not shown")));
        view.setReport(fourArmsReport(), {.dim = 300, .isMeasured = true, .hasMeasuredDim = false});
        for (const PlotKindEntry& entry : plotKinds()) {
            if (isOfCurves(entry.kind)) {
                view.setKind(entry.kind);
                for (const QString& name : view.curveNames()) {
                    QVERIFY2(name.endsWith(QStringLiteral("(not shown)")), qPrintable(name));
                }
            }
        }
    }

    void everyPlotIsSavedWithItsCaption() {
        ShownChooser shown;
        shown.chooser.setReport(fourArmsReport(), {100});
        const QTemporaryDir folder;
        for (const PlotKindEntry& entry : plotKinds()) {
            shown.chooser.setKind(entry.kind);
            const QString path = folder.filePath(toText(entry.id) % QStringLiteral(".svg"));
            const Status saved = savePlot(shown.chooser.plot(), {path, {}});
            QVERIFY2(saved, entry.id.data());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            QVERIFY2(text.contains(QStringLiteral("tree-lstm")), entry.id.data());
            QVERIFY2(text.contains(QStringLiteral("dim 100")), entry.id.data());
            QVERIFY2(text.contains(toText(entry.x.label)), entry.id.data());
            QVERIFY2(text.contains(QStringLiteral("Folded")), entry.id.data());
        }
    }
};

BATCHSCOPE_NAMED_TEST("plot_chooser", QTEST_MAIN(PlotChooserTest))

} // namespace batchscope::plot_chooser_test

#include "plot_chooser_test.moc"
