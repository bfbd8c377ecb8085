// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/waiting.h"
#include "views/code/code_view.h"
#include "views/code/op_page.h"
#include "views/code/program_model.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QListView>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QToolTip>

namespace batchscope::code_test {

namespace {

/// A panel on a session that has run.
struct Panel : testing::ShownView<CodeView> {
    Panel() : ShownView(QSize(340, 900)) { // high enough for program and body
        playback.setReducedMotion(true);
    }
    [[nodiscard]] bool ready() {
        return open() && QTest::qWaitFor([this] { return list().model()->rowCount() > 0; }, testing::kPatienceMs);
    }
    [[nodiscard]] QListView& list() { return *view.findChild<QListView*>(QStringLiteral("program")); }
    [[nodiscard]] ProgramModel& model() { return *view.findChild<ProgramModel*>(); }
    [[nodiscard]] OpPicture& picture() { return *view.findChild<OpPicture*>(); }
    [[nodiscard]] int rowOf(CodePart part) { return static_cast<int>(*model().program().lineOf(part)); }
    [[nodiscard]] std::size_t shownBoxes() {
        const auto& ops = session.snapshot()->graph->ops;
        const OpId op(static_cast<std::size_t>(view.findChild<QComboBox*>()->currentIndex()));
        return opDiagram(ops, op).boxes.size();
    }
};

} // namespace

class CodeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void theRunningLineFollowsTime() {
        Panel panel;
        QVERIFY(panel.ready());
        const Snapshot& snapshot = *panel.session.snapshot();
        for (const double time : {0.0, 1.0, 2.0, 2.1, 2.4, 2.7, 3.0, 4.9, snapshot.storyboard->end(), 2.4, 0.0}) {
            panel.playback.seek(time);
            const CodePart part = codePartAt(*snapshot.schedule, *snapshot.planned, *snapshot.storyboard, time);
            QCOMPARE(panel.model().runningRow(), panel.rowOf(part));
        }
    }

    void aLineIsAWayToItsNextMoment() {
        Panel panel;
        QVERIFY(panel.ready());
        const Snapshot& snapshot = *panel.session.snapshot();
        const auto click = [&](int row) {
            const QRect cell = panel.list().visualRect(panel.model().index(row, 0));
            QTest::mouseClick(panel.list().viewport(), Qt::LeftButton, Qt::NoModifier, cell.center());
        };
        click(panel.rowOf(CodePart::Run));
        const double first = panel.playback.time();
        QCOMPARE(panel.model().runningRow(), panel.rowOf(CodePart::Run));
        QCOMPARE(first, static_cast<double>(snapshot.storyboard->stopAfter(BatchId(0))));
        click(panel.rowOf(CodePart::Run));
        QCOMPARE(panel.playback.time(), static_cast<double>(snapshot.storyboard->stopAfter(BatchId(1))));
        panel.list().setCurrentIndex(panel.model().index(panel.rowOf(CodePart::Level), 0));
        panel.list().setFocus();
        QTest::keyClick(&panel.list(), Qt::Key_Return);
        QCOMPARE(panel.model().runningRow(), panel.rowOf(CodePart::Level));
        QTest::keyClick(&panel.list(), Qt::Key_Down);
        QCOMPARE(panel.list().currentIndex().row(), panel.rowOf(CodePart::Level) + 1);
    }

    void theBodyFollowsWhatIsLookedAt() {
        Panel panel;
        QVERIFY(panel.ready());
        auto* op = panel.view.findChild<QComboBox*>();
        const Snapshot& snapshot = *panel.session.snapshot();
        for (std::size_t batch = 0; batch < snapshot.schedule->batchCount(); ++batch) {
            panel.playback.selectBatch(BatchId(batch));
            const OpId selected = snapshot.graph->signatures[snapshot.schedule->batchSignatures[BatchId(batch)]].op;
            QTRY_COMPARE(op->currentIndex(), static_cast<int>(selected.index()));
            QCOMPARE(panel.view.findChild<QPlainTextEdit*>(QStringLiteral("body-text"))->toPlainText(),
                     QString::fromStdString(snapshot.graph->ops.ops[selected].body.text(snapshot.graph->ops.params)));
            QTRY_COMPARE(panel.picture().boxCount(), panel.shownBoxes());
        }
        panel.view.findChild<QTabWidget*>()->setCurrentIndex(1);
        QVERIFY(panel.view.findChild<QPlainTextEdit*>(QStringLiteral("body-text"))->isVisible());
        QVERIFY(!panel.picture().isVisible());
    }
};

BATCHSCOPE_NAMED_TEST("code", QTEST_MAIN(CodeTest))

} // namespace batchscope::code_test

#include "code_test.moc"
