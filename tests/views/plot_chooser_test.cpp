// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark: which are shown, why one is empty, how curves are told apart and saved.
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

QCPGraph* graphNamed(QCustomPlot& plot, const QString& name) {
    for (int place = 0; place < plot.graphCount(); ++place) {
        if (plot.graph(place)->name() == name) {
            return plot.graph(place);
        }
    }
    return nullptr;
}

} // namespace

class PlotChooserTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void everyKindIsListedAndShown() {
        ShownChooser shown;
        QCOMPARE(shown.kinds->count(), static_cast<int>(plotKinds().size()));
        shown.chooser.setReport(fourArmsReport());
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
        shown.chooser.setReport(report);
        shown.chooser.setKind(PlotKind::Speedup);
        QVERIFY(shown.empty->isVisibleTo(&shown.chooser));
        QVERIFY(shown.empty->text().contains(QStringLiteral("no speed-up")));
        QVERIFY(shown.chooser.plot().isEmpty());
        QVERIFY(!savePlot(shown.chooser.plot(), {QStringLiteral("/no/such/folder/a.pdf")}));
        shown.chooser.setKind(PlotKind::Time);
        QVERIFY(!shown.empty->isVisibleTo(&shown.chooser));
        shown.chooser.setReport(nullptr);
        QVERIFY(shown.empty->isVisibleTo(&shown.chooser));
    }

    void theBarsAreOfTheChosenBatch() {
        ShownChooser shown;
        shown.chooser.setReport(fourArmsReport());
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
        shown.chooser.setReport(more);
        QCOMPARE(shown.cells->count(), 3);
        QCOMPARE(shown.cells->currentText(), QStringLiteral("1 tree")); // as chosen
        QCOMPARE(plot.figure().parts.back().lengths.front(), 0.00075);
        const auto one = std::make_shared<BenchReport>();
        one->results = {plottedResult("regular", 4, 0.5)};
        shown.chooser.setReport(one);
        QVERIFY(!shown.cells->isVisibleTo(&shown.chooser)); // nothing to choose from
        QCOMPARE(plot.figure().names, QStringList{toText(armTitle("regular"))});
    }

    void barsThatVariedSaySo() {
        const auto report = fourArmsReport();
        report->results.front().noisy = true;
        report->results.front().verdict = SpeedVerdict::Varying;
        const PhaseBars bars = phaseBarsOf(*report, {.model = "tree-lstm", .dim = 100, .batch = 1});
        const QStringList names = phasesFigure(bars, *report).names;
        QVERIFY(names.at(0).startsWith(toText(armTitle("regular")) + QStringLiteral(" (")));
        QCOMPARE(names.at(2), toText(armTitle("folded:depth")));
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

    void manyCurvesDifferWithoutColor() {
        PlotFigure figure;
        for (std::size_t index = 0; index < 400; ++index) {
            PlotCurve curve;
            curve.key.arm = "folded";
            curve.key.dim = static_cast<std::int32_t>(index + 1);
            figure.curves.push_back(curve);
        }
        const std::vector<CurveLook> looks = curveLooks(figure, lightTheme());
        QCOMPARE(looks.size(), std::size_t{400});
        QSet<std::pair<int, int>> pairs;
        for (std::size_t index = 0; index < kCurveLooks; ++index) {
            pairs.insert({static_cast<int>(looks[index].marker), static_cast<int>(looks[index].dash)});
        }
        QCOMPARE(pairs.size(), static_cast<qsizetype>(kCurveLooks));
    }
};

BATCHSCOPE_NAMED_TEST("plot_chooser", QTEST_MAIN(PlotChooserTest))

} // namespace batchscope::plot_chooser_test

#include "plot_chooser_test.moc"
