// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Why not together?*: what it says of two nodes, and what its links do.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/schedule/explain.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/waiting.h"
#include "views/inspector/pair_view.h"
#include "views/session/node_finder.h"

#include <QTextBrowser>

#include <random>

namespace batchscope::pair_test {

namespace {

struct Panel : testing::ShownView<PairView> {
    Panel() : ShownView(QSize(320, 600)) {
        if (!open()) {
            qFatal("the trees were not read");
        }
    }
    void mark(NodeId a, NodeId b) {
        playback.selectNode(a);
        playback.markSecond(b);
        QVERIFY(settle());
    }
    [[nodiscard]] bool settle() {
        testing::settle();
        const bool isIdle =
            QTest::qWaitFor([this] { return !view.isTrying() && !session.busy(); }, testing::kPatienceMs);
        testing::settle();
        return isIdle;
    }
    [[nodiscard]] QTextBrowser& page() { return *view.findChild<QTextBrowser*>(); }
    [[nodiscard]] QString text() { return page().toPlainText(); }
    void click(const QString& link) {
        emit page().anchorClicked(QUrl(link));
        QVERIFY(settle());
    }
    [[nodiscard]] const OpGraph& graph() const { return *session.snapshot()->graph; }
    /// The last node of that op: the highest one.
    [[nodiscard]] NodeId lastOf(const char* op) const {
        NodeId last;
        for (std::size_t node = 0; node < graph().size(); ++node) {
            last = graph().opOf(NodeId(node)).name == op ? NodeId(node) : last;
        }
        return last;
    }
};

} // namespace

class PairTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    /// The command line says the same (explain_test.cpp): both print what the core says, with the same numbers.
    void itSaysWhatTheCoreSaysOfTenPairsOnFiveNets() {
        Panel panel;
        std::mt19937 random(23);
        for (const char* net : {"tree-lstm", "tree-rnn", "child-sum-tree-lstm", "spinn", "looks"}) {
            SessionConfig config = panel.session.config();
            config.graph.model = net;
            panel.session.setConfig(config);
            QVERIFY(panel.settle());
            QCOMPARE(panel.session.snapshot()->config.graph.model, std::string(net));
            std::uniform_int_distribution<std::size_t> any(0, panel.graph().size() - 1);
            for (int pair = 0; pair < 10; ++pair) {
                const NodeId a(any(random));
                NodeId b(any(random));
                b = a == b ? NodeId((b.index() + 1) % panel.graph().size()) : b;
                panel.mark(a, b);
                const PairExplanation said = explainPair(panel.graph(), *panel.session.snapshot()->schedule, a, b);
                const QString text = panel.text();
                QCOMPARE(text.startsWith(QStringLiteral("Together")), said.together);
                for (const PairReason& reason : said.reasons) {
                    QVERIFY2(text.contains(QString::fromStdString(reason.text)), qPrintable(text));
                }
            }
        }
    }

    void whatWouldHelpCanBeApplied() {
        Panel panel;
        const NodeId high = panel.lastOf("children");
        NodeId low;
        for (std::size_t node = 0; node < high.index(); ++node) {
            const bool isLower = panel.graph().nodeSignatures[NodeId(node)] == panel.graph().nodeSignatures[high] &&
                                 panel.graph().levels[NodeId(node)] < panel.graph().levels[high] &&
                                 panel.graph().origins[NodeId(node)].tree != panel.graph().origins[high].tree;
            low = isLower ? NodeId(node) : low;
        }
        QVERIFY(low.valid());
        panel.mark(low, high);
        QVERIFY(panel.settle());
        QVERIFY(panel.text().startsWith(QStringLiteral("Not together")));
        QVERIFY2(panel.text().contains(QStringLiteral(": together;")), qPrintable(panel.text()));
        const std::string before = panel.session.config().policy;
        panel.click(QStringLiteral("apply:0"));
        QVERIFY(panel.session.config().policy != before);
        QVERIFY2(panel.text().startsWith(QStringLiteral("Together")), "the pair stays, and the claim was true");
    }

    void aPathIsMarkedInThePicture() {
        Panel panel;
        const NodeId scores = panel.lastOf("logits");
        panel.mark(panel.graph().argumentsOf(scores).front().node(), scores);
        QVERIFY(panel.text().contains(QStringLiteral("Mark the path")));
        panel.click(QStringLiteral("find:0"));
        QVERIFY(QTest::qWaitFor([&] { return !panel.session.nodeFinder().running(); }));
        QVERIFY(panel.session.nodeFinder().found().size() >= 2);
    }

    void linksDoNotEndThePair() {
        Panel panel;
        panel.mark(NodeId(std::size_t{0}), NodeId(std::size_t{1}));
        const QString before = panel.text();
        panel.click(QStringLiteral("node:1"));
        QCOMPARE(panel.playback.focus().node, NodeId(std::size_t{1}));
        QCOMPARE(panel.text(), before);
    }
};

BATCHSCOPE_NAMED_TEST("pair", QTEST_MAIN(PairTest))

} // namespace batchscope::pair_test

#include "pair_test.moc"
