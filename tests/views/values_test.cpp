// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Values*: all numbers of a node, beside those of regular.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/values/values_model.h"
#include "views/values/values_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTableView>

#include <cmath>
#include <cstdint>
#include <limits>

namespace batchscope::values_test {

namespace {

struct Panel : testing::ShownView<ValuesView> {
    Panel() : ShownView(QSize(700, 320)) {
        if (!open()) {
            qFatal("the trees were not read");
        }
    }
    void select(std::size_t node) {
        playback.selectNode(NodeId(node));
        testing::settle();
    }
    [[nodiscard]] std::size_t lastNode() const { return session.snapshot()->graph->size() - 1; }
};

/// Two numbers that differ, one that is equal, one that is not finite.
std::shared_ptr<const NodeValues> madeUp() {
    NodeValues values;
    values.folded = {1.0, -2.0, 3.0, std::numeric_limits<double>::quiet_NaN()};
    values.regular = {1.0, -2.5, 3.25, 1.0};
    values.ulps = {0, 500, 20, 7};
    values.different = 2;
    values.notFinite = 1;
    values.mostUlps = 500;
    values.maxAbsError = 0.5;
    return std::make_shared<const NodeValues>(values);
}

} // namespace

class ValuesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void showsEveryNumberOfTheNode() {
        Panel panel;
        QVERIFY(panel.view.values() == nullptr);
        for (std::size_t node = 0; node <= panel.lastNode(); ++node) {
            panel.select(node);
            const NodeValues* const values = panel.view.values();
            QVERIFY(values != nullptr);
            QCOMPARE(values->folded, panel.session.snapshot()->recorded->row({NodeId(node), 0}));
            QCOMPARE(values->regular.size(), values->folded.size());
            QVERIFY(values->maxAbsError <= panel.session.snapshot()->report->equality->maxAbsError);
            QCOMPARE(panel.view.findChild<QTableView*>()->model()->rowCount(), static_cast<int>(values->folded.size()));
        }
    }

    /// The same for ∂loss/∂value, once there is one.
    void trainingShowsGradients() {
        Panel panel;
        panel.select(0);
        auto* choice = panel.view.findChild<QComboBox*>();
        SessionConfig config = panel.session.config();
        config.run.work = Work::Training;
        panel.session.setConfig(config);
        QVERIFY(testing::waitIdle(panel.session));
        testing::settle();
        const Snapshot& snapshot = *panel.session.snapshot();
        QVERIFY(snapshot.recordedGradients != nullptr && snapshot.regularGradients != nullptr);
        std::size_t known = 0;
        for (std::size_t node = 0; node <= panel.lastNode(); ++node) {
            panel.select(node);
            const auto ofNode = static_cast<int>(snapshot.graph->opOf(NodeId(node)).outputs());
            QCOMPARE(choice->count(), 2 * ofNode);
            choice->setCurrentIndex(ofNode);
            const NodeValues* const values = panel.view.values();
            QVERIFY(values->kind == ValueKind::Gradients);
            QCOMPARE(values->folded, snapshot.recordedGradients->row({NodeId(node), 0}));
            if (!values->folded.empty() && !values->regular.empty()) {
                ++known;
                QCOMPARE(values->regular, snapshot.regularGradients->row({NodeId(node), 0}));
                QVERIFY(values->maxAbsError <= snapshot.report->gradients->values.maxAbsError);
            }
        }
        QVERIFY(known > panel.lastNode() / 2);
        config.run.work = Work::Inference;
        panel.session.setConfig(config);
        QVERIFY(testing::waitIdle(panel.session));
        testing::settle();
        const auto ofLast = static_cast<int>(panel.session.snapshot()->graph->opOf(NodeId(panel.lastNode())).outputs());
        QCOMPARE(choice->count(), ofLast);
        QVERIFY(panel.view.values()->kind == ValueKind::Values);
    }

    void isSortedByDifference() {
        ValuesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setValues(madeUp());
        const auto numberIn = [&model](int row) { return model.index(row, 0).data().toString(); };
        QCOMPARE(numberIn(2), QStringLiteral("2"));
        model.sort(model.columnOf("ulps"), Qt::DescendingOrder);
        QCOMPARE(numberIn(0), QStringLiteral("3")); // what is not finite is seen first, and has no neighbors to count
        QCOMPARE(model.index(0, model.columnOf("ulps")).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, model.columnOf("difference")).data().toString(), QStringLiteral("–"));
        QCOMPARE(numberIn(1), QStringLiteral("1"));
        QCOMPARE(model.index(1, model.columnOf("ulps")).data().toString(), QStringLiteral("500"));
        model.sort(model.columnOf("difference"), Qt::DescendingOrder);
        QCOMPARE(numberIn(0), QStringLiteral("3")); // what is not finite is seen first
        QCOMPARE(numberIn(1), QStringLiteral("1"));
        QCOMPARE(model.index(1, model.columnOf("difference")).data().toString(), QStringLiteral("0.5"));
        model.setValues(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void twoNansAreNoUlpsApart() {
        NodeValues values;
        values.folded = {std::nan(""), 1.0};
        values.regular = {std::nan(""), 1.5};
        values.ulps = {0, 4194304};
        QVERIFY(!ulpsAt(values, 0).has_value());
        QCOMPARE(ulpsAt(values, 1).value(), std::uint64_t{4194304});
    }
};

BATCHSCOPE_NAMED_TEST("values", QTEST_MAIN(ValuesTest))

} // namespace batchscope::values_test

#include "values_test.moc"
