// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of the canvas without the widget.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "tests/support/waiting.h"
#include "views/canvas/input/canvas_navigation.h"
#include "views/canvas/input/canvas_sight.h"
#include "views/canvas/scene/canvas_picture.h"
#include "views/canvas/scene/node_names.h"

#include <QSignalSpy>

namespace batchscope::canvas_parts_test {

namespace {

const QRectF kWindow(0.0, 0.0, 900.0, 600.0);

Camera cameraAt(double x, double y, double scale) {
    return {.viewport = kWindow, .center = {x, y}, .scale = scale};
}

/// All parts of a canvas, over a session that has read three trees.
struct OpenCanvas {
    testing::TreesFile file;
    Lanes lanes;
    Session session{lanes};
    Playback playback{session};
    CanvasPicture picture;
    CanvasSight sight{picture, playback, [] { return CanvasSpace{kWindow, QFont(), 0.0}; }};
    CanvasNavigation navigation{session, playback, sight};

    OpenCanvas() {
        testing::setTiming(session, Timing::Off);
        session.open({file.path()});
        if (!QTest::qWaitFor([this] { return session.snapshot()->storyboard != nullptr && !session.busy(); },
                             testing::kPatienceMs)) {
            qFatal("the trees were not read");
        }
        picture.adopt(*session.snapshot());
        sight.refresh();
    }
    [[nodiscard]] bool isSeen(NodeId node) const {
        return sight.camera().viewport.contains(sight.camera().toPixel(picture.placeOf(node)));
    }
};

} // namespace

class CanvasPartsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void aPictureIsReadOnceAMoment() {
        CanvasPicture picture;
        QVERIFY(!picture.hasNode(NodeId(0)));
        QVERIFY(!picture.hitAt(cameraAt(0.0, 0.0, 10.0), {}).any());
        picture.adopt(testing::snapshotOf(testing::kThreeTrees, "depth"));
        QVERIFY(!picture.hasNode(NodeId(0))); // not before its first moment
        QVERIFY(!picture.hitAt(cameraAt(0.0, 0.0, 10.0), {}).any());
        QVERIFY(picture.refresh(0.0, StepView::Full));
        QVERIFY(picture.hasNode(NodeId(0)) && !picture.hasNode(NodeId(picture.model().graph().size())));
        QVERIFY(!picture.refresh(1.0, StepView::Full)); // nobody said that time has moved
        const Point before = picture.placeOf(NodeId(0));
        picture.expire();
        QVERIFY(
            picture.refresh(static_cast<double>(picture.model().storyboard()->stopAfter(BatchId(0))), StepView::Full));
        QVERIFY(before != picture.placeOf(NodeId(0)));
    }

    void aCaptionIsThatOfItsMoment() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        CanvasPicture picture;
        picture.adopt(snapshot);
        const double end = snapshot.storyboard->end();
        for (double time = 0.0; time <= end; time += 0.125) {
            for (const double moment : {time, end - time, time}) {
                QCOMPARE(picture.captionAt(moment).text(), captionAt(snapshot, moment).text());
            }
        }
        const Snapshot other = testing::snapshotOf("(1 (0 a) (2 b))", "depth");
        picture.adopt(other);
        QCOMPARE(picture.captionAt(0.0).text(), captionAt(other, 0.0).text());
        QVERIFY(picture.captionAt(0.0).text() != captionAt(snapshot, 0.0).text());
    }

    void selectionIsOneThingAndMarksASecond() {
        OpenCanvas parts;
        QVERIFY(!parts.sight.selected().any());
        parts.playback.markSecond(NodeId(3)); // the first one is selected
        QCOMPARE(parts.playback.focus().node, NodeId(3));
        QCOMPARE(parts.sight.selected(), (Hit{NodeId(3), {}, {}}));
        QVERIFY(!parts.playback.focus().second.valid());
        QSignalSpy marks(&parts.playback, &Playback::selectionChanged);
        parts.playback.markSecond(NodeId(3)); // not beside itself
        QCOMPARE(marks.count(), 0);
        parts.playback.markSecond(NodeId(4));
        QCOMPARE(parts.playback.focus().second, NodeId(4));
        parts.playback.markSecond(NodeId(4)); // takes it back
        QVERIFY(!parts.playback.focus().second.valid());
        QCOMPARE(marks.count(), 2);
        parts.playback.markSecond(NodeId(4));
        parts.sight.select({{}, BatchId(1), {}});
        QVERIFY(!parts.playback.focus().second.valid());
        QCOMPARE(parts.sight.selected(), (Hit{{}, BatchId(1), {}}));
        QVERIFY(hitName(parts.picture.model(), parts.sight.selected(), parts.playback.focus())
                    .startsWith(QStringLiteral("batch 2")));
        parts.sight.select({});
        QVERIFY(!parts.sight.selected().any());
    }

    void sightFollowsItsSpaceUntilItIsMoved() {
        OpenCanvas parts;
        QVERIFY(parts.sight.following());
        QSignalSpy moved(&parts.sight, &CanvasSight::moved);
        const double fitted = parts.sight.camera().scale;
        parts.sight.zoomIn();
        QVERIFY(parts.sight.camera().scale > fitted && !parts.sight.following());
        parts.sight.pan({5.0, 5.0});
        QCOMPARE(moved.count(), 2);
        parts.sight.fitAll();
        parts.sight.refresh();
        QVERIFY(parts.sight.following());
        QCOMPARE(parts.sight.camera().scale, fitted);
    }

    void navigationEndsWithThePlaceSelectedAndSeen() {
        OpenCanvas parts;
        QSignalSpy arrived(&parts.navigation, &CanvasNavigation::arrived);
        const NodeId last(parts.picture.model().graph().size() - 1);
        parts.navigation.walk(WalkDirection::Consumer); // from nowhere: to a result
        QCOMPARE(parts.playback.focus().node, last);
        QCOMPARE(arrived.count(), 1);
        for (int step = 0; step < 12; ++step) {
            parts.sight.zoomIn();
        }
        parts.navigation.chooseNode(NodeId(0));
        QCOMPARE(parts.playback.focus().node, NodeId(0));
        QVERIFY(parts.isSeen(NodeId(0)));
        QVERIFY(parts.navigation.goTo(QStringLiteral("node 3")).hasValue());
        QCOMPARE(parts.playback.focus().node, NodeId(3));
        QVERIFY(parts.isSeen(NodeId(3)));
        QVERIFY(!parts.navigation.goTo(QStringLiteral("node 4000")).hasValue());
        QCOMPARE(parts.playback.focus().node, NodeId(3));
        parts.navigation.goBack(); // nowhere but here has one come to rest
        QCOMPARE(parts.playback.focus().node, NodeId(3));
    }
};

BATCHSCOPE_NAMED_TEST("canvas_parts", QTEST_MAIN(CanvasPartsTest))

} // namespace batchscope::canvas_parts_test

#include "canvas_parts_test.moc"
