// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of the canvas without the widget.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "tests/support/waiting.h"
#include "views/canvas/input/canvas_navigation.h"
#include "views/canvas/input/canvas_selection.h"
#include "views/canvas/input/canvas_sight.h"
#include "views/canvas/input/viewpoint.h"
#include "views/canvas/paint/notice_painter.h"
#include "views/canvas/scene/canvas_picture.h"
#include "views/canvas/scene/node_names.h"

#include <QSignalSpy>

namespace batchscope::canvas_parts_test {

namespace {

const QRectF kWindow(0.0, 0.0, 900.0, 600.0);

Camera cameraAt(double x, double y, double scale) {
    return {.viewport = kWindow, .centre = {x, y}, .scale = scale};
}

/// All parts of a canvas, over a session that has read three trees.
struct OpenCanvas {
    testing::TreesFile file;
    Lanes lanes;
    Session session{lanes};
    Playback playback{session};
    CanvasPicture picture;
    CanvasSelection selection{picture, playback};
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
    void aViewpointFollowsUntilTheUserMovesIt() {
        Viewpoint view;
        view.follow(cameraAt(1.0, 2.0, 10.0));
        QVERIFY(view.following());
        QCOMPARE(view.camera().centre, QPointF(1.0, 2.0));
        view.pan({10.0, 0.0});
        QVERIFY(!view.following());
        QCOMPARE(view.camera().centre, QPointF(0.0, 2.0));
        view.follow(cameraAt(5.0, 5.0, 20.0));
        QCOMPARE(view.camera().centre, QPointF(0.0, 2.0));
        view.followAgain();
        view.follow(cameraAt(5.0, 5.0, 20.0));
        QCOMPARE(view.camera().scale, 20.0);
    }

    void everyMoveEndsFollowing() {
        const Box all{0.0F, 0.0F, 100.0F, 100.0F};
        const auto followsAfter = [](const auto& move) {
            Viewpoint view;
            view.follow(cameraAt(0.0, 0.0, 10.0));
            move(view);
            return view.following();
        };
        QVERIFY(!followsAfter([&](Viewpoint& view) { view.zoomBy({}, 1.2, all, kWindow.size()); }));
        QVERIFY(!followsAfter([&](Viewpoint& view) { view.show(all, kWindow, 64.0); }));
        QVERIFY(!followsAfter([](Viewpoint& view) { view.centreOn({1.0F, 1.0F}); }));
        QVERIFY(!followsAfter([](Viewpoint& view) { view.comeNear({1.0F, 1.0F}, 14.0); }));
        QVERIFY(!followsAfter([](Viewpoint& view) { view.bringIntoView({500.0F, 0.0F}); }));
        QVERIFY(followsAfter([](Viewpoint& view) { view.comeNear({1.0F, 1.0F}, 9.0); }));       // it is near enough
        QVERIFY(followsAfter([](Viewpoint& view) { view.bringIntoView({1.0F, 1.0F}); }));       // it is seen
        QVERIFY(followsAfter([](Viewpoint& view) { view.setViewport({0.0, 0.0, 9.0, 9.0}); })); // no move
    }

    void zoomStopsAtADotAndAtANodeTwiceAsLargeAsTheWindow() {
        const Box all{0.0F, 0.0F, 1000.0F, 100.0F};
        Viewpoint view;
        view.follow(cameraAt(0.0, 0.0, 10.0));
        view.zoomBy(kWindow.center(), 1e9, all, kWindow.size());
        QCOMPARE(view.camera().scale, 2.0 * kWindow.width());
        view.zoomBy(kWindow.center(), 1e-9, all, kWindow.size());
        QCOMPARE(view.camera().scale, 1.0 / 1000.0);
        const Point before = view.camera().toWorld(QPointF(100.0, 200.0));
        view.zoomBy({100.0, 200.0}, 2.0, all, kWindow.size());
        QVERIFY(qAbs(view.camera().toWorld(QPointF(100.0, 200.0)).x - before.x) <= 1e-3F * qAbs(before.x));
    }

    void whatIsBroughtIntoViewHasRoomAroundIt() {
        Viewpoint view;
        view.follow(cameraAt(0.0, 0.0, 10.0));
        QVERIFY(!view.bringIntoView({44.0F, 0.0F})); // at the edge, but seen
        QCOMPARE(view.camera().centre, QPointF(0.0, 0.0));
        QVERIFY(view.bringIntoView({50.0F, 0.0F}));
        QCOMPARE(view.camera().toPixel(Point{50.0F, 0.0F}), QPointF(900.0 - 3.0 * 10.0, 300.0));
    }

    void whatIsCoveredComesOutAtTheLeft() {
        Viewpoint view;
        view.follow(cameraAt(0.0, 0.0, 10.0));
        const QRectF cover(700.0, 400.0, 200.0, 200.0);
        view.uncover({0.0F, 0.0F}, cover); // not behind it
        QCOMPARE(view.camera().centre, QPointF(0.0, 0.0));
        view.uncover({30.0F, 20.0F}, cover); // pixel 750, 500
        QCOMPARE(view.camera().toPixel(Point{30.0F, 20.0F}), QPointF(700.0 - 3.0 * 10.0, 500.0));
    }

    void anEarlierViewComesBackIntoThePresentWindow() {
        Viewpoint view;
        view.show({0.0F, 0.0F, 10.0F, 10.0F}, {0.0, 0.0, 200.0, 100.0}, 64.0);
        view.restore(cameraAt(7.0, 8.0, 3.0), Viewpoint::Kind::Following);
        QVERIFY(view.following());
        QCOMPARE(view.camera().centre, QPointF(7.0, 8.0));
        QCOMPARE(view.camera().scale, 3.0);
        QCOMPARE(view.camera().viewport, QRectF(0.0, 0.0, 200.0, 100.0));
    }

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

