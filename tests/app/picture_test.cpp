// SPDX-License-Identifier: GPL-3.0-or-later
//
// The picture in its window: the menu of a right click, and what a comparison leaves as it was.
#include <QTest>

#include "tests/app/fixture.h"
#include "tests/support/named_test.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/canvas/widget/split_view.h"
#include "views/session/node_finder.h"

#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMenu>
#include <QPointer>

#include <algorithm>

namespace batchscope::picture_test {

using namespace test;

namespace {

constexpr NodeId kNode(std::size_t{3});

/// The menu that this event brings up; closed and gone with the object.
class Asked {
public:
    Asked(MainWindow& window, QContextMenuEvent::Reason reason, QPoint place, QWidget& canvas) {
        QContextMenuEvent event(reason, place, canvas.mapToGlobal(place));
        QCoreApplication::sendEvent(&canvas, &event);
        m_menu = window.findChild<QMenu*>(QStringLiteral("canvas-menu"));
    }
    ~Asked() {
        if (m_menu) {
            m_menu->close();
            delete m_menu.data();
        }
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    [[nodiscard]] const QMenu* menu() const { return m_menu; }
    [[nodiscard]] QStringList ids() const {
        QStringList ids;
        for (const QAction* action : m_menu ? m_menu->actions() : QList<QAction*>()) {
            if (!action->isSeparator()) {
                ids.append(action->objectName());
            }
        }
        return ids;
    }

private:
    QPointer<QMenu> m_menu;
};

QPoint placeOf(CanvasView& canvas, NodeId node) {
    return canvas.sight().nodeRect(node).center().toPoint();
}

bool compareWith(Application& app, const char* rival) {
    return app.ask("split", {{QStringLiteral("name"), QString::fromLatin1(rival)}}).isEmpty() &&
           QTest::qWaitFor([&app] { return app.waitIdle() && !app.window.split().busy(); }, testing::kPatienceMs);
}

/// Beside a block that is shown at these places, where no node is hit; null when there is no room.
QPoint placeOfABlock(CanvasView& canvas, const Storyboard& story) {
    for (const Box& block : story.batchBoxes()) {
        const QPointF label =
            canvas.sight().camera().toPixel(Point{block.right() + 4.0F, block.y + block.height / 2.0F});
        if (canvas.rect().contains(label.toPoint()) && !canvas.sight().hitAt(label.toPoint()).node.valid()) {
            return label.toPoint();
        }
    }
    return {};
}

} // namespace

class PictureTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMenuKeyAsksForTheSelection();
    void blocksTreesAndNothingHaveAMenuToo();
    void theMenuActs();
    void theWelcomePageHasNoSelection();
    void theOtherPictureIsNotAskedAboutThisOnesSelection();
    void aComparisonIsNodeByNode();
    void keysMeanThePictureWithTheFocus();
};

void PictureTest::theMenuKeyAsksForTheSelection() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    CanvasView& canvas = app.window.canvas();
    canvas.grab();
    app.playback.selectNode(kNode);
    {
        const Asked asked(app.window, QContextMenuEvent::Keyboard, QPoint(0, 0), canvas);
        QCOMPARE(app.playback.focus().node, kNode);
        QVERIFY(asked.ids().contains(QStringLiteral("selection-inspector")));
        const QPoint corner = canvas.mapFromGlobal(asked.menu()->pos());
        QVERIFY((corner - placeOf(canvas, kNode)).manhattanLength() < 20); // at the node, not at the mouse
    }
    app.playback.clearSelection();
    const Asked asked(app.window, QContextMenuEvent::Keyboard, QPoint(0, 0), canvas);
    QVERIFY(asked.ids().contains(QStringLiteral("fit")));
}

void PictureTest::blocksTreesAndNothingHaveAMenuToo() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    CanvasView& canvas = app.window.canvas();
    canvas.grab();
    const auto ids = [&](QPoint place) { return Asked(app.window, QContextMenuEvent::Mouse, place, canvas).ids(); };
    const QStringList nothing = ids({1, canvas.height() / 2});
    QVERIFY(nothing.contains(QStringLiteral("fit")) && nothing.contains(QStringLiteral("go-to")));
    QVERIFY(!nothing.contains(QStringLiteral("selection-inspector")));
    const QRectF tree = canvas.sight().camera().toPixel(app.playback.storyboard()->treeBoxes().front());
    QPoint between; // nodes of the tree
    for (double x = tree.left() + 1.0; x < tree.right() && between.isNull(); x += 3.0) {
        for (double y = tree.top() + 1.0; y < tree.bottom() && between.isNull(); y += 3.0) {
            between = canvas.sight().hitAt({x, y}).node.valid() ? QPoint() : QPointF(x, y).toPoint();
        }
    }
    QVERIFY(!between.isNull());
    const QStringList ofTree = ids(between);
    QVERIFY(app.playback.focus().tree.valid() && !app.playback.focus().node.valid());
    QVERIFY(ofTree.contains(QStringLiteral("selection-tree")) && !ofTree.contains(QStringLiteral("selection-step")));
    app.playback.last();
    canvas.grab();
    const Box block = app.playback.storyboard()->batchBoxes().front();
    const QPointF label =
        canvas.sight().camera().toPixel(Point{block.right(), block.y + block.height / 2.0F}) + QPointF(24, 0);
    const QStringList ofBatch = ids(label.toPoint());
    QCOMPARE(app.playback.focus(), (Focus{{}, BatchId(std::size_t{0}), {}}));
    QVERIFY(ofBatch.contains(QStringLiteral("selection-step")) && !ofBatch.contains(QStringLiteral("selection-tree")));
}

