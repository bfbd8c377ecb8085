// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card at the end of the story: its bars are to scale, and it is there only when it should be.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/end_card.h"

#include <QSlider>

namespace batchscope::end_card_test {

class EndCardTest final : public QObject {
    Q_OBJECT

private slots:
    void drawsTheTimesToScaleAtTheEndOnly() {
        testing::ShownView<CanvasView> shown(QSize(1000, 640), Timing::Measured);
        EndCard card(shown.session, shown.playback, &shown.view);
        QVERIFY(shown.open());
        QVERIFY(!card.isVisible());
        shown.playback.last();
        QVERIFY(card.isVisible());
        const TimeBars& bars = card.bars();
        QVERIFY(bars.bars.size() >= 2);
        const double scale = card.barBox(0).width() / bars.bars[0].time.seconds;
        for (std::size_t index = 0; index < bars.bars.size(); ++index) {
            const QRectF box = card.barBox(index);
            QVERIFY(QRectF(card.rect()).contains(box));
            QVERIFY(std::abs(box.width() - scale * bars.bars[index].time.seconds) < 0.01 * box.width());
            QCOMPARE(box.left(), card.barBox(0).left());
        }
        shown.playback.back(StepUnit::Batch);
        QTRY_VERIFY(!card.isVisible());
    }

    void isPutAsideAndComesBack() {
        testing::ShownView<CanvasView> shown(QSize(1000, 640), Timing::Measured);
        EndCard card(shown.session, shown.playback, &shown.view);
        QVERIFY(shown.open());
        shown.playback.last();
        const QSize whole = card.size();
        card.toggle();
        QVERIFY(card.isVisible() && card.width() < whole.width() / 2); // the button that brings it back
        card.toggle();
        QCOMPARE(card.size(), whole);
        card.setComparing(true);
        QVERIFY(!card.isVisible());
        card.toggle(); // of what is not there nothing is put aside
        card.setComparing(false);
        QCOMPARE(card.size(), whole);
        shown.view.resize(300, 200); // no room for bars
        QVERIFY(!card.isVisible());
    }

    void theSliderAsksForSoManyTrees() {
        testing::ShownView<CanvasView> shown(QSize(1000, 640), Timing::Measured);
        EndCard card(shown.session, shown.playback, &shown.view);
        QVERIFY(shown.open());
        shown.playback.last();
        QCOMPARE(shown.session.snapshot()->graph->trees, std::size_t{3});
        auto* slider = card.findChild<QSlider*>();
        QCOMPARE(slider->maximum(), 2); // 1, 2 and all 3
        slider->setValue(0);
        QTRY_COMPARE(shown.session.config().graph.trees.end, std::size_t{1});
        QVERIFY(testing::waitIdle(shown.session));
        QCOMPARE(shown.session.snapshot()->graph->trees, std::size_t{1});
        QVERIFY(card.isVisible()); // it stays at the end, so that the slider can be dragged on
    }

    void withoutMeasuringThereIsNone() {
        testing::ShownView<CanvasView> shown(QSize(1000, 640), Timing::Off);
        EndCard card(shown.session, shown.playback, &shown.view);
        QVERIFY(shown.open());
        shown.playback.last();
        QVERIFY(!card.isVisible());
    }
};

BATCHSCOPE_NAMED_TEST("end_card", QTEST_MAIN(EndCardTest))

} // namespace batchscope::end_card_test

#include "end_card_test.moc"
