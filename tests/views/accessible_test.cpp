// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader is told of the picture, and the picture's table twin.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/scene/node_names.h"
#include "views/canvas/widget/canvas_accessible.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/session/node_finder.h"
#include "views/tables/nodes_model.h"
#include "views/tables/nodes_view.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTableView>

#include <algorithm>

namespace batchscope::accessible_test {

namespace {

constexpr int kWidgets = 1; // the find line, hidden or not

template <typename View>
struct Opened : testing::ShownView<View> {
    Opened() : testing::ShownView<View>(QSize(900, 600)) {
        if (!this->open()) {
            qFatal("the trees were not read");
        }
        this->view.activateWindow();
        if (!QTest::qWaitForWindowActive(&this->view)) {
            qFatal("the window has no focus");
        }
        this->view.setFocus();
        this->view.grab();
        testing::settle();
    }
};

} // namespace

class AccessibleTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void theNodesInSightAreThingsWithNamesAndPlaces() {
        Opened<CanvasView> opened;
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&opened.view);
        QVERIFY(canvas != nullptr);
        QCOMPARE(canvas->role(), QAccessible::Canvas);
        const OpGraph& graph = *opened.session.snapshot()->graph;
        QCOMPARE(canvas->childCount(), kWidgets + static_cast<int>(graph.size()));
        QSet<QString> names;
        for (int index = kWidgets; index < canvas->childCount(); ++index) {
            QAccessibleInterface* node = canvas->child(index);
            QVERIFY(node != nullptr && node->isValid());
            names.insert(node->text(QAccessible::Name));
            QVERIFY(node->text(QAccessible::Description).contains(QStringLiteral("level")));
            QVERIFY(canvas->rect().contains(node->rect().center()));
            QCOMPARE(canvas->indexOfChild(node), index);
            QCOMPARE(node->parent(), canvas);
            QCOMPARE(canvas->childAt(node->rect().center().x(), node->rect().center().y()), node);
        }
        QCOMPARE(names.size(), static_cast<qsizetype>(graph.size())); // no two alike
        QVERIFY(names.contains(QStringLiteral("leaf “tree”, node 1")));
        QVERIFY(canvas->child(canvas->childCount()) == nullptr);
    }

    void aPressSelects() {
        Opened<CanvasView> opened;
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&opened.view);
        QAccessibleInterface* node = canvas->child(canvas->childCount() - 2);
        QVERIFY(!node->state().selected);
        node->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(node->state().selected && node->state().focused);
        QCOMPARE(canvas->focusChild(), node);
        QVERIFY(node->text(QAccessible::Name).endsWith(QString::number(opened.playback.focus().node.index())));
    }

    /// What a reader asks for after the events of Qt, which no platform without a reader sends.
    void theFocusWalksAndTheCaptionIsTheDescription() {
        Opened<CanvasView> opened;
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&opened.view);
        opened.playback.selectNode(NodeId(0));
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Right, Qt::Key_Down}) {
            const NodeId before = opened.playback.focus().node;
            QTest::keyClick(&opened.view, key);
            QVERIFY(opened.playback.focus().node != before);
            QAccessibleInterface* present = canvas->focusChild();
            QVERIFY(present != nullptr && present->state().focused);
            QCOMPARE(present->text(QAccessible::Name),
                     nodeName(opened.view.sight().picture().model(), opened.playback.focus().node));
        }
        opened.playback.seek(static_cast<double>(opened.session.snapshot()->storyboard->stopAfter(BatchId(1))));
        QVERIFY(canvas->text(QAccessible::Description).contains(QStringLiteral(", one call instead of ")));
    }

    void ofManyNodesTheNearestAreTold() {
        Opened<CanvasView> opened;
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(QByteArray("(2 (2 (2 a) (2 b)) (2 (2 c) (2 (2 d) (2 e))))\n").repeated(200));
        file.close();
        SessionConfig config = opened.session.config();
        config.files = {file.fileName().toStdString()};
        config.graph.trees = {0, 200};
        opened.session.setConfig(config);
        QTRY_VERIFY(opened.session.snapshot()->schedule && !opened.session.busy());
        opened.view.grab();
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&opened.view);
        QVERIFY(opened.session.snapshot()->graph->size() > CanvasAccessible::kMostNodes);
        QCOMPARE(canvas->childCount(), kWidgets + static_cast<int>(CanvasAccessible::kMostNodes));
        const NodeId chosen(777);
        opened.view.navigation().chooseNode(chosen);
        QCOMPARE(canvas->childCount(), kWidgets + static_cast<int>(CanvasAccessible::kMostNodes));
        const auto near = opened.view.sight().nearestNodes(CanvasAccessible::kMostNodes);
        QVERIFY(std::find(near.begin(), near.end(), chosen) != near.end());
        // All over the graph: what was told before and is far now goes, and nothing dangles.
        for (std::size_t node = 0; node < opened.session.snapshot()->graph->size(); node += 90) {
            opened.view.navigation().chooseNode(NodeId(node));
            for (int index = 0; index < canvas->childCount(); ++index) {
                QVERIFY(canvas->child(index)->isValid());
            }
        }
    }

    void theTableSaysOfEachNodeWhatThePictureShows() {
        Opened<NodesView> opened;
        auto* table = opened.view.findChild<QTableView*>(QStringLiteral("nodes-table"));
        const QAbstractItemModel& model = *table->model();
        const QAbstractItemModelTester tester(table->model());
        const Snapshot& snapshot = *opened.session.snapshot();
        QCOMPARE(model.rowCount(), static_cast<int>(snapshot.graph->size()));
        for (int row = 0; row < model.rowCount(); ++row) {
            const NodeId node(static_cast<std::size_t>(row));
            const auto cell = [&](int column) { return model.index(row, column).data().toString(); };
            QCOMPARE(cell(0), QString::number(row));
            QCOMPARE(cell(1), QString::fromStdString(snapshot.graph->opOf(node).name));
            QCOMPARE(cell(5), QString::number(snapshot.schedule->places[node].batch.index() + 1));
            QCOMPARE(cell(3), QString::number(snapshot.graph->origins[node].tree.index() + 1));
            QVERIFY(cell(7).isEmpty() == (snapshot.graph->levels[node] == 0));
        }
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("tree"));
        // Filtered by the search, chosen by the keyboard.
        auto* query = opened.view.findChild<QLineEdit*>();
        QTest::keyClicks(query, QStringLiteral("op:leaf"));
        QVERIFY(model.rowCount() > 0 && model.rowCount() < static_cast<int>(snapshot.graph->size()));
        table->setFocus();
        table->setCurrentIndex(model.index(0, 0));
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(QString::number(opened.playback.focus().node.index()), model.index(1, 0).data().toString());
        // A search that is made elsewhere is shown here.
        opened.session.nodeFinder().setText(QStringLiteral("tree:2"));
        QCOMPARE(query->text(), QStringLiteral("tree:2"));
    }
};

BATCHSCOPE_NAMED_TEST("accessible", QTEST_MAIN(AccessibleTest))

} // namespace batchscope::accessible_test

#include "accessible_test.moc"
