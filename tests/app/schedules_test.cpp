// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules from files in place of the policy's: opened, undone, saved, measured, compared.
#include "tests/app/fixture.h"

#include "app/commands/schedule_store.h"
#include "core/schedule/validate.h"
#include "core/session/chosen_policy.h"
#include "tests/support/named_test.h"

#include <QComboBox>
#include <QDockWidget>
#include <QSignalSpy>
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

struct Opened {
    Application app;

    Opened() {
        if (!app.openSample("sentences.ptb")) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] std::size_t batches() const { return app.snapshot().schedule->batchCount(); }
    [[nodiscard]] std::string policy() const { return app.snapshot().schedule->policy; }
    void split() {
        const QString fault = app.openSplitSchedule();
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(app.waitIdle());
    }
    void run(const char* command, const QJsonObject& arguments = {}) {
        const QString fault = app.ask(command, arguments);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(app.waitIdle());
    }
    /// Why the command was refused, or why what it began failed; empty where neither was.
    [[nodiscard]] QString refusal(const char* command, const QJsonObject& arguments) {
        const auto* const worker = app.window.findChild<ScheduleStore*>();
        const QSignalSpy failed(worker, &ScheduleStore::failed);
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
    void itRunsAndCanBeUndone();
    void otherTreesAndPoliciesEndIt();
    void aFileIsSavedAndOpened();
};

void SchedulesTest::itRunsAndCanBeUndone() {
    Opened opened;
    const std::size_t before = opened.batches();
    const std::string chosen = opened.policy();
    opened.split();
    QCOMPARE(opened.batches(), before + 1);
    QCOMPARE(opened.app.snapshot().schedule->batchSize(BatchId(std::size_t{0})), std::size_t{5});
    QCOMPARE(opened.policy(), std::string("split.json"));
    QCOMPARE(opened.boxText(), QStringLiteral("split.json"));
    QVERIFY(validate(*opened.app.snapshot().graph, *opened.app.snapshot().schedule));
    QVERIFY(opened.app.snapshot().report->equality->equal); // it ran, and computes the same
    opened.run("undo");
    QCOMPARE(opened.batches(), before);
    QCOMPARE(opened.policy(), chosen);
    opened.run("redo");
    QCOMPARE(opened.batches(), before + 1);
    opened.run("policy-schedule");
    QCOMPARE(opened.batches(), before);
    QVERIFY(!opened.app.window.commands().action(QStringLiteral("policy-schedule"))->isEnabled());
}

void SchedulesTest::otherTreesAndPoliciesEndIt() {
    Opened opened;
    const std::size_t before = opened.batches();
    opened.split();
    opened.run("policy-depth");
    QCOMPARE(opened.batches(), before);
    QVERIFY(opened.app.session.config().given == nullptr);
    opened.split();
    opened.run("dim", numbers({{"value", 12}})); // the same graph in all that counts
    QCOMPARE(opened.policy(), std::string("split.json"));
    opened.run("trees", numbers({{"begin", 0}, {"end", 3}}));
    QCOMPARE(opened.policy(), std::string("depth"));
    QVERIFY(opened.app.session.config().given == nullptr);
    QCOMPARE(opened.boxText(), QStringLiteral("By level"));
}

void SchedulesTest::aFileIsSavedAndOpened() {
    Opened opened;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    opened.split();
    const std::vector<std::uint32_t> offsets = opened.app.snapshot().schedule->batchOffsets;
    opened.run("save-schedule", {{QStringLiteral("path"), path}});
    opened.run("policy-schedule");
    opened.run("open-schedule", {{QStringLiteral("path"), path}});
    QCOMPARE(opened.app.snapshot().schedule->batchOffsets, offsets);
    QCOMPARE(opened.policy(), std::string("mine.json"));
    opened.run("trees", numbers({{"begin", 0}, {"end", 3}}));
    const QString other = opened.refusal("open-schedule", {{QStringLiteral("path"), path}});
    QVERIFY2(other.contains(QStringLiteral("mine.json:2:")), qPrintable(other));
    QVERIFY2(other.contains(QStringLiteral("this schedule is for a graph of")), qPrintable(other));
    QVERIFY(opened.app.ask("open-schedule").contains(QStringLiteral("path")));
    const QString nowhere = folder.filePath(QStringLiteral("no/where.json"));
    QVERIFY(
        opened.refusal("save-schedule", {{QStringLiteral("path"), nowhere}}).contains(QStringLiteral("cannot write")));
}

BATCHSCOPE_NAMED_TEST("schedules", QTEST_MAIN(SchedulesTest))

} // namespace batchscope::schedules_test

#include "schedules_test.moc"
