// SPDX-License-Identifier: GPL-3.0-or-later
//
// The waterfall of a speed-up, its table and its view.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_style.h"
#include "views/plots/speed_view.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>

namespace batchscope::split_plot_test {

namespace {

MedianTime around(double seconds) {
    return {seconds, {0.95 * seconds, 1.05 * seconds}};
}

SpeedSplit someSplit() {
    SpeedSplit split = splitOf(ArmTimes{around(36e-3), around(12e-3), around(7e-3), around(2e-3)});
    split.caption = "32 trees";
    return split;
}

std::vector<QString> textsIn(QCustomPlot& plot) {
    std::vector<QString> texts;
    for (int place = 0; place < plot.itemCount(); ++place) {
        if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(place))) {
            texts.push_back(text->text());
        }
    }
    return texts;
}

bool isWritten(QCustomPlot& plot, const QString& part) {
    const std::vector<QString> texts = textsIn(plot);
    return std::any_of(texts.begin(), texts.end(), [&part](const QString& text) { return text.contains(part); });
}

} // namespace

class SplitPlotTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void barsAreTimesFromZero() {
        BarPlot view;
        view.resize(700, 320);
        view.setFigure(splitFigure(someSplit()));
        view.show();
        QVERIFY(!view.grab().isNull());
        QCustomPlot& plot = view.plot();
        QCOMPARE(plot.xAxis->scaleType(), QCPAxis::stLinear); // a logarithm would shorten what was slow
        QCOMPARE(plot.xAxis->range().lower, 0.0);
        QVERIFY(plot.xAxis->range().upper > 36e-3);
        std::vector<double> lengths;
        int ranges = 0;
        for (int place = 0; place < plot.plottableCount(); ++place) {
            if (const auto* bars = qobject_cast<const QCPBars*>(plot.plottable(place))) {
                for (const QCPBarsData& bar : *bars->data()) {
                    lengths.push_back(bar.value);
                }
            } else if (const auto* errors = qobject_cast<const QCPErrorBars*>(plot.plottable(place))) {
                ranges += errors->dataCount();
            }
        }
        QCOMPARE(ranges, 6);                       // three steps, both ways round
        QCOMPARE(lengths.size(), std::size_t{10}); // and behind four of them what they are shorter by
        QCOMPARE(*std::max_element(lengths.begin(), lengths.end()), 36e-3);
        QVERIFY(isWritten(plot, QStringLiteral("engine 3.0×")));
        QVERIFY(isWritten(plot, QStringLiteral("batching 6.0×")));
        QVERIFY(isWritten(plot, QStringLiteral("batching first")));
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("regular on LibTorch takes 36 ms")));
    }

    void anEngineThatIsSlowerMakesALongerBar() {
        BarPlot view;
        view.resize(600, 200);
        view.setFigure(splitFigure(splitOf(ArmTimes{around(10e-3), around(12e-3), std::nullopt, around(2e-3)})));
        view.show();
        QVERIFY(!view.grab().isNull());
        QCOMPARE(view.figure().parts.front().places.size(), qsizetype{1}); // nothing is saved by the engine
        QVERIFY(isWritten(view.plot(), QStringLiteral("engine 0.83×")));
        QVERIFY(!isWritten(view.plot(), QStringLiteral("first"))); // one way needs no name
    }

    void theViewFollowsTheRun() {
        testing::ShownView<SpeedView> shown(QSize(600, 420), Timing::Measured);
        auto& [file, lanes, session, playback, view] = shown;
        QVERIFY(!view.emptyReason().isEmpty()); // nothing is open
        QVERIFY(shown.open());
        const SpeedReport& speed = *session.snapshot()->report->speed;
        const SpeedSplit split = splitOf(speed, {});
        QVERIFY(!split.isEmpty()); // also on a busy machine
        QTRY_COMPARE(view.emptyReason(), QString());
        QVERIFY(!view.plot().isEmpty());
        QCOMPARE(view.findChild<QTableView*>()->model()->rowCount(), 6);
        QCOMPARE(view.findChild<QLabel*>(QStringLiteral("speed-headline"))->text(), toText(split.text));
    }
};

BATCHSCOPE_NAMED_TEST("split_plot", QTEST_MAIN(SplitPlotTest))

} // namespace batchscope::split_plot_test

#include "split_plot_test.moc"
