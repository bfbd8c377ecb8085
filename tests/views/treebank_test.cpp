// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/views/view_testing.h"
#include "views/treebank/diagnostics_model.h"
#include "views/treebank/tree_page.h"
#include "views/treebank/tree_search.h"
#include "views/treebank/treebank_view.h"
#include "views/treebank/trees_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>

namespace batchscope {

class TreebankTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void searchFindsWordsAcrossBorders() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        const auto found = [&snapshot](const char* text) {
            return findTrees(*snapshot.treebank, QString::fromUtf8(text));
        };
        QCOMPARE(found("").size(), std::size_t{3});
        QCOMPARE(found("TREE"), std::vector<TreeId>{TreeId(0)});
        QCOMPARE(found("ree  o"), std::vector<TreeId>{TreeId(0)});
        QCOMPARE(found("tree of word"), std::vector<TreeId>{TreeId(0)});
        QCOMPARE(found("oo").size(), std::size_t{1});
        QVERIFY(found("tree words").empty());
        QVERIFY(found("absent").empty());
    }

    void treesModelKeepsTheContract() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        TreesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTreebank(snapshot.treebank);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.wordCount(), std::size_t{9});
        model.setShown({1, 2});
        QVERIFY(!model.index(0, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(model.index(1, 0).data(Qt::BackgroundRole).isValid());
        const QPersistentModelIndex largest = model.index(0, 0);
        model.sort(TreesModel::Words, Qt::AscendingOrder);
        QCOMPARE(model.treeAt(0), TreeId(1));
        QCOMPARE(largest.row(), 2);
        model.setFound({TreeId(0), TreeId(2)});
        QCOMPARE(model.treeAt(0), TreeId(2)); // found trees keep the order of sorting
        model.setTreebank(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void diagnosticsAreListed() {
        DiagnosticsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Result<Treebank> bank = readTreebankText("(2 (2 a) (2 b))\n(2 (2 a\n", "bad.txt", {});
        QVERIFY(bank.hasValue());
        model.setTreebank(std::make_shared<const Treebank>(std::move(*bank)));
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.index(0).data().toString().startsWith(QStringLiteral("bad.txt:2:")));
    }

    void pageMarksTheSpan() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        const QString page = treePage(snapshot, TreeId(0), TreeNodeId(2), lightTheme(), QStringLiteral("Mono"));
        QVERIFY(page.contains(QStringLiteral(">A tree</span> of words")));
        const QString unmarked = treePage(snapshot, TreeId(0), TreeNodeId(), lightTheme(), QStringLiteral("Mono"));
        QVERIFY(unmarked.contains(QStringLiteral("A tree of words")));
    }

    void clicksSelectAndDoubleClicksShow() {
        Session session;
        Playback playback(session);
        TreebankView view(session, playback);
        view.resize(380, 600);
        view.show();
        for (const QWidget* child : view.findChildren<QWidget*>()) {
            const bool ours =
                child->focusPolicy() != Qt::NoFocus && child->parentWidget()->inherits("QAbstractItemView") == false;
            QVERIFY2(!ours || child->inherits("QSplitterHandle") || !child->accessibleName().isEmpty(),
                     child->metaObject()->className());
        }
        const testing::TreesFile file;
        session.open({file.path()});
        auto* table = view.findChild<QTableView*>();
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() == 3 && !session.busy(), 20000);

        const QPoint second = table->visualRect(table->model()->index(1, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, second);
        QCOMPARE(playback.focus().tree, TreeId(1));
        QTRY_VERIFY(table->selectionModel()->isRowSelected(1));
        playback.clearSelection();
        QTRY_VERIFY(!table->selectionModel()->hasSelection());
        view.resize(210, 600);
        QVERIFY(table->isColumnHidden(TreesModel::Height));
        QTRY_VERIFY(table->columnViewportPosition(TreesModel::Sentence) + table->columnWidth(TreesModel::Sentence) <=
                    table->viewport()->width()); // the sentence is cut with dots, not by the edge
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, second);
        QCOMPARE(session.config().graph.trees.begin, std::size_t{1});
        QCOMPARE(session.config().graph.trees.end, std::size_t{1} + Session::kFirstTrees);
        QTRY_VERIFY_WITH_TIMEOUT(!session.busy(), 20000);

        view.findChild<QLineEdit*>()->setText(QStringLiteral("two"));
        QTRY_COMPARE(table->model()->rowCount(), 1);
    }
};

} // namespace batchscope

QTEST_MAIN(batchscope::TreebankTest)
#include "treebank_test.moc"
