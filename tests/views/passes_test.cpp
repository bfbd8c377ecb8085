// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/code/passes_model.h"
#include "views/code/passes_view.h"
#include "views/models/words.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>

namespace batchscope::passes_test {

class PassesTest final : public QObject {
    Q_OBJECT

    static std::shared_ptr<const PassReport> reportOf(PassSet passes) {
        const Snapshot snapshot = testing::snapshotOf(testing::kThreeTrees, "depth");
        return std::make_shared<const PassReport>(
            *passReport(*snapshot.graph, *snapshot.schedule, passes, PlannedFor::Inference, {}));
    }
    static int rowOf(Pass pass) {
        int row = 1;
        while (PassesModel::passOf(row) != pass) {
            ++row;
        }
        return row;
    }

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void modelHoldsTheReport() {
        PassesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(kPassCount) + 1);
        const auto report = reportOf(PassSet::all());
        model.setState(report, PassSet::all());
        for (int row = 0; row < model.rowCount(); ++row) {
            const PlanFigures& figures = report->rows[static_cast<std::size_t>(row)].figures;
            const auto text = [&](int column) { return model.index(row, column).data().toString(); };
            QVERIFY(text(PassesModel::Launches).startsWith(countText(figures.launches())));
            QVERIFY(text(PassesModel::Flops).contains(QStringLiteral("FLOP")));
            QVERIFY(text(PassesModel::Memory).startsWith(bytesText(figures.bytesMemory)));
            const QModelIndex title = model.index(row, PassesModel::Title);
            QCOMPARE(title.data(Qt::CheckStateRole).isValid(), row > 0);
            QVERIFY(!title.data(Qt::ToolTipRole).toString().isEmpty());
        }
    }

    void viewFollowsTheSession() {
        testing::ShownView<PassesView> shown(QSize(1000, 300));
        auto& [file, lanes, session, playback, view] = shown;
        playback.setReducedMotion(true);
        QVERIFY(shown.open());
        QTRY_VERIFY(view.findChild<QLabel*>()->text().contains(QStringLiteral("all passes")));
        auto* table = view.findChild<QTableView*>();
        QSignalSpy asked(&view, &PassesView::toggleAsked);
        const QModelIndex fuse = table->model()->index(rowOf(Pass::Fuse), PassesModel::Launches);
        table->setCurrentIndex(fuse);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Space); // in any column
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("fuse"));
        const QRect cell = table->visualRect(fuse.siblingAtColumn(PassesModel::Title));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, {cell.left() + 15, cell.center().y()});
        QCOMPARE(asked.count(), 2);

        SessionConfig plain = session.config();
        plain.run.executor = InterpreterOptions();
        session.setConfig(plain);
        QVERIFY(view.findChild<QLabel*>()->text().contains(QStringLiteral("LibTorch")));
        QTRY_VERIFY(!session.snapshot()->passes && !session.busy());
    }
};

BATCHSCOPE_NAMED_TEST("passes", QTEST_MAIN(PassesTest))

} // namespace batchscope::passes_test

#include "passes_test.moc"
