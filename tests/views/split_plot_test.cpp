// SPDX-License-Identifier: GPL-3.0-or-later
//
// The waterfall of a speed-up, its table and its view; the histogram of batch sizes.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/models/words.h"
#include "views/plots/bar_plots.h"
#include "views/plots/batch_sizes_view.h"
#include "views/plots/plot_export.h"
#include "views/plots/plot_style.h"
#include "views/plots/speed_view.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <numeric>

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

    void withoutAReasonOrTimesNothingIsPainted() {
        BarPlot view;
        QVERIFY(view.isEmpty());
        QVERIFY(!view.grab().isNull());
        view.setFigure(splitFigure(someSplit()));
        QVERIFY(!view.isEmpty());
        view.setFigure(splitFigure(splitOf(ArmTimes{})));
        QVERIFY(view.isEmpty());
    }

    void aPageHasTheSameBars() {
        BarPlot view;
        view.resize(700, 320);
        view.setFigure(splitFigure(someSplit()));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("split.svg"));
        QVERIFY(savePlot(view, {path, {}}));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (const char* part :
             {"32 trees", "regular on LibTorch", "folded on the engine", "batching", "engine first"}) {
            QVERIFY2(text.contains(QLatin1String(part)), part);
        }
    }

    void aBarKnowsItsResult() {
        BarPlot view;
        view.resize(700, 320);
        view.setFigure(splitFigure(someSplit(), false, {std::size_t{4}, std::size_t{5}, std::nullopt, std::size_t{7}}));
        view.show();
        view.plot().replot();
        const auto at = [&view](double row) {
            return QPoint(view.plot().axisRect()->rect().left() + 5, qRound(view.plot().yAxis->coordToPixel(row)));
        };
        const double first = 2.0; // below the name of the way
        QCOMPARE(view.resultAt(at(first)), std::optional<std::size_t>(4));
        QCOMPARE(view.resultAt(at(first + 1)), std::optional<std::size_t>(5));
        QCOMPARE(view.resultAt(at(first + 2)), std::optional<std::size_t>(7));
        QVERIFY(!view.resultAt(at(1.0)).has_value());
        QSignalSpy asked(&view, &PlotWidget::resultActivated);
        QTest::mouseDClick(&view.plot(), Qt::LeftButton, Qt::NoModifier, at(first + 1));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.first().first().toULongLong(), 5ULL);
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

    void theHistogramCountsBatches() {
        testing::ShownView<BatchSizesView> shown(QSize(900, 260));
        auto& [file, lanes, session, playback, view] = shown;
        QVERIFY(shown.open());
        auto* const kinds = view.findChild<QComboBox*>();
        QVERIFY(!kinds->accessibleName().isEmpty());
        kinds->setCurrentIndex(1);
        const auto* const plot = view.findChild<BarPlot*>();
        QVERIFY(!view.findChild<QCheckBox*>()->isEnabled()); // stacked parts on a log scale would mislead
        double all = 0.0;
        for (const BarPart& part : plot->figure().parts) {
            all = std::accumulate(part.lengths.begin(), part.lengths.end(), all);
        }
        QCOMPARE(all, static_cast<double>(session.snapshot()->schedule->batchCount()));
        QVERIFY(plot->plot().accessibleDescription().contains(QStringLiteral("nodes")));
        QVERIFY(!view.grab().isNull());
        const QTemporaryDir folder;
        QVERIFY(savePlot(*plot, {folder.filePath(QStringLiteral("sizes.pdf")), {}}));
        kinds->setCurrentIndex(0);
        QVERIFY(view.findChild<QCheckBox*>()->isEnabled());
    }
};

BATCHSCOPE_NAMED_TEST("split_plot", QTEST_MAIN(SplitPlotTest))

} // namespace batchscope::split_plot_test

#include "split_plot_test.moc"
