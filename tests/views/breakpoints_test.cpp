// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of breakpoints: adding, hits, going to them, turning off, removing.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/session/breakpoint_list.h"
#include "views/tables/breakpoints_view.h"

#include <QLabel>
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
    void aBreakpointShowsItsHits() {
        Panel panel;
        panel.add(QStringLiteral("op:logits"));
        QCOMPARE(panel.list().count(), 1);
        const QString line = panel.list().item(0)->text();
        QVERIFY2(line.startsWith(QStringLiteral("op:logits — 3 of ")), qPrintable(line));
        QVERIFY(panel.view.findChild<QLineEdit*>()->text().isEmpty());
        panel.add(QStringLiteral("op:logits")); // is there already
        QCOMPARE(panel.list().count(), 1);
        panel.add(QStringLiteral("word:nowhere"));
        QVERIFY(panel.list().item(1)->text().contains(QStringLiteral("never hit")));
    }

    void whatIsNoQueryIsRefusedWithAReason() {
        Panel panel;
        for (const char* query : {"level:", "colour:red", "  "}) {
            panel.add(QString::fromLatin1(query));
            QCOMPARE(panel.list().count(), 0);
        }
        bool hasReason = false;
        for (const QLabel* label : panel.view.findChildren<QLabel*>()) {
            hasReason = hasReason || label->text().contains(QStringLiteral("condition"));
        }
        QVERIFY(hasReason);
    }

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

    void hitsFollowAnotherPolicy() {
        Panel panel;
        panel.add(QStringLiteral("batch:1"));
        const std::size_t before = panel.session.breakpoints().hits().batches.size();
        SessionConfig config = panel.session.config();
        config.policy = "regular";
        panel.session.setConfig(config);
        QVERIFY(testing::waitIdle(panel.session));
        QCOMPARE(panel.session.breakpoints().hits().batches.size(), panel.session.snapshot()->graph->size());
        QVERIFY(before < panel.session.snapshot()->graph->size());
    }
};

BATCHSCOPE_NAMED_TEST("breakpoints", QTEST_MAIN(BreakpointsViewTest))

} // namespace batchscope::breakpoints_test

#include "breakpoints_test.moc"
