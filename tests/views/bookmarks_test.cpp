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