    void aPictureKnowsWhatIsWhere() {
        CanvasPicture picture;
        picture.adopt(testing::snapshotOf(testing::kThreeTrees, "depth"));
        picture.refresh(0.0, StepView::Full);
        const Camera camera = Camera::fitted(picture.state().view, kWindow, 64.0);
        const std::size_t nodes = picture.model().graph().size();
        for (std::size_t index = 0; index < nodes; ++index) {
            const QRectF rect = picture.nodeRect(camera, NodeId(index));
            QVERIFY(rect.width() >= CanvasPicture::kTargetSide);
            QCOMPARE(picture.hitAt(camera, rect.center()).node, NodeId(index));
        }
        const Box seen = camera.toWorld(kWindow);
        QCOMPARE(picture.nearestNodes(seen, picture.placeOf(NodeId(3)), 1), std::vector<NodeId>{NodeId(3)});
        QCOMPARE(picture.nearestNodes(seen, picture.placeOf(NodeId(3)), 2 * nodes).size(), nodes);
        QVERIFY(picture.nearestNodes({1e6F, 1e6F, 1.0F, 1.0F}, {}, nodes).empty());
        SceneOptions options;
        picture.findInSight(camera, kWindow, options);
        QVERIFY(options.nodesInSight == nullptr); // so few are looked at one by one
    }

    void selectionIsOneThingAndMarksASecond() {
        OpenCanvas parts;
        QVERIFY(!parts.selection.hit().any());
        parts.selection.markSecond(NodeId(3)); // the first one is selected
        QCOMPARE(parts.selection.node(), NodeId(3));
        QCOMPARE(parts.selection.hit(), (Hit{NodeId(3), {}, {}}));
        QVERIFY(!parts.selection.second().valid());
        QSignalSpy marks(&parts.playback, &Playback::selectionChanged);
        parts.selection.markSecond(NodeId(3)); // not beside itself
        QCOMPARE(marks.count(), 0);
        parts.selection.markSecond(NodeId(4));
        QCOMPARE(parts.selection.second(), NodeId(4));
        parts.selection.markSecond(NodeId(4)); // takes it back
        QVERIFY(!parts.selection.second().valid());
        QCOMPARE(marks.count(), 2);
        parts.selection.markSecond(NodeId(4));
        parts.selection.select({{}, BatchId(1), {}});
        QVERIFY(!parts.selection.second().valid());
        QCOMPARE(parts.selection.hit(), (Hit{{}, BatchId(1), {}}));
        QVERIFY(parts.selection.name().startsWith(QStringLiteral("batch 2")));
        parts.selection.select({});
        QVERIFY(!parts.selection.hit().any());
        QVERIFY(parts.selection.text().isEmpty());
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
        QCOMPARE(parts.sight.nearestNodes(1000).size(), parts.picture.model().graph().size());
    }

    void navigationEndsWithThePlaceSelectedAndSeen() {
        OpenCanvas parts;
        QSignalSpy arrived(&parts.navigation, &CanvasNavigation::arrived);
        const NodeId last(parts.picture.model().graph().size() - 1);
        parts.navigation.walk(WalkDirection::Consumer); // from nowhere: to a result
        QCOMPARE(parts.selection.node(), last);
        QCOMPARE(arrived.count(), 1);
        for (int step = 0; step < 12; ++step) {
            parts.sight.zoomIn();
        }
        parts.navigation.chooseNode(NodeId(0));
        QCOMPARE(parts.selection.node(), NodeId(0));
        QVERIFY(parts.isSeen(NodeId(0)));
        QVERIFY(parts.navigation.goTo(QStringLiteral("node 3")).hasValue());
        QCOMPARE(parts.selection.node(), NodeId(3));
        QVERIFY(parts.isSeen(NodeId(3)));
        QVERIFY(!parts.navigation.goTo(QStringLiteral("node 4000")).hasValue());
        QCOMPARE(parts.selection.node(), NodeId(3));
        parts.navigation.goBack(); // nowhere but here has one come to rest
        QCOMPARE(parts.selection.node(), NodeId(3));
    }

    void whatIsMissingIsSaid() {
        const Snapshot read = testing::snapshotOf(testing::kThreeTrees, "depth");
        QVERIFY(noPictureNotice(Snapshot()).title.startsWith(QStringLiteral("No trees")));
        QVERIFY(noPictureNotice(read).title.startsWith(QStringLiteral("3 trees read")));
        QVERIFY(buildingNotice().title != noPictureNotice(read).title);
    }

    void aPictureTakesWhatARunLeaves() {
        Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        SceneModel model(snapshot);
        snapshot.trace = std::make_shared<const Trace>();
        snapshot.report = std::make_shared<const RunReport>();
        snapshot.regularRun = std::make_shared<const TracedRun>();
        model.adoptResults(snapshot);
        QCOMPARE(model.snapshot().trace, snapshot.trace);
        QCOMPARE(model.snapshot().report, snapshot.report);
        QCOMPARE(model.snapshot().regularRun, snapshot.regularRun);
    }
};

BATCHSCOPE_NAMED_TEST("canvas_parts", QTEST_MAIN(CanvasPartsTest))

} // namespace batchscope::canvas_parts_test

#include "canvas_parts_test.moc"