void PictureTest::theMenuActs() {
    Application app;
    app.playback.setReducedMotion(true);
    QVERIFY(!app.ask("selection-inspector").isEmpty()); // nothing is selected
    QVERIFY(app.openSample("sentences.ptb"));
    app.playback.selectNode(kNode);
    const Focus focus = app.playback.focus();
    QCOMPARE(app.ask("selection-step"), QString());
    QCOMPARE(app.playback.time(), static_cast<double>(app.playback.storyboard()->stopAfter(focus.batch)));
    QCOMPARE(app.ask("selection-tree"), QString());
    QCOMPARE(app.playback.time(), 0.0);
    QVERIFY(!app.window.canvas().sight().following());
    app.window.panel(QStringLiteral("inspector"))->hide();
    QCOMPARE(app.ask("selection-inspector"), QString());
    QVERIFY(app.window.panel(QStringLiteral("inspector"))->isVisible());
    QCOMPARE(app.ask("selection-steps"), QString());
    QVERIFY(app.window.panel(QStringLiteral("steps"))->isVisible());
    QCOMPARE(app.playback.focus(), focus); // all that leaves the selection as it was
    QCOMPARE(app.ask("selection-alike"), QString());
    QVERIFY(QTest::qWaitFor([&] { return !app.session.nodeFinder().found().empty(); }, testing::kPatienceMs));
    const auto& found = app.session.nodeFinder().found();
    QVERIFY(std::find(found.begin(), found.end(), kNode) != found.end());
    const OpGraph& graph = *app.snapshot().graph;
    QVERIFY(std::all_of(found.begin(), found.end(),
                        [&](NodeId node) { return graph.nodeOps[node] == graph.nodeOps[kNode]; }));
}

void PictureTest::theWelcomePageHasNoSelection() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    app.playback.selectNode(kNode);
    const auto enabled = [&app] {
        const std::vector<QString> ids = app.window.commands().ids();
        return std::count_if(ids.begin(), ids.end(), [&app](const QString& id) {
            return id.startsWith(QStringLiteral("selection-")) && app.window.commands().action(id)->isEnabled();
        });
    };
    const auto before = enabled();
    QVERIFY(before > 0);
    QCOMPARE(app.ask("welcome"), QString());
    QCOMPARE(enabled(), decltype(before){0});
    QVERIFY(!app.ask("selection-inspector").isEmpty());
    QVERIFY(!app.window.panel(QStringLiteral("inspector"))->isVisible());
    app.window.pages().leaveWelcome();
    QCOMPARE(enabled(), before);
}

void PictureTest::theOtherPictureIsNotAskedAboutThisOnesSelection() {
    Application app;
    app.window.resize(1800, 1000);
    QVERIFY(app.openSample("sentences.ptb"));
    QVERIFY(compareWith(app, "depth")); // as on the left: the blocks have the same places
    CanvasView& other = *app.window.split().otherCanvas();
    app.playback.selectNode(kNode);
    app.playback.last();
    other.grab();
    const QPoint place = placeOfABlock(other, *app.playback.storyboard());
    QVERIFY(!place.isNull());
    const Asked asked(app.window, QContextMenuEvent::Mouse, place, other);
    QVERIFY(other.sight().selected().batch.valid());
    QCOMPARE(app.playback.focus().node, kNode);
    QVERIFY(asked.ids().contains(QStringLiteral("fit")));
    QVERIFY(!asked.ids().contains(QStringLiteral("selection-inspector")));
}

/// Half of the window has another shape, for which both sides are laid out again.
void PictureTest::aComparisonIsNodeByNode() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const float aspect = app.session.config().aspect;
    QVERIFY(compareWith(app, "agenda"));
    QVERIFY(app.session.config().aspect != aspect);
    CanvasView& other = *app.window.split().otherCanvas();
    other.grab();
    app.playback.selectNode(kNode);
    QCOMPARE(other.sight().selected().node, kNode);
    QVERIFY(!other.sight().marked().empty());
    QCOMPARE(other.sight().marked(), app.window.canvas().sight().marked());
}

void PictureTest::keysMeanThePictureWithTheFocus() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("split", {{QStringLiteral("name"), QStringLiteral("agenda")}}), QString());
    QVERIFY(QTest::qWaitFor([&] { return app.waitIdle() && !app.window.split().busy(); }, testing::kPatienceMs));
    CanvasView& own = app.window.canvas();
    CanvasView& other = *app.window.split().otherCanvas();
    app.window.activateWindow();
    other.setFocus();
    QVERIFY(QTest::qWaitFor([&] { return other.hasFocus(); }, testing::kPatienceMs));
    QCOMPARE(app.ask("zoom-in"), QString());
    QVERIFY(own.sight().following() && !other.sight().following());
    own.setFocus();
    QCOMPARE(app.ask("zoom-in"), QString());
    QVERIFY(!own.sight().following());
}

BATCHSCOPE_NAMED_TEST("picture", QTEST_MAIN(PictureTest))

} // namespace batchscope::picture_test

#include "picture_test.moc"
