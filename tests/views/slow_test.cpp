// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Why slow?*: it says what the core says, and its links do what they say.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/schedule/metrics.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/waiting.h"
#include "views/inspector/slow_view.h"
#include "views/session/node_finder.h"

#include <QTextBrowser>

namespace batchscope::slow_test {

namespace {

struct Panel : testing::ShownView<SlowView> {
    Panel() : ShownView(QSize(320, 700)) {
        if (!open() || !settle()) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] bool settle() {
        const auto isIdle = [this] { return !view.isLooking() && !session.busy(); };
        do { // what the panel does when it catches up is a request
            testing::settle();
            if (!QTest::qWaitFor(isIdle, testing::kPatienceMs)) {
                return false;
            }
            testing::settle();
        } while (!isIdle());
        return true;
    }
    [[nodiscard]] QTextBrowser& page() { return *view.findChild<QTextBrowser*>(); }
    [[nodiscard]] QString text() { return page().toPlainText(); }
    void click(const QString& link) {
        emit page().anchorClicked(QUrl(link));
        QVERIFY(settle());
    }
};

} // namespace

class SlowTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void aChainIsMarkedInThePicture() {
        Panel panel;
        const Snapshot& snapshot = *panel.session.snapshot();
        const std::vector<SignatureGap> gaps = diagnose(snapshot, {})->gaps;
        QVERIFY(!gaps.empty());
        panel.click(QStringLiteral("chain:%1").arg(gaps.front().signature.value));
        QVERIFY(QTest::qWaitFor([&] { return !panel.session.nodeFinder().running(); }));
        QCOMPARE(panel.session.nodeFinder().found().size(),
                 longestChain(*snapshot.graph, gaps.front().signature).size());
    }

    void whatWouldHelpCanBeApplied() {
        Panel panel;
        const std::size_t before = panel.session.snapshot()->schedule->batchCount();
        panel.click(QStringLiteral("apply:0"));
        QVERIFY(panel.session.snapshot()->schedule->batchCount() < before);
        QVERIFY(panel.text().contains(QStringLiteral("Where the time goes"))); // of the new run
    }
};

BATCHSCOPE_NAMED_TEST("slow", QTEST_MAIN(SlowTest))

} // namespace batchscope::slow_test

#include "slow_test.moc"
