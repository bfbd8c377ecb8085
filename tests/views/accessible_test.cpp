// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader is told of the picture, and the picture's table twin.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/canvas/scene/node_names.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/session/node_finder.h"
#include "views/tables/nodes_model.h"
#include "views/tables/nodes_view.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTableView>

namespace batchscope::accessible_test {

namespace {

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
    void theDescriptionIsTheNodeThatOneWalksToOrTheCaption() {
        Opened<CanvasView> opened;
        opened.playback.selectNode(NodeId(0));
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Right, Qt::Key_Down}) {
            const NodeId before = opened.playback.focus().node;
            QTest::keyClick(&opened.view, key);
            QVERIFY(opened.playback.focus().node != before);
            QVERIFY(opened.view.accessibleDescription().startsWith(
                nodeName(opened.view.sight().picture().model(), opened.playback.focus().node)));
        }
        opened.playback.seek(static_cast<double>(opened.session.snapshot()->storyboard->stopAfter(BatchId(1))));
        QVERIFY(opened.view.accessibleDescription().contains(QStringLiteral(", one call instead of ")));
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
