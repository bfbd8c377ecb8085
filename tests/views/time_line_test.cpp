// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Time line*: what is on the axis, and what clicks do.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/timeline/time_line_view.h"

#include <QWheelEvent>

#include <algorithm>
#include <cmath>

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
    void theWheelKeepsWhatIsUnderTheCursor() {
        Panel panel;
        const TimeLane& folded = panel.lane(TimeLane::Run::Folded);
        const TimeSpan span = Panel::longest(folded);
        TimeLineChart& chart = panel.view.chart();
        const auto place = [&] { return chart.placeOf(panel.rowOf(folded), span); };
        const QPointF before = place();
        const auto turn = [&](int notches) {
            QWheelEvent event(before, chart.mapToGlobal(before), {}, {0, 120 * notches}, {}, {}, Qt::NoScrollPhase,
                              false);
            QCoreApplication::sendEvent(&chart, &event);
        };
        turn(5);
        QVERIFY(std::abs(place().x() - before.x()) < 1.0);
        turn(-100); // the whole time is visible: it ends at the right margin
        QVERIFY(place().x() <= before.x());
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, before.toPoint());
        QCOMPARE(place(), before);
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
