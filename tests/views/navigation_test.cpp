// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways through the picture: history, search, names of places, the small map, boxes, the space bar.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/input/view_history.h"
#include "views/canvas/paint/caption_strip.h"
#include "views/canvas/paint/minimap.h"
#include "views/canvas/paint/scene_painter.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/find_bar.h"
#include "views/models/words.h"
#include "views/session/node_finder.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QTemporaryFile>
#include <QToolTip>

#include <chrono>

namespace batchscope::navigation_test {

namespace {

/// A canvas over three small trees.
struct Opened : testing::ShownView<CanvasView> {
    Opened() : ShownView(QSize(800, 500)) {
        if (!open()) {
            qFatal("the trees were not read");
        }
        view.setFocus();
        view.grab();
    }

    [[nodiscard]] QPoint pixelOf(NodeId node) {
        const Point place = session.snapshot()->storyboard->state(playback.time()).nodes[node.index()];
        return view.sight().camera().toPixel(place).toPoint();
    }
};

ViewPlace placeAt(double x, double scale = 10.0, NodeId node = {}) {
    ViewPlace place;
    place.following = false;
    place.camera = Camera{QRectF(0.0, 0.0, 800.0, 600.0), QPointF(x, 0.0), scale};
    place.focus.node = node;
    return place;
}

} // namespace

class NavigationTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void historyGoesBackAndForwardLikeABrowser() {
        ViewHistory history;
        QVERIFY(!history.back() && !history.forward());
        history.visit(placeAt(0.0));
        history.visit(placeAt(5.0)); // 50 of 800 pixels: the same place
        QVERIFY(!history.canGoBack());
        history.visit(placeAt(100.0));
        history.visit(placeAt(100.0, 40.0));
        history.visit(placeAt(100.0, 40.0, NodeId(3)));
        QCOMPARE(history.back()->focus.node, NodeId());
        QCOMPARE(history.back()->camera.scale, 10.0);
        QCOMPARE(history.back()->camera.centre.x(), 5.0);
        QVERIFY(!history.back());
        QCOMPARE(history.forward()->camera.centre.x(), 100.0);
        history.visit(placeAt(-300.0)); // another way: what lay ahead is gone
        QVERIFY(!history.forward());
        QCOMPARE(history.back()->camera.centre.x(), 100.0);
        for (std::size_t index = 0; index < 3 * ViewHistory::kMostPlaces; ++index) {
            history.visit(placeAt(1000.0 * static_cast<double>(index)));
        }
        std::size_t places = 0;
        while (history.back()) {
            ++places;
        }
        QCOMPARE(places, ViewHistory::kMostPlaces - 1);
    }

    void hitsAreMarkedAndWalkedThrough() {
        Opened opened;
        const QImage plain = opened.view.grab().toImage();
        NodeFinder& finder = opened.session.nodeFinder();
        opened.view.openFindBar(FindBar::Mode::Find);
        auto* edit = opened.view.findChild<QLineEdit*>(QStringLiteral("find-nodes"));
        QVERIFY(edit != nullptr && edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("op:children"));
        const std::vector<NodeId> found = finder.found();
        QVERIFY(found.size() > 1);
        opened.view.findChild<FindBar*>()->hide();
        QVERIFY(opened.view.grab().toImage() != plain);
        for (const NodeId hit : found) { // in order, and round the end
            opened.view.navigation().findNext();
            QCOMPARE(opened.playback.focus().node, hit);
            QVERIFY(opened.view.rect().contains(opened.pixelOf(hit)));
        }
        opened.view.navigation().findNext();
        QCOMPARE(opened.playback.focus().node, found.front());
        opened.view.navigation().findPrevious();
        QCOMPARE(opened.playback.focus().node, found.back());
        // What cannot be read keeps the marks and says why.
        finder.setText(QStringLiteral("level>"));
        QVERIFY(finder.fault().has_value());
        QCOMPARE(finder.found(), found);
        finder.setText(QString());
        QVERIFY(finder.found().empty() && !finder.searches());
        QCOMPARE(finder.rows()->size(), opened.session.snapshot()->graph->size());
    }

