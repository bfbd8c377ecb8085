// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/schedule/metrics.h"
#include "core/session/node_search.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/models/words.h"
#include "views/tables/steps_model.h"
#include "views/tables/steps_view.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>

namespace batchscope::steps_test {

class StepsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    /// The same query finds nodes in the picture, steps in the table and hits of a breakpoint.
    void theFilterShowsStepsThatRunSuchNodes() {
        testing::ShownView<StepsView> panel(QSize(900, 300));
        QVERIFY(panel.open());
        auto* const filter = panel.view.findChild<QLineEdit*>();
        const QAbstractItemModel& rows = *panel.view.findChild<QTableView*>()->model();
        const int all = rows.rowCount();
        for (const char* query : {"op:children", "op:leaf OR op:logits", "batch>2", "level:1", "step<=2 -op:leaf",
                                  "copied>0", "copied:0", "tree:2", "sync:yes", "time>=0"}) {
            filter->setText(QString::fromLatin1(query));
            const auto hits = findHits(*panel.session.snapshot(), std::vector{Breakpoint{query, true}}, {});
            QVERIFY(hits && !hits->each.front().fault);
            QCOMPARE(rows.rowCount(), static_cast<int>(hits->batches.size()));
            for (int row = 0; row < rows.rowCount(); ++row) {
                QCOMPARE(rows.index(row, 0).data().toString(),
                         ordinalText(hits->batches[static_cast<std::size_t>(row)].index()));
            }
        }
        filter->clear();
        QCOMPARE(rows.rowCount(), all);
    }

    void modelHoldsTheSchedule() {
        const auto snapshot = std::make_shared<const Snapshot>(testing::snapshotOf(testing::kThreeTrees, "depth"));
        StepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(snapshot);
        QCOMPARE(model.rowCount(), static_cast<int>(snapshot->schedule->batchCount()));
        qulonglong nodes = 0;
        qulonglong bytes = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            nodes += model.index(row, model.columnOf("size")).data(StepsModel::kSortRole).toULongLong();
            bytes += model.index(row, model.columnOf("copied_bytes")).data(StepsModel::kSortRole).toULongLong();
        }
        QCOMPARE(nodes, qulonglong{snapshot->graph->size()});
        QCOMPARE(bytes, qulonglong{snapshot->planned->total().bytesCopied});
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("1"));
        QCOMPARE(model.index(0, model.columnOf("seconds")).data().toString(), QStringLiteral("…"));

        Trace trace;
        trace.events.push_back({BatchId(0), Phase::Compute, {}, std::chrono::microseconds(20)});
        Snapshot later = *snapshot;
        later.trace = std::make_shared<const Trace>(trace);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setTrace(std::make_shared<const Snapshot>(later));
        QCOMPARE(resets.count(), 0);
        QCOMPARE(model.index(0, model.columnOf("seconds")).data().toString(), QStringLiteral("20 µs"));
    }

    void rowsLeadToTheirStep() {
        testing::ShownView<StepsView> shown(QSize(900, 300));
        auto& [file, lanes, session, playback, view] = shown;
        playback.setReducedMotion(true);
        QVERIFY(shown.open());
        auto* table = view.findChild<QTableView*>();
        QTRY_VERIFY(table->model()->rowCount() > 2);

        const QList<QLabel*> labels = view.findChildren<QLabel*>();
        QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().endsWith(QStringLiteral("batches, as run by the engine"));
        }));
        const QModelIndex third = table->model()->index(2, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, table->visualRect(third).center());
        QTRY_COMPARE(playback.focus().batch, BatchId(2));
        QCOMPARE(playback.time(), static_cast<double>(playback.storyboard()->stopAfter(BatchId(2))));
        QTRY_VERIFY(third.data(Qt::BackgroundRole).isValid());

        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Down);
        QTRY_COMPARE(playback.focus().batch, BatchId(3));
        QCOMPARE(playback.time(), static_cast<double>(playback.storyboard()->stopAfter(BatchId(3))));
        playback.selectBatch(BatchId(1));
        QTRY_COMPARE(table->currentIndex().row(), 1);
        view.findChild<QLineEdit*>()->setText(QStringLiteral("op:leaf"));
        QTRY_COMPARE(table->model()->rowCount(), 1);

        view.hide(); // a hidden view catches up when it is shown
        playback.seek(static_cast<double>(playback.storyboard()->stopAfter(BatchId(0))));
        QCoreApplication::processEvents();
        view.show();
        QTRY_VERIFY(table->model()->index(0, 0).data(Qt::BackgroundRole).isValid());
    }
};

BATCHSCOPE_NAMED_TEST("steps", QTEST_MAIN(StepsTest))

} // namespace batchscope::steps_test

#include "steps_test.moc"
