// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Time line*: what is on the axis, and what clicks do.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/timeline/time_line_view.h"

#include <algorithm>

namespace batchscope::time_line_test {

namespace {

struct Panel : testing::ShownView<TimeLineView> {
    explicit Panel(Timing timing = Timing::Off) : ShownView(QSize(800, 220), timing) {
        if (!open()) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] const TimeLane& lane(TimeLane::Run run) const {
        const auto& runs = view.chart().lanes();
        return *std::find_if(runs.begin(), runs.end(), [run](const TimeLane& one) { return one.run == run; });
    }
    [[nodiscard]] std::size_t rowOf(const TimeLane& lane) const {
        return static_cast<std::size_t>(&lane - view.chart().lanes().data());
    }
    /// The longest: the easiest to hit.
    [[nodiscard]] static const TimeSpan& longest(const TimeLane& lane) {
        const TimeSpan* longest = nullptr;
        for (const TimeSpan& span : lane.spans) {
            if (span.batch.valid() && (longest == nullptr || span.duration > longest->duration)) {
                longest = &span;
            }
        }
        return *longest;
    }
    void click(const TimeLane& lane, const TimeSpan& span) {
        QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, view.chart().placeOf(rowOf(lane), span).toPoint());
        testing::settle();
    }
};

void bothTimings() {
    QTest::addColumn<bool>("isMeasured");
    QTest::newRow("medians") << true;
    QTest::newRow("one run") << false;
}

} // namespace

class TimeLineTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void axisKeepsWhatIsUnderTheCursor() {
        TimeAxis axis;
        axis.setEnd(1e6, 5e5);
        axis.setPixels(10.0, 500.0);
        QCOMPARE(axis.toPixel(0.0), 10.0);
        QCOMPARE(axis.toPixel(5e5), 510.0);
        QVERIFY(axis.isFitted());
        const double time = axis.toTime(200.0);
        axis.zoomAt(200.0, 8.0);
        QVERIFY(std::abs(axis.toTime(200.0) - time) < 1.0);
        QVERIFY(!axis.isFitted());
        axis.moveBy(1e9);
        QCOMPARE(axis.from(), 0.0);
        axis.moveBy(-1e9);
        QCOMPARE(axis.to(), 1e6);
        axis.zoomAt(200.0, 1e12);
        QCOMPARE(axis.to() - axis.from(), TimeAxis::kLeastSpan);
        axis.zoomAt(200.0, 1e-12);
        QCOMPARE(axis.to() - axis.from(), 1e6);
        axis.fit();
        QVERIFY(axis.isFitted());
        axis.extendTo(2e6, 1e6);
        QVERIFY(!axis.isFitted());
        QCOMPARE(axis.to(), 5e5);
    }

    void ticksAreRoundAndApart() {
        TimeAxis axis;
        axis.setEnd(1e8, 1e8);
        axis.setPixels(0.0, 800.0);
        for (const double factor : {1.0, 3.0, 40.0, 1000.0}) {
            axis.zoomAt(400.0, factor);
            const std::vector<TimeTick> ticks = axis.ticks(90.0);
            QVERIFY(ticks.size() >= 2);
            for (std::size_t index = 1; index < ticks.size(); ++index) {
                QVERIFY(axis.toPixel(ticks[index].time) - axis.toPixel(ticks[index - 1].time) >= 89.9);
                QVERIFY(ticks[index].text != ticks[index - 1].text);
            }
        }
    }

    void showsRegularAboveFoldedAndTheFirstRun_data() { bothTimings(); }
    void showsRegularAboveFoldedAndTheFirstRun() {
        QFETCH(const bool, isMeasured);
        const Panel panel(isMeasured ? Timing::Measured : Timing::Off);
        const auto& lanes = panel.view.chart().lanes();
        QCOMPARE(lanes.size(), 3U);
        QCOMPARE(lanes[0].run, TimeLane::Run::Regular);
        QCOMPARE(lanes[1].run, TimeLane::Run::Folded);
        QCOMPARE(lanes[2].run, TimeLane::Run::First);
        QCOMPARE(lanes[0].schedule->batchCount(), panel.session.snapshot()->graph->size());
        QCOMPARE(lanes[1].schedule, panel.session.snapshot()->schedule.get());
        const Snapshot& shown = *panel.session.snapshot();
        QVERIFY(shown.regularRun->trace.views.executor == shown.trace->views.executor); // like with like
        for (const TimeLane& lane : lanes) {
            for (std::size_t index = 1; index < lane.spans.size(); ++index) {
                QVERIFY(lane.spans[index].start >= lane.spans[index - 1].end());
            }
            QVERIFY(lane.end.count() > 0 && !lane.title.empty());
        }
        const std::size_t runs = isMeasured ? kTracedRuns : 1;
        QCOMPARE(shown.tracedRuns, runs);
        QVERIFY(lanes[0].spans.front().kind != SpanKind::Build && lanes[1].spans.front().kind != SpanKind::Build);
    }

    void whatIsDrawnIsWhatRan_data() { bothTimings(); }
    void whatIsDrawnIsWhatRan() {
        QFETCH(const bool, isMeasured);
        const Panel panel(isMeasured ? Timing::Measured : Timing::Off);
        const Snapshot& snapshot = *panel.session.snapshot();
        const TimeLane& folded = panel.lane(TimeLane::Run::Folded);
        for (std::size_t batch = 0; batch < snapshot.schedule->batchCount(); ++batch) {
            std::chrono::nanoseconds drawn{0};
            for (const TimeSpan& span : folded.spans) {
                drawn += span.batch == BatchId(batch) ? span.duration : std::chrono::nanoseconds{0};
            }
            QCOMPARE(drawn.count(), snapshot.trace->timeOf(BatchId(batch)).total.count());
        }
    }

    void aClickGoesToTheBatch() {
        Panel panel;
        const TimeLane& folded = panel.lane(TimeLane::Run::Folded);
        const TimeSpan span = Panel::longest(folded);
        panel.click(folded, span);
        QCOMPARE(panel.playback.focus().batch, span.batch);
    }

    void aClickOnRegularSelectsTheNode() {
        Panel panel;
        const TimeLane& regular = panel.lane(TimeLane::Run::Regular);
        const TimeSpan span = Panel::longest(regular);
        panel.click(regular, span);
        QVERIFY(panel.playback.focus().node.valid());
    }
};

BATCHSCOPE_NAMED_TEST("time_line", QTEST_MAIN(TimeLineTest))

} // namespace batchscope::time_line_test

#include "time_line_test.moc"
