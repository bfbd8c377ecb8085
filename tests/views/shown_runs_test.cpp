// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of benchmarks from files, shown together: names, curves and rows of each, and two of them compared.
#include <QTest>

#include "core/bench/arms.h"
#include "core/bench/plot_figures.h"
#include "tests/support/made_documents.h"
#include "tests/support/named_test.h"
#include "tests/support/shown_view.h"
#include "views/plots/shown_runs.h"
#include "views/plots/timing_view.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>

#include <set>

namespace batchscope::shown_runs_test {

using batchscope::testing::madeDocument;
using batchscope::testing::MadeRun;
using batchscope::testing::ShownView;

class ShownRunsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesAreShownTogether();
    void eachRunKeepsItsOwnRatios();
    void namesTellFilesApart();
    void twoRunsAreCompared();
    void aFileThatIsNoRunCostsNoOther();

private:
    QString write(const QString& name, const MadeRun& made);

    QTemporaryDir m_folder;
};

QString ShownRunsTest::write(const QString& name, const MadeRun& made) {
    const QString path = m_folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    file.write(QByteArray::fromStdString(benchDocumentText(madeDocument(made))));
    return path;
}

void ShownRunsTest::filesAreShownTogether() {
    ShownView<TimingView> shown{QSize(1100, 400)};
    TimingView& view = shown.view;
    QVERIFY(view.openRuns({write(QStringLiteral("old.json"), {}),
                           write(QStringLiteral("new.json"), {.date = "2026-05-02T10:00:00Z", .foldedBy = 1.2})}));
    QCOMPARE(view.table().model()->rowCount(), 8);
    std::set<std::string> curves;
    for (const PlotCurve& curve : figureOf(*view.shownRuns().report(), PlotKind::Time).curves) {
        curves.insert(curve.name);
    }
    QCOMPARE(curves, (std::set<std::string>{armTitle("regular") + ", old.json", armTitle("folded") + ", old.json",
                                            armTitle("regular") + ", new.json", armTitle("folded") + ", new.json"}));
    constexpr int kRun = 1;
    QVERIFY(!view.table().isColumnHidden(kRun));
    QCOMPARE(view.table().model()->index(7, kRun).data().toString(), QStringLiteral("new.json"));
    view.closeRuns(QStringLiteral("old.json"));
    QCOMPARE(view.table().model()->rowCount(), 4);
    QVERIFY(view.table().isColumnHidden(kRun)); // a run alone needs no name
    QVERIFY(!view.documentText().empty());
    view.closeRuns();
    QCOMPARE(view.table().model()->rowCount(), 0);
    QVERIFY(view.documentText().empty());
}

/// Speed-up is over the regular run of the same file.
void ShownRunsTest::eachRunKeepsItsOwnRatios() {
    ShownRuns runs;
    QVERIFY(runs.open(write(QStringLiteral("a.json"), {})));
    QVERIFY(runs.open(write(QStringLiteral("b.json"), {.slower = 3.0, .foldedBy = 2.0})));
    for (const PlotCurve& curve : figureOf(*runs.report(), PlotKind::Speedup).curves) {
        const double expected = curve.key.run == "a.json" ? 10.0 : 5.0;
        for (const PlotPoint& point : curve.points) {
            QVERIFY2(std::abs(point.y - expected) < 0.05 * expected, qPrintable(QString::number(point.y)));
            QVERIFY(point.range && point.range->low < point.y && point.y < point.range->high);
        }
    }
}

void ShownRunsTest::namesTellFilesApart() {
    ShownRuns runs;
    const QString first = write(QStringLiteral("may/run.json"), {});
    QVERIFY(runs.open(first));
    QCOMPARE(runs.runs().front().name, QStringLiteral("run.json"));
    QVERIFY(runs.open(write(QStringLiteral("june/run.json"), {})));
    QVERIFY(runs.open(first)); // read again, not shown twice
    QCOMPARE(runs.runs().size(), 2U);
    QCOMPARE(runs.runs().front().name, first);
    QVERIFY(runs.runs().back().name.endsWith(QStringLiteral("june/run.json")));
}

void ShownRunsTest::twoRunsAreCompared() {
    ShownRuns runs;
    QVERIFY(runs.open(
        write(QStringLiteral("new.json"), {.date = "2026-05-02T10:00:00Z", .foldedBy = 1.2, .cpu = "Other CPU"})));
    QVERIFY(!runs.compare({}));
    QVERIFY(runs.open(write(QStringLiteral("old.json"), {})));
    const Result<ComparedRuns> compared = runs.compare({});
    QVERIFY(compared);
    QCOMPARE(compared->before.name, QStringLiteral("old.json")); // by date, not by the order of opening
    for (const ComparedSeries& series : compared->comparison.series) {
        QCOMPARE(series.verdict == SeriesVerdict::Slower, series.key.arm == "folded");
    }
    QCOMPARE(compared->conditions.size(), 1U);
    ComparisonDialog dialog(*compared);
    dialog.show();
    QCOMPARE(dialog.findChild<QTableView*>()->model()->rowCount(), 4);
    QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("run-conditions"))->text().contains(QStringLiteral("Other CPU")));
    QVERIFY(!runs.compare({QStringLiteral("old.json"), QStringLiteral("gone.json")}));
}

void ShownRunsTest::aFileThatIsNoRunCostsNoOther() {
    ShownView<TimingView> shown{QSize(1100, 400)};
    const QString wrong = m_folder.filePath(QStringLiteral("diary.json"));
    QFile file(wrong);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{}");
    file.close();
    const Status opened = shown.view.openRuns({wrong, write(QStringLiteral("good.json"), {})});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Parse);
    QCOMPARE(shown.view.table().model()->rowCount(), 4);
}

BATCHSCOPE_NAMED_TEST("shown_runs", QTEST_MAIN(ShownRunsTest))

} // namespace batchscope::shown_runs_test

#include "shown_runs_test.moc"
