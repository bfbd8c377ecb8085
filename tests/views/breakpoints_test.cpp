// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of breakpoints: adding, hits, going to them, turning off, removing.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/session/breakpoint_list.h"
#include "views/tables/breakpoints_view.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

namespace batchscope::breakpoints_test {

namespace {

struct Panel : testing::ShownView<BreakpointsView> {
    Panel() : ShownView(QSize(700, 300)) {
        if (!open()) {
            qFatal("the trees were not read");
        }
    }
    void add(const QString& query) {
        auto* line = view.findChild<QLineEdit*>();
        line->setText(query);
        QTest::keyClick(line, Qt::Key_Return);
        testing::settle();
    }
    [[nodiscard]] QListWidget& list() { return *view.findChild<QListWidget*>(); }
    [[nodiscard]] BatchId shownBatch() {
        return QTest::qWaitFor([this] { return !playback.moving(); }) ? batchAt(*playback.storyboard(), playback.time())
                                                                      : BatchId();
    }
};

} // namespace

class BreakpointsViewTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void hitsAreWalkedInBothDirections() {
        Panel panel;
        panel.add(QStringLiteral("op:children"));
        const std::vector<BatchId> hits = panel.session.breakpoints().hits().batches;
        QVERIFY(hits.size() >= 2);
        for (const BatchId hit : hits) {
            panel.view.goOn();
            QCOMPARE(panel.shownBatch(), hit);
        }
        panel.view.goOn(); // round the end
        QCOMPARE(panel.shownBatch(), hits.front());
        panel.view.goBack();
        QCOMPARE(panel.shownBatch(), hits.back());
    }

    void whatIsTurnedOffIsNotStoppedAt() {
        Panel panel;
        panel.add(QStringLiteral("op:children"));
        panel.list().item(0)->setCheckState(Qt::Unchecked);
        testing::settle();
        QVERIFY(!panel.session.breakpoints().all().front().isOn);
        QVERIFY(panel.session.breakpoints().hits().batches.empty());
        const double before = panel.playback.time();
        panel.view.goOn();
        QCOMPARE(panel.playback.time(), before);
        panel.list().setCurrentRow(0);
        QTest::keyClick(&panel.list(), Qt::Key_Delete);
        QCOMPARE(panel.list().count(), 0);
    }
};

BATCHSCOPE_NAMED_TEST("breakpoints", QTEST_MAIN(BreakpointsViewTest))

} // namespace batchscope::breakpoints_test

#include "breakpoints_test.moc"