    void aPlaceIsGoneToByItsName() {
        Opened opened;
        const Snapshot& snapshot = *opened.session.snapshot();
        QVERIFY(opened.view.navigation().goTo(QStringLiteral("node 4")).hasValue());
        QCOMPARE(opened.playback.focus().node, NodeId(4));
        QVERIFY(opened.view.navigation().goTo(QStringLiteral(" Tree 2 ")).hasValue());
        QCOMPARE(opened.playback.focus().tree, TreeId(1));
        QVERIFY(opened.view.navigation().goTo(QStringLiteral("level 2")).hasValue());
        QCOMPARE(snapshot.graph->levels[opened.playback.focus().node], 2U);
        QVERIFY(opened.view.navigation().goTo(QStringLiteral("batch 3")).hasValue());
        QCOMPARE(opened.playback.focus().batch, BatchId(2));
        QTRY_COMPARE(opened.playback.time(), static_cast<double>(snapshot.storyboard->stopAfter(BatchId(2))));
        for (const char* wrong : {"", "batch 999", "batch 0", "step:2", "tree 9", "tree 0", "tree 4", "level 99",
                                  "node -1", "node 10000", "row 3", "batch x", "1 2 3"}) {
            QVERIFY2(!opened.view.navigation().goTo(QString::fromLatin1(wrong)).hasValue(), wrong);
        }
        // The line says why, and stays.
        opened.view.openFindBar(FindBar::Mode::GoTo);
        auto* edit = opened.view.findChild<QLineEdit*>(QStringLiteral("find-nodes"));
        QTest::keyClicks(edit, QStringLiteral("tree 9"));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(edit->isVisible());
        edit->clear();
        QTest::keyClicks(edit, QStringLiteral("tree 3"));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!edit->isVisible());
        QCOMPARE(opened.playback.focus().tree, TreeId(2));
    }

    void backShowsWhatWasSeenBefore() {
        Opened opened;
        opened.playback.selectNode(NodeId(1));
        opened.view.navigation().focusSelection();
        QTRY_VERIFY(!opened.playback.moving());
        testing::outlastTimersOf(std::chrono::milliseconds(450)); // one has stopped there: the canvas notes the place
        const Camera before = opened.view.sight().camera();
        QVERIFY(opened.view.navigation().goTo(QStringLiteral("tree 3")).hasValue());
        const QPointF after = opened.view.sight().camera().centre;
        QVERIFY(after != before.centre);
        opened.view.navigation().goBack();
        QCOMPARE(opened.view.sight().camera().centre, before.centre);
        QCOMPARE(opened.view.sight().camera().scale, before.scale);
        QCOMPARE(opened.playback.focus().node, NodeId(1));
        opened.view.navigation().goForward();
        QCOMPARE(opened.view.sight().camera().centre, after);
        QCOMPARE(opened.playback.focus().tree, TreeId(2));
    }

    void theMapIsThereOnlyWhereSomethingIsNotSeenAndLeadsThere() {
        Opened opened;
        const SceneModel model(*opened.session.snapshot());
        const StoryState state = model.stateAt(0.0);
        const QRectF canvas = QRectF(opened.view.rect());
        const auto mapOf = [&](const Camera& camera) {
            return minimapOf(model, state, camera, canvas, opened.view.font());
        };
        QVERIFY(!mapOf(opened.view.sight().camera()));
        for (int step = 0; step < 8; ++step) {
            opened.view.sight().zoomIn();
        }
        const auto map = mapOf(opened.view.sight().camera());
        QVERIFY(map.has_value());
        QVERIFY(canvas.contains(map->box));
        opened.view.grab();
        const auto shown = mapOf(opened.view.sight().camera());
        QTest::mouseClick(&opened.view, Qt::LeftButton, Qt::NoModifier, shown->inner.topLeft().toPoint());
        const Point corner = shown->worldAt(shown->inner.topLeft().toPoint());
        QVERIFY(std::abs(opened.view.sight().camera().centre.x() - static_cast<double>(corner.x)) < 0.01);
        QVERIFY(std::abs(opened.view.sight().camera().centre.y() - static_cast<double>(corner.y)) < 0.01);
        QVERIFY(!opened.playback.focus().node.valid()); // a click on the map selects nothing below it
        QTest::mouseDClick(&opened.view, Qt::LeftButton, Qt::NoModifier, shown->inner.center().toPoint());
        const Point middle = shown->worldAt(shown->inner.center().toPoint());
        QVERIFY(!opened.view.sight().following()); // nor do two leave it
        QVERIFY(std::abs(opened.view.sight().camera().centre.x() - static_cast<double>(middle.x)) < 0.01);
    }

    void spaceAlonePlaysAndHeldItDrags() {
        Opened opened;
        QTest::keyClick(&opened.view, Qt::Key_Space);
        QVERIFY(opened.playback.playing());
        QTest::keyClick(&opened.view, Qt::Key_Space);
        QVERIFY(!opened.playback.playing());
        const QPointF before = opened.view.sight().camera().centre;
        const NodeId node(2);
        QTest::keyPress(&opened.view, Qt::Key_Space);
        QTest::mousePress(&opened.view, Qt::LeftButton, Qt::NoModifier, opened.pixelOf(node));
        QTest::mouseMove(&opened.view, opened.pixelOf(node) + QPoint(60, 0));
        QTest::mouseRelease(&opened.view, Qt::LeftButton, Qt::NoModifier, opened.pixelOf(node) + QPoint(60, 0));
        QTest::keyRelease(&opened.view, Qt::Key_Space);
        QVERIFY(opened.view.sight().camera().centre.x() < before.x());
        QVERIFY(!opened.playback.playing());
        QVERIFY(!opened.playback.focus().node.valid());
    }

    void largeGraphsAreSearchedBesideTheWindow() {
        QTemporaryFile file;
        QVERIFY(file.open());
        for (int tree = 0; tree < 12'000; ++tree) {
            file.write("(2 (2 (2 a) (2 b)) (2 (2 c) (2 (2 d) (2 e))))\n");
        }
        file.close();
        Lanes lanes;
        Session session{lanes};
        SessionConfig config = session.config();
        config.files = {file.fileName().toStdString()};
        config.graph.trees = {0, 12'000};
        session.setConfig(config);
        QTRY_VERIFY(session.snapshot()->schedule != nullptr);
        NodeFinder& finder = session.nodeFinder();
        QVERIFY(session.snapshot()->graph->size() > 100'000);
        finder.setText(QStringLiteral("word:d"));
        QVERIFY(finder.running());
        QTRY_VERIFY(!finder.running());
        QCOMPARE(finder.found().size(), std::size_t{12'000});
        finder.setText(QStringLiteral("word:a")); // the newest wins
        finder.setText(QStringLiteral("word:nothing"));
        QTRY_VERIFY(!finder.running());
        QVERIFY(finder.found().empty() && finder.searches());
        session.cancel();
    }
};

BATCHSCOPE_NAMED_TEST("navigation", QTEST_MAIN(NavigationTest))

} // namespace batchscope::navigation_test

#include "navigation_test.moc"
