// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule changed by hand in the window: split, delayed, joined, moved, refused in words, undone, saved, opened.
#include "tests/app/fixture.h"

#include "app/commands/schedule_editor.h"
#include "core/schedule/validate.h"
#include "core/session/chosen_policy.h"
#include "tests/support/named_test.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <string>

namespace batchscope::schedules_test {

using batchscope::test::Application;

namespace {

QJsonObject numbers(std::initializer_list<std::pair<const char*, int>> values) {
    QJsonObject object;
    for (const auto& [key, value] : values) {
        object.insert(QString::fromLatin1(key), value);
    }
    return object;
}

struct Editor {
    Application app;

    Editor() {
        if (!app.openSample("sentences.ptb")) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] std::size_t batches() const { return app.snapshot().schedule->batchCount(); }
    [[nodiscard]] std::string policy() const { return app.snapshot().schedule->policy; }
    void run(const char* command, const QJsonObject& arguments = {}) {
        const QString fault = app.ask(command, arguments);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(app.waitIdle());
    }
    /// Why the command was refused, or why what it began failed; empty where neither was.
    [[nodiscard]] QString refusal(const char* command, const QJsonObject& arguments) {
        const auto* const worker = app.window.findChild<ScheduleEditor*>();
        const QSignalSpy failed(worker, &ScheduleEditor::failed);
        const QString fault = app.ask(command, arguments);
        const bool isOver = app.waitIdle();
        return !isOver ? QStringLiteral("busy") : failed.isEmpty() ? fault : failed.front().front().toString();
    }
    [[nodiscard]] QString boxText() const {
        const auto* const box = app.window.findChild<QComboBox*>(QStringLiteral("policy"));
        return box->currentIndex() < 0 ? box->placeholderText() : box->currentText();
    }
};

} // namespace

class SchedulesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSplitBatchRunsAndCanBeUndone();
    void whatBreaksARuleIsRefused();
    void batchesAreJoinedAndNodesMoved();
    void otherTreesAndPoliciesEndIt();
    void aFileIsSavedAndOpened();
    void itIsComparedWithFiles();
    void theStepsHaveAMenu();
};

void SchedulesTest::aSplitBatchRunsAndCanBeUndone() {
    Editor editor;
    const std::size_t before = editor.batches();
    const std::string chosen = editor.policy();
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    QCOMPARE(editor.batches(), before + 1);
    QCOMPARE(editor.app.snapshot().schedule->batchSize(BatchId(std::size_t{0})), std::size_t{5});
    QCOMPARE(editor.policy(), std::string("Edited by hand"));
    QCOMPARE(editor.boxText(), QStringLiteral("Edited by hand"));
    QVERIFY(validate(*editor.app.snapshot().graph, *editor.app.snapshot().schedule));
    QVERIFY(editor.app.snapshot().report->equality->equal); // it ran, and computes the same
    editor.run("undo");
    QCOMPARE(editor.batches(), before);
    QCOMPARE(editor.policy(), chosen);
    editor.run("redo");
    QCOMPARE(editor.batches(), before + 1);
    editor.run("policy-schedule");
    QCOMPARE(editor.batches(), before);
    QVERIFY(!editor.app.window.commands().action(QStringLiteral("policy-schedule"))->isEnabled());
}

