// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of bookmarks: places, notes, going there, other choices; flags in the picture.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/session/bookmark_list.h"
#include "views/tables/bookmarks_view.h"

#include <QPushButton>
#include <QTableWidget>

namespace batchscope::bookmarks_test {

namespace {

struct Panel : testing::ShownView<BookmarksView> {
    Panel() : ShownView(QSize(700, 300)) {
        if (!open()) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] QTableWidget& table() { return *view.findChild<QTableWidget*>(); }
    [[nodiscard]] QString place(int row) { return table().item(row, 0)->text(); }
    void mark(std::size_t node, Bookmark::Of of) {
        session.bookmarks().toggle(NodeId(node), of);
        testing::settle();
    }
};

} // namespace

class BookmarksViewTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void theSamePlaceAgainRemovesIt() {
        Panel panel;
        panel.mark(3, Bookmark::Of::Node);
        panel.mark(3, Bookmark::Of::Node);
        QCOMPARE(panel.table().rowCount(), 0);
        panel.mark(0, Bookmark::Of::Step);
        const auto others = panel.session.snapshot()->schedule->batch(
            panel.session.snapshot()->schedule->places[NodeId(std::size_t{0})].batch);
        QVERIFY(others.size() > 1);
        panel.mark(others.back().index(), Bookmark::Of::Step); // another node of the same step
        QCOMPARE(panel.table().rowCount(), 0);
    }

    void notesAreWrittenInTheTable() {
        Panel panel;
        panel.mark(3, Bookmark::Of::Node);
        panel.table().item(0, 1)->setText(QStringLiteral("  too small "));
        QCOMPARE(panel.session.bookmarks().all().front().note, std::string("too small"));
        QCOMPARE(panel.table().item(0, 1)->text(), QStringLiteral("too small"));
    }

    void placesAreGoneTo() {
        Panel panel;
        panel.mark(3, Bookmark::Of::Node);
        panel.mark(5, Bookmark::Of::Node);
        panel.view.goOn();
        QCOMPARE(panel.playback.focus().node, NodeId(std::size_t{3}));
        panel.view.goOn();
        QCOMPARE(panel.playback.focus().node, NodeId(std::size_t{5}));
        panel.view.goOn(); // around the end
        QCOMPARE(panel.playback.focus().node, NodeId(std::size_t{3}));
        panel.view.goBack();
        QCOMPARE(panel.playback.focus().node, NodeId(std::size_t{5}));
        panel.mark(0, Bookmark::Of::Step);
        panel.view.goOn();
        QTRY_VERIFY(!panel.playback.moving());
        QCOMPARE(batchAt(*panel.playback.storyboard(), panel.playback.time()), panel.session.bookmarks().stepOf(2));
    }

    void otherChoicesKeepThem() {
        Panel panel;
        const std::size_t last = panel.session.snapshot()->graph->size() - 1;
        panel.mark(last, Bookmark::Of::Node);
        SessionConfig config = panel.session.config();
        config.graph.trees = {0, 1};
        panel.session.setConfig(config);
        QVERIFY(testing::waitIdle(panel.session));
        testing::settle();
        QVERIFY2(panel.place(0).contains(QStringLiteral("not in this graph")), qPrintable(panel.place(0)));
        panel.view.goOn(); // nowhere to go
        QVERIFY(!panel.playback.focus().node.valid());
        config.graph.trees = {0, 8};
        config.policy = "agenda";
        panel.session.setConfig(config);
        QVERIFY(testing::waitIdle(panel.session));
        testing::settle();
        QCOMPARE(panel.session.bookmarks().nodes(), std::vector{NodeId(last)});
    }

    void deleteRemovesTheRow() {
        Panel panel;
        panel.mark(3, Bookmark::Of::Node);
        panel.table().setCurrentCell(0, 0);
        QTest::keyClick(&panel.table(), Qt::Key_Delete);
        QVERIFY(panel.session.bookmarks().all().empty());
        QVERIFY(!panel.view.findChild<QPushButton*>(QStringLiteral("bookmark-remove"))->isEnabled());
    }
};

BATCHSCOPE_NAMED_TEST("bookmarks", QTEST_MAIN(BookmarksViewTest))

} // namespace batchscope::bookmarks_test

#include "bookmarks_test.moc"
