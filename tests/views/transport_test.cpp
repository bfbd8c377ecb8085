// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/transport/scrubber.h"
#include "views/transport/transport_view.h"

#include <QSlider>
#include <QToolButton>

namespace batchscope::transport_test {

class TransportTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void thereIsABarForEachStepOrPixel() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "regular");
        const double end = snapshot.storyboard->end();
        const auto wide = stepBars(*snapshot.schedule, {0.0, 1000.0, end});
        QCOMPARE(wide.size(), snapshot.schedule->batchCount());
        for (const StepBar& bar : wide) {
            QVERIFY(bar.height > 0.0 && bar.height <= 1.0);
            QVERIFY(bar.right > bar.left);
        }
        const auto narrow = stepBars(*snapshot.schedule, {0.0, 5.0, end});
        QVERIFY(narrow.size() <= 6);
    }

    void theTallestBarIsTheLargestBatch() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        const auto bars = stepBars(*snapshot.schedule, {0.0, 500.0, snapshot.storyboard->end()});
        for (const StepBar& bar : bars) {
            QCOMPARE(bar.height > 0.999, snapshot.schedule->batchSize(bar.batch) == snapshot.metrics->largestBatch);
        }
        QVERIFY(!batchUnder(*snapshot.schedule, 1.4).valid());
        QCOMPARE(batchUnder(*snapshot.schedule, 2.0), BatchId(0));
        QVERIFY(!batchUnder(*snapshot.schedule, snapshot.storyboard->end()).valid());
    }

    void theScrubberMovesTime() {
        testing::ShownView<TransportView> shown(QSize(900, 60));
        auto& [file, lanes, session, playback, view] = shown;
        playback.setReducedMotion(true);
        for (const QWidget* child : view.findChildren<QWidget*>()) {
            QVERIFY2(child->focusPolicy() == Qt::NoFocus || !child->accessibleName().isEmpty(),
                     child->metaObject()->className());
        }
        QVERIFY(shown.open());

        auto* scrubber = view.findChild<Scrubber*>();
        QVERIFY(scrubber != nullptr);
        QTest::keyClick(scrubber, Qt::Key_End);
        QTRY_COMPARE(playback.time(), playback.storyboard()->end());
        QTest::keyClick(scrubber, Qt::Key_Left);
        QTRY_COMPARE(playback.time(), playback.storyboard()->end() - 1.0);
        QTest::keyClick(scrubber, Qt::Key_Home);
        QTRY_COMPARE(playback.time(), 0.0);
        QTest::mouseClick(scrubber, Qt::LeftButton, Qt::NoModifier, QPoint(scrubber->width() / 2, 10));
        QTRY_VERIFY(playback.time() > 0.0);
        QVERIFY(!view.grab().isNull());
    }
};

BATCHSCOPE_NAMED_TEST("transport", QTEST_MAIN(TransportTest))

} // namespace batchscope::transport_test

#include "transport_test.moc"
