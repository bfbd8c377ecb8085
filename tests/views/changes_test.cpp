// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Changes*: it says what the core says, and its rows lead to their steps.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/schedule/schedule_json.h"
#include "core/schedule/scheduler.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "tests/support/split_schedule.h"
#include "tests/support/waiting.h"
#include "views/changes/changes_model.h"
#include "views/changes/changes_view.h"
#include "views/models/words.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>

namespace batchscope::changes_test {

namespace {

struct Panel : testing::ShownView<ChangesView> {
    Panel() : ShownView(QSize(900, 260)) {
        if (!open() || !settle()) {
            qFatal("the trees were not read");
        }
    }
    [[nodiscard]] bool settle() {
        const auto isIdle = [this] { return !view.isComparing() && !session.busy(); };
        do { // what the panel does when it catches up is a request
            testing::settle();
            if (!QTest::qWaitFor(isIdle, testing::kPatienceMs)) {
                return false;
            }
            testing::settle();
        } while (!isIdle());
        return true;
    }
    [[nodiscard]] QComboBox& other() { return *view.findChild<QComboBox*>(QStringLiteral("changes-policy")); }
    [[nodiscard]] QTableView& table() { return *view.findChild<QTableView*>(); }
    [[nodiscard]] QString summary() { return view.findChild<QLabel*>(QStringLiteral("changes-summary"))->text(); }
    /// As the user does.
    void choose(const char* policy) {
        const int place = other().findData(QString::fromLatin1(policy));
        QVERIFY(place >= 0);
        other().setCurrentIndex(place);
        emit other().activated(place);
        QVERIFY(settle());
    }
};

Schedule scheduleOf(const OpGraph& graph, const char* policy) {
    return *makeSchedule(graph, **findPolicy(policy), {});
}

std::shared_ptr<const ComparedRun> comparedOf(const char* shown, const char* other) {
    const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, shown);
    Schedule second = scheduleOf(*snapshot.graph, other);
    ScheduleDiff diff = diffSchedules(*snapshot.graph, *snapshot.schedule, second);
    return std::make_shared<const ComparedRun>(
        ComparedRun{snapshot.graph, snapshot.schedule, std::move(second), std::move(diff), false});
}

} // namespace

class ChangesTest final : public QObject {
    Q_OBJECT

    /// A file with this text, as long as the tests run.
    [[nodiscard]] QString written(const QString& name, const char* text) {
        QFile file(m_folder.filePath(name));
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) > 0;
        return isWritten ? file.fileName() : QString();
    }

    QTemporaryDir m_folder;

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void theModelHoldsTheDifference() {
        ChangesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto compared = comparedOf("agenda", "depth");
        model.setCompared(compared);
        int row = 0;
        for (const BatchDifference& difference : compared->diff.batches) {
            if (difference.change == BatchChange::Same) {
                continue;
            }
            QCOMPARE(model.index(row, 0).data().toString(), toText(batchChangeTitle(difference.change)));
            QCOMPARE(model.index(row, 6).data().toString(), toText(changeText(difference)));
            QCOMPARE(model.index(row, 2).data().toString(),
                     difference.before.valid() ? ordinalText(difference.before.index()) : QStringLiteral("–"));
            if (difference.before.valid()) {
                QCOMPARE(model.rowOf(difference.before), row);
                QCOMPARE(model.shownBatch(row), difference.before);
            } else {
                QCOMPARE(model.shownBatch(row), difference.relative);
            }
            ++row;
        }
        QCOMPARE(model.rowCount(), row);
        QVERIFY(row > 0 && row < static_cast<int>(compared->diff.batches.size()));
        model.setCompared(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.rowOf(BatchId(std::size_t{0})), -1);
    }

    void aScheduleFromAFileIsCompared() {
        Panel panel;
        const Snapshot& snapshot = *panel.session.snapshot();
        const std::string saved = scheduleJson(*snapshot.graph, scheduleOf(*snapshot.graph, "agenda"));
        const QString path = written(QStringLiteral("saved.json"), saved.c_str());
        panel.view.setOther({OtherChoice::Kind::File, path.toStdString()});
        QVERIFY(panel.settle());
        const ScheduleDiff diff =
            diffSchedules(*snapshot.graph, *snapshot.schedule, scheduleOf(*snapshot.graph, "agenda"));
        QCOMPARE(panel.summary(), QString::fromStdString(diffText(diff, policyTitle("depth"), "saved.json")));
        panel.view.setOther({OtherChoice::Kind::File, "/no/where.json"});
        QVERIFY(panel.settle());
        QVERIFY2(panel.summary().contains(QStringLiteral("/no/where.json")), qPrintable(panel.summary()));
        QVERIFY(panel.view.compared() == nullptr);
    }

    void anotherScheduleIsComparedAnew() {
        Panel panel;
        SessionConfig config = panel.session.config();
        config.policy = "agenda";
        panel.session.setConfig(config);
        QVERIFY(panel.settle());
        QCOMPARE(panel.other().currentData().toString(), QStringLiteral("depth"));
        QCOMPARE(panel.view.compared()->shown, panel.session.snapshot()->schedule);
        panel.choose("largest");
        config.policy = "depth";
        panel.session.setConfig(config);
        QVERIFY(panel.settle());
        QCOMPARE(panel.other().currentData().toString(), QStringLiteral("largest")); // the user's choice stays
        QCOMPARE(panel.view.compared()->other.policy, std::string("largest"));
    }

    void aGivenScheduleIsComparedWithThePolicy() {
        Panel panel;
        const Snapshot& snapshot = *panel.session.snapshot();
        SessionConfig config = panel.session.config();
        config.given =
            std::make_shared<const Schedule>(testing::withFirstBatchSplit(*snapshot.graph, *snapshot.schedule, 3));
        panel.session.setConfig(config);
        QVERIFY(panel.settle());
        QCOMPARE(panel.other().currentData().toString(), QStringLiteral("depth"));
        QCOMPARE(panel.view.compared()->diff.total.added, std::size_t{1}); // what the edit did
        QVERIFY2(panel.summary().startsWith(QStringLiteral("By level: ")), qPrintable(panel.summary()));
        const QAbstractItemModel& rows = *panel.table().model();
        for (int row = 0; row < rows.rowCount(); ++row) { // both halves are steps of what is shown
            const QString step = rows.index(row, 2).data().toString();
            QVERIFY2(step == QStringLiteral("1") || step == QStringLiteral("2"), qPrintable(step));
            emit panel.table().clicked(rows.index(row, 0));
            testing::settle();
            QCOMPARE(ordinalText(panel.playback.focus().batch.index()), step);
        }
        QCOMPARE(rows.rowCount(), 2);
    }

    void aRowLeadsToItsStepAndTheSelectionToItsRow() {
        Panel panel;
        panel.choose("regular");
        const QModelIndex row = panel.table().model()->index(1, 0);
        QVERIFY(row.isValid());
        emit panel.table().clicked(row);
        testing::settle();
        const BatchId batch = panel.playback.focus().batch;
        QVERIFY(batch.valid());
        panel.playback.selectBatch(BatchId(std::size_t{0}));
        testing::settle();
        QCOMPARE(panel.table().currentIndex().siblingAtColumn(2).data().toString(), QStringLiteral("1"));
    }
};

BATCHSCOPE_NAMED_TEST("changes", QTEST_MAIN(ChangesTest))

} // namespace batchscope::changes_test

#include "changes_test.moc"
