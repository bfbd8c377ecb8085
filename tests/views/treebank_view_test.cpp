// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/formats/read_treebank.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/session/tree_finder.h"
#include "views/treebank/errors_list.h"
#include "views/treebank/tree_page.h"
#include "views/treebank/treebank_view.h"
#include "views/treebank/trees_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace batchscope::treebank_view_test {

class TreebankTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void treesModelKeepsTheContract() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        TreesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrees(snapshot.treebank, TreeRows::all(3));
        QCOMPARE(model.rowCount(), 3);
        GraphOptions graph;
        graph.trees = {1, 2};
        model.setShown(graph);
        QVERIFY(!model.index(0, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(model.index(1, 0).data(Qt::BackgroundRole).isValid());
        graph.picked = {TreeId(2), TreeId(0)}; // the range counts in these
        model.setShown(graph);
        QVERIFY(model.index(0, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(!model.index(2, 0).data(Qt::BackgroundRole).isValid());
        model.setTrees(snapshot.treebank, TreeRows({TreeId(0), TreeId(2)}, TreeRows::Order::Growing));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.treeAt(1), TreeId(2));
        QCOMPARE(model.rowOf(TreeId(1)), -1);
        const QSignalSpy asked(&model, &TreesModel::sortAsked);
        model.sort(TreesModel::Words, Qt::DescendingOrder);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(model.treeAt(0), TreeId(0)); // the owner of the rows sorts
        model.setTrees(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void finderFindsSortsAndSaysWhatIsWrong() {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        TreeFinder finder;
        finder.setTreebank(snapshot.treebank);
        QVERIFY(finder.rows().isAll() && !finder.running());
        finder.setText(QStringLiteral("words>2"));
        QTRY_VERIFY(!finder.running());
        QCOMPARE(finder.rows().size(), std::size_t{2});
        QVERIFY(finder.filters());
        finder.setText(QStringLiteral("words>2 sice:3"));
        QVERIFY(finder.fault().has_value());
        QCOMPARE(finder.fault()->position->byte, std::uint64_t{8});
        QCOMPARE(finder.rows().size(), std::size_t{2}); // the last good result
        finder.setText(QString());
        QVERIFY(!finder.fault());
        QCOMPARE(finder.rows().size(), std::size_t{3});
        finder.setOrder(TreeKey::Words, SortDirection::Ascending);
        QTRY_VERIFY(!finder.running());
        QCOMPARE(finder.rows()[0], TreeId(1));
        finder.setText(QStringLiteral("shape:99"));
        QTRY_VERIFY(finder.fault().has_value() && !finder.running());
        finder.setText(QStringLiteral("good OR two"));
        QTRY_VERIFY(!finder.running());
        QCOMPARE(finder.rows()[0], TreeId(1)); // found trees keep the order of sorting
        QCOMPARE(finder.rows().size(), std::size_t{2});
        const Snapshot small = testing::snapshotOf("(1 x)", "depth");
        finder.setTreebank(small.treebank);
        QVERIFY(finder.rows().empty()); // no row of the bank before
        QTRY_VERIFY(!finder.running());
        finder.setOrder(TreeKey::Number, SortDirection::Ascending);
        QTRY_VERIFY(!finder.running());
        QVERIFY(finder.rows().empty());
        finder.setTreebank(nullptr);
        QVERIFY(finder.rows().empty());
    }

    void pageMarksTheSpan() {
        auto snapshot = std::make_shared<const Snapshot>(testing::snapshotOf(testing::kThreeTrees, "depth"));
        TreePage page;
        page.showTree(snapshot, TreeId(0), TreeNodeId(2));
        auto* text = page.findChild<QPlainTextEdit*>();
        const auto marked = [text] {
            return text->extraSelections().isEmpty() ? QString()
                                                     : text->extraSelections().front().cursor.selectedText();
        };
        QCOMPARE(text->toPlainText(), QStringLiteral("A tree of words"));
        QCOMPARE(marked(), QStringLiteral("A tree"));
        page.setPage(TreePage::Used);
        QCOMPARE(marked(), QStringLiteral("(2 (2 A) (2 tree))"));
        page.setPage(TreePage::Source);
        QCOMPARE(marked(), QStringLiteral("(2 (2 A) (2 tree))"));
        page.showTree(snapshot, TreeId(0), TreeNodeId());
        QCOMPARE(marked(), QString());
    }

    void sourceAndBinarisedTreeAreOne() {
        GraphOptions options;
        options.binarization = Binarization::Right;
        const Snapshot snapshot = testing::snapshotOf("(S (X (Y a)) (Z b) (W c))", "depth", options);
        const auto texts = makeTreeTexts(snapshot, TreeId(0));
        for (std::size_t node = 0; node < texts->shown.size(); ++node) {
            QVERIFY(readNodeOf(*texts, TreeNodeId(node)).valid());
        }
    }

    void damagedTreesAreListed() {
        Result<Treebank> bank = readTreebankText("(2 (2 a) (2 b))\n(2 (2 a\n", "bad.txt", {});
        const auto shared = std::make_shared<const Treebank>(std::move(*bank));
        ErrorsList list;
        list.setTreebank(shared);
        list.open();
        QVERIFY(!list.isHidden());
        QVERIFY(list.findChild<QToolButton*>()->text().contains(QStringLiteral("1 tree could not be read")));
    }

    void clicksSelectAndDoubleClicksShow() {
        testing::ShownView<TreebankView> shown(QSize(380, 600));
        auto& [file, lanes, session, playback, view] = shown;
        for (const QWidget* child : view.findChildren<QWidget*>()) {
            const bool ours =
                child->focusPolicy() != Qt::NoFocus && child->parentWidget()->inherits("QAbstractItemView") == false;
            QVERIFY2(!ours || child->inherits("QSplitterHandle") || !child->accessibleName().isEmpty(),
                     child->metaObject()->className());
        }
        QVERIFY(shown.open());
        auto* table = view.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 3);

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
        QTRY_VERIFY(!session.busy());

        view.findChild<QLineEdit*>()->setText(QStringLiteral("two"));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        view.findChild<QLineEdit*>()->setText(QStringLiteral("two OR good"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        auto* pick = view.findChild<QPushButton*>(QStringLiteral("pick-trees"));
        auto* picked = view.findChild<QPushButton*>(QStringLiteral("picked-trees"));
        QVERIFY(pick->isHidden() && picked->isHidden());
        table->selectAll();
        QVERIFY(!pick->isHidden());
        pick->click();
        QCOMPARE(session.config().graph.picked, (std::vector<TreeId>{TreeId(1), TreeId(2)}));
        QCOMPARE(session.config().graph.trees.end, std::size_t{2});
        QTRY_VERIFY(!session.busy());
        QTRY_VERIFY(!picked->isHidden());
        QCOMPARE(session.snapshot()->graph->trees, std::size_t{2});
        picked->click();
        QVERIFY(session.config().graph.picked.empty());
        QTRY_VERIFY(!session.busy());
    }
};

BATCHSCOPE_NAMED_TEST("treebank_view", QTEST_MAIN(TreebankTest))

} // namespace batchscope::treebank_view_test

#include "treebank_view_test.moc"
