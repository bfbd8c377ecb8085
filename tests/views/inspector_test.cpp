// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/base/text.h"
#include "core/formats/read_treebank.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/inspector/inspector_view.h"
#include "views/inspector/pages.h"

#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>

#include <limits>

namespace batchscope::inspector_test {

namespace {

constexpr const char* kDependencies = "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n"
                                      "2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                      "3\tbooks\t_\t_\t_\t_\t2\tobj\t_\t_\n\n";

template <typename Write>
QString textOf(Write write) {
    PageWriter writer(lightTheme(), QStringLiteral("Mono"), 1.0);
    write(writer);
    QTextDocument document;
    document.setHtml(writer.take().html);
    return document.toPlainText();
}

} // namespace

class InspectorTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void everyNetHasPages() {
        for (const Net& net : nets()) {
            GraphOptions options;
            options.model = net.name;
            options.dim = 8;
            for (const char* trees : {testing::kThreeTrees.data(), kDependencies}) {
                for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
                    options.granularity = granularity;
                    if (!buildGraph(*readTreebankText(trees, "test", {}), options, {})) {
                        continue; // not for these trees
                    }
                    const Snapshot snapshot = testing::snapshotOf(trees, "agenda", options);
                    const ConsumerIndex consumers(*snapshot.graph);
                    for (std::size_t node = 0; node < snapshot.graph->size(); ++node) {
                        QVERIFY(!textOf([&](PageWriter& writer) {
                                     writeNodePage(writer, snapshot, consumers, NodeId(node));
                                 }).isEmpty());
                    }
                    for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
                        QVERIFY(!textOf([&](PageWriter& writer) {
                                     writeBatchPage(writer, snapshot, BatchId(step));
                                 }).isEmpty());
                    }
                }
            }
        }
    }

    void textFromFilesIsEscaped() {
        const Snapshot snapshot = testing::snapshotOf("(2 (2 <b>&) (2 x))", "depth");
        const ConsumerIndex consumers(*snapshot.graph);
        const QString page = textOf([&](PageWriter& writer) { writeNodePage(writer, snapshot, consumers, NodeId(0)); });
        QVERIFY(page.contains(QStringLiteral("<b>&")));
    }

    void heatStripSurvivesWhatIsNotFinite() {
        TensorSummary summary;
        summary.width = 3;
        summary.min = -1.0F;
        summary.max = 2.0F;
        summary.first = {-1.0F, std::numeric_limits<float>::quiet_NaN(), 2.0F};
        const QImage strip = heatStrip(summary, darkTheme(), 2.0);
        QVERIFY(strip.width() > 0 && strip.height() > 0);
        const int middle = strip.height() / 2;
        QVERIFY(strip.pixelColor(strip.width() / 6, middle) != strip.pixelColor(strip.width() * 5 / 6, middle));
    }

    void pageFollowsTheSelection() {
        testing::ShownView<InspectorView> shown(QSize(380, 600));
        auto& [file, lanes, session, playback, view] = shown;
        playback.setReducedMotion(true);
        QVERIFY(shown.open());
        auto* text = view.findChild<QTextBrowser*>();
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("Lower bound")));

        playback.seek(3.0);
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("Why now")));
        playback.selectNode(NodeId(0));
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("node 0")));
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("First values")));
        emit text->anchorClicked(QUrl(QStringLiteral("batch:1")));
        QCOMPARE(playback.focus().batch, BatchId(1));
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("Why now")));
        emit text->anchorClicked(QUrl(QStringLiteral("node:2")));
        QCOMPARE(playback.focus().node, NodeId(2));
        emit text->anchorClicked(QUrl(QStringLiteral("node:99999"))); // stale or wrong: nothing is selected
        QVERIFY(!playback.focus().node.valid());

        playback.selectNode(NodeId(2));
        for (QToolButton* button : view.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Overview")) {
                button->click();
            }
        }
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("Lower bound")));
        playback.selectNode(NodeId(3));
        QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("node 3")));
    }
};

BATCHSCOPE_NAMED_TEST("inspector", QTEST_MAIN(InspectorTest))

} // namespace batchscope::inspector_test

#include "inspector_test.moc"