void SchedulesTest::whatBreaksARuleIsRefused() {
    Editor editor;
    const std::size_t before = editor.batches();
    const QString early = editor.refusal("delay-batch", numbers({{"batch", 0}}));
    QVERIFY2(early.contains(QStringLiteral("which would not run before it")), qPrintable(early));
    const QString none = editor.refusal("split-batch", numbers({{"batch", 100'000}}));
    QVERIFY2(none.contains(QStringLiteral("there is no step 100000")), qPrintable(none));
    QVERIFY(editor.app.ask("split-batch").contains(QStringLiteral("Select a batch first")));
    QVERIFY(editor.app.ask("move-node", numbers({{"node", 0}})).contains(QStringLiteral("Mark a second node")));
    QVERIFY(editor.app.waitIdle());
    QCOMPARE(editor.batches(), before);
    QVERIFY(editor.app.session.config().given == nullptr);
}

void SchedulesTest::batchesAreJoinedAndNodesMoved() {
    Editor editor;
    const std::size_t before = editor.batches();
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    const NodeId node = editor.app.snapshot().schedule->batch(BatchId(std::size_t{1})).front();
    editor.run("move-node", numbers({{"node", static_cast<int>(node.value)}, {"into", 0}}));
    QCOMPARE(editor.app.snapshot().schedule->places[node].batch, BatchId(std::size_t{0}));
    QCOMPARE(editor.batches(), before + 1);
    editor.app.playback.selectBatch(BatchId(std::size_t{0}));
    editor.run("join-batches"); // with the next of its kind
    QCOMPARE(editor.batches(), before);
}

void SchedulesTest::otherTreesAndPoliciesEndIt() {
    Editor editor;
    const std::size_t before = editor.batches();
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    editor.run("policy-depth");
    QCOMPARE(editor.batches(), before);
    QVERIFY(editor.app.session.config().given == nullptr);
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    editor.run("dim", numbers({{"value", 12}})); // the same graph in all that counts
    QCOMPARE(editor.policy(), std::string("Edited by hand"));
    editor.run("trees", numbers({{"begin", 0}, {"end", 3}}));
    QCOMPARE(editor.policy(), std::string("depth"));
    QVERIFY(editor.app.session.config().given == nullptr);
    QCOMPARE(editor.boxText(), QStringLiteral("By level"));
}

void SchedulesTest::aFileIsSavedAndOpened() {
    Editor editor;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    const std::vector<std::uint32_t> offsets = editor.app.snapshot().schedule->batchOffsets;
    editor.run("save-schedule", {{QStringLiteral("path"), path}});
    editor.run("policy-schedule");
    editor.run("open-schedule", {{QStringLiteral("path"), path}});
    QCOMPARE(editor.app.snapshot().schedule->batchOffsets, offsets);
    QCOMPARE(editor.policy(), std::string("mine.json"));
    editor.run("trees", numbers({{"begin", 0}, {"end", 3}}));
    const QString other = editor.refusal("open-schedule", {{QStringLiteral("path"), path}});
    QVERIFY2(other.contains(QStringLiteral("mine.json:2:")), qPrintable(other));
    QVERIFY2(other.contains(QStringLiteral("this schedule is for a graph of")), qPrintable(other));
    QVERIFY(editor.app.ask("open-schedule").contains(QStringLiteral("path")));
    const QString nowhere = folder.filePath(QStringLiteral("no/where.json"));
    QVERIFY(
        editor.refusal("save-schedule", {{QStringLiteral("path"), nowhere}}).contains(QStringLiteral("cannot write")));
}

void SchedulesTest::itIsComparedWithFiles() {
    Editor editor;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    editor.run("save-schedule", {{QStringLiteral("path"), path}});
    editor.run("split-batch", numbers({{"batch", 0}, {"row", 4}}));
    editor.run("compare-schedule", {{QStringLiteral("path"), path}});
    const auto* const summary = editor.app.window.findChild<QLabel*>(QStringLiteral("changes-summary"));
    QVERIFY2(summary->text().contains(QStringLiteral("mine.json")), qPrintable(summary->text()));
    editor.run("compare-file", {{QStringLiteral("path"), batchscope::test::sample("sentences.ptb")}});
    QVERIFY2(summary->text().contains(QStringLiteral("sentences.ptb")), qPrintable(summary->text()));
    QVERIFY(editor.app.ask("compare-file").contains(QStringLiteral("path")));
}

void SchedulesTest::theStepsHaveAMenu() {
    Editor editor;
    QCOMPARE(editor.app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("steps")}}), QString());
    auto* const table = editor.app.window.panel(QStringLiteral("steps"))->widget()->findChild<QTableView*>();
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 2);
    emit table->customContextMenuRequested(table->visualRect(table->model()->index(1, 1)).center());
    auto* const menu = editor.app.window.findChild<QMenu*>(QStringLiteral("canvas-menu"));
    QVERIFY(menu != nullptr);
    QVERIFY(menu->actions().contains(editor.app.window.commands().action(QStringLiteral("split-batch"))));
    menu->close();
    delete menu;
}

BATCHSCOPE_NAMED_TEST("schedules", QTEST_MAIN(SchedulesTest))

} // namespace batchscope::schedules_test

#include "schedules_test.moc"
